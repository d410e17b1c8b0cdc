import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { press, reach, write, writeOver } from '../e2e/keyboard.ts';
import { Orders } from '../e2e/orders.ts';
import { setFaults, withFaults } from '../e2e/with-faults.ts';
import type { Camera } from './camera.ts';

/** Order lines: looked for, found, one in full, edited, changed by someone else meanwhile. */
export async function orders(open: typeof Camera.open): Promise<void> {
  await using camera = await open('orders', { env: withFaults });
  const { page } = camera.carrel;
  const room = new Orders(page);
  await room.go();
  await camera.take('nothing yet');
  await room.find('yearbook');
  await room.rows.nth(1).waitFor();
  await camera.take('found', { whole: true, low: true });
  await press(page, 'Alt+o');
  await writeOver(page, code('polInterested'));
  await press(page, 'Enter');
  await room.heading.waitFor();
  await camera.take('in full', { whole: true, low: true });
  await press(page, 'Alt+t');
  await room.field(m.orders_price()).waitFor();
  await reach(room.dialog.getByRole('button', { name: m.orders_fund_add() }));
  await press(page, 'Enter');
  await write(page, 'NO-SUCH-FUND');
  await press(page, 'Tab');
  await write(page, '12.5');
  await press(page, 'Enter');
  await room.dialog.getByTestId('field-error').first().waitFor();
  await camera.take('edited', { whole: true, low: true });
  await press(page, 'Escape');
  await room.dialog.waitFor({ state: 'detached' });
  await camera.take('left', {});
  await press(page, 'Escape');
  await setFaults(camera.carrel, { fault: 'status', status: 404, operation: 'acq.pol.search' });
  await press(page, 'Alt+o');
  await writeOver(page, 'atlas');
  await press(page, 'Enter');
  await page.getByText(m.orders_known()).waitFor();
  await camera.take('no search there');
}

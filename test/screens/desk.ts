import { expect } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { barcodeOf } from '../../src/server/sample/barcode.ts';
import { sampleCode as code } from '../../src/service/samples.ts';
import { press, write } from '../e2e/keyboard.ts';
import { Paper } from '../e2e/paper.ts';
import { withFaults, setFaults } from '../e2e/with-faults.ts';
import type { Camera } from './camera.ts';

/** The circulation desk: nobody, somebody looked for, a session with each kind of result, and what did not come out. */
export async function desk(open: typeof Camera.open): Promise<void> {
  await using camera = await open('desk', { env: withFaults });
  const { carrel, desk } = camera;
  const { page } = carrel;
  const paper = await Paper.beside(carrel.app);
  await expect(desk.readiness).toHaveText(m.app_scan_ready());
  await camera.take('nobody', { whole: true });

  await press(page, 'F4');
  await write(page, 'co');
  await page.getByRole('option').first().waitFor();
  await camera.take('search');
  await write(page, 'zzz');
  await page.getByText(m.app_search_none({ text: 'cozzz' })).waitFor();
  await camera.take('nobody found');
  await press(page, 'Escape');
  await press(page, 'Shift+F8');
  await page.getByText(m.app_search_no_recent()).waitFor();
  await camera.take('nobody was here before');
  await press(page, 'Escape');
  await desk.scan(barcodeOf('patron', 99_999));
  await desk.heading.waitFor();
  await camera.take('no such patron');

  await desk.open(code('patronGood'), 'Rivka Ben-Ami');
  await desk.scanned(code('itemFree1'), m.desk_scan_lent(), 'The Overstory');
  await camera.take('lent just now');
  await desk.scanned(code('itemHebrew'), m.desk_scan_lent());
  await desk.scanned(code('itemOnHoldShelf'), m.failures_users_loans_create_9100103());
  await desk.scanned(code('itemFree1'), m.desk_scan_double());
  await desk.scan('POL-1001');
  await desk.scan('31234000001015');
  await desk.row('POL-1001').getByTestId('mark-refused').waitFor();
  await desk.row('31234000001015').getByTestId('mark-refused').waitFor();
  await camera.take('session', { whole: true });
  await carrel.ask('station.appearance', { text: 'large' });
  await camera.take('session in large text', { whole: true });
  await carrel.ask('station.appearance', { text: 'usual', density: 'comfortable' });
  await camera.take('session in comfortable rows');
  await carrel.ask('station.appearance', { density: 'dense' });
  const refused = desk.row(m.failures_users_loans_create_9100103());
  await desk.reach(refused.getByRole('button', { name: m.app_details() }));
  await press(page, 'Enter');
  await refused.getByRole('alert').waitFor();
  await camera.take('a refusal in full');
  await press(page, 'Escape');

  await carrel.ask('station.appearance', { blurAfter: 1 });
  await page.locator('html[data-away]').waitFor();
  await camera.take('nobody is there');
  await carrel.ask('station.appearance', { blurAfter: 0 });
  await press(page, 'Escape');

  await paper.breaks('No printers available on the network');
  await press(page, 'Enter');
  await page.getByRole('alert').filter({ hasText: m.failures_printer_noPrinter() }).waitFor();
  await camera.take('not printed');
  await paper.works();
  await press(page, 'F10');
  await expect(desk.stageWord).toHaveText(m.desk_ended());
  await camera.take('ended');

  await desk.open(code('patronNothing'), 'Grace Okafor');
  await setFaults(carrel, { fault: 'delay', ms: 60_000 });
  await desk.scan(code('itemFree5'));
  await desk.row(m.desk_scan_sent()).waitFor();
  await press(page, 'F10');
  await desk.stageNote.waitFor();
  await camera.take('waiting and not ended');
  await desk.scan(code('patronGood'));
  await desk.row(m.desk_scan_waiting()).waitFor();
  await camera.take('the next card waits');
}

import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { press, write } from '../e2e/keyboard.ts';
import { Receiving } from '../e2e/receiving.ts';
import { setFaults, withFaults } from '../e2e/with-faults.ts';
import type { Camera } from './camera.ts';

/** The box check: begun, ticked off, and claimed. */
export async function box(open: typeof Camera.open): Promise<void> {
  await using camera = await open('box', { env: withFaults });
  const { page } = camera.carrel;
  const room = new Receiving(page);
  const rows = page.getByRole('grid', { name: m.receiving_box_lines() }).locator('tbody tr[data-key]');
  await room.go();
  await press(page, 'Alt+b');
  await write(page, 'NO-SUCH-BOX');
  await press(page, 'Enter');
  await page.getByRole('alert').waitFor();
  await camera.take('no such invoice', { low: true });
  await setFaults(camera.carrel, { operation: 'acq.pol.get', fault: 'delay', ms: 4000, count: 1 });
  await press(page, 'Control+A');
  await write(
    page,
    ['polSeveral', 'polNoBarcode', 'polReceived'].map((one) => code(one as 'polSeveral')).join(', '),
  );
  await press(page, 'Enter');
  await page.getByRole('button', { name: m.app_stop() }).waitFor();
  await camera.take('reading the order lines');
  await rows.first().waitFor();
  await setFaults(camera.carrel);
  await camera.take('begun, and scans only look up');
  await press(page, 'Shift+F3');
  await room.scan(code('itemOrdered'));
  await room.row(m.receiving_word_received()).waitFor();
  await press(page, 'Alt+b');
  await press(page, 'Alt+g');
  await press(page, 'Alt+b');
  await room.scan(code('polInterested'));
  await rows.nth(3).waitFor();
  await camera.take('a book that is extra');
  await press(page, 'Control+1');
  await room.row(m.receiving_box_not_listed()).waitFor();
  await camera.take('short, damaged and extra', { whole: true, low: true });
  await setFaults(camera.carrel, { operation: 'acq.pol.update', fault: 'status', status: 400, count: 1 });
  await press(page, 'Alt+k');
  await page.getByRole('alert').waitFor();
  await camera.take('a claim that was refused');
  await press(page, 'Alt+k');
  await press(page, 'Alt+g');
  await press(page, 'Alt+x');
  await rows.getByText(m.receiving_box_to_send_back()).waitFor();
  await camera.take('claimed', { whole: true, low: true });
  await press(page, 'F10');
  await room.stageWord.filter({ hasText: m.receiving_ended() }).waitFor();
  await camera.take('a trolley ended with a check', { low: true });
}

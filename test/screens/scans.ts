import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { commandCode } from '../../src/shared/command-barcodes.ts';
import { press } from '../e2e/keyboard.ts';
import type { Camera } from './camera.ts';

/** Scans outside their rooms: what was looked up, what waits under a dialog, what is not done. */
export async function scans(open: typeof Camera.open): Promise<void> {
  await using camera = await open('scans');
  const { desk } = camera;
  const { page } = desk;
  const strip = page.getByRole('region', { name: m.app_strip() });
  const lookUp = async (one: string, words: string, state: string, whole = false): Promise<void> => {
    await desk.scan(one);
    await strip.getByText(words).first().waitFor();
    await camera.take(state, { whole, low: true });
  };
  await press(page, 'Alt+6');
  await camera.take('nothing looked up');
  await lookUp(code('itemOnLoan'), 'The Remains of the Day', 'a book, nobody open');
  await lookUp(code('patronGood'), m.app_looked_patron(), 'a card');
  await lookUp('NO/SUCH/CODE', m.failures_code_unknown(), 'nothing here');
  await lookUp(commandCode('END'), m.app_command_of_several(), 'a command of two rooms');
  await press(page, 'Alt+1');
  await desk.open(code('patronGood'), 'Rivka Ben-Ami');
  await desk.scan('31234\u001d000001014');
  await page.getByTestId('stage-word').getByText(m.failures_word_refused()).waitFor();
  await camera.take('a refused burst', { whole: true, low: true });
  await press(page, 'Alt+6');
  await lookUp(code('itemOrdered'), 'Atlas of the Night Sky', 'on order, with a patron open', true);
  await desk.scan(commandCode('KEEP'));
  await page.getByText(m.app_command_not_done()).first().waitFor();
  await camera.take('a command of the receiving room');
  await press(page, 'Alt+3');
  await press(page, 'Alt+n');
  await page.locator(`[placeholder="${m.invoices_scan_number()}"]`).waitFor();
  await camera.take('a new invoice asks for its number');
  await press(page, 'Alt+1');
  await press(page, 'Alt+P');
  await camera.settled();
  await desk.scan(code('itemFree1'));
  await desk.dialog.getByText(m.app_scan_waits({ code: code('itemFree1') })).waitFor();
  await camera.take('a scan waits in the head of a dialog', { whole: true, low: true });
  await desk.scan(code('itemFree2'));
  await desk.dialog.getByText(m.app_scan_waits({ code: code('itemFree2') })).waitFor();
  await press(page, 'Escape');
  await page.getByRole('region', { name: /scans wait$/ }).waitFor();
  await camera.take('scans that are offered', { whole: true, low: true });
}

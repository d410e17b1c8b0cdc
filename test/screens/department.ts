import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { press, reach, writeOver } from '../e2e/keyboard.ts';
import { Receiving } from '../e2e/receiving.ts';
import type { Camera } from './camera.ts';

/** The work of a department, and what was sent on. */
export async function department(open: typeof Camera.open): Promise<void> {
  await using camera = await open('department');
  const { page } = camera.carrel;
  const room = new Receiving(page);
  const panel = page.getByRole('region', { name: m.receiving_department_work(), exact: true });
  const rows = panel.locator('tbody tr[data-key]');
  await room.go();
  await press(page, 'Alt+i');
  await panel.getByText(m.receiving_department_work_empty()).waitFor();
  await camera.take('nothing there', { low: true });
  await press(page, 'Alt+i');
  await press(page, 'Shift+F12');
  await room.scan(code('itemOrdered'));
  await room.row(m.receiving_word_kept()).waitFor();
  await press(page, 'Shift+F3');
  await room.scan(code('polNoBarcode'));
  await page.locator('button:not([aria-disabled="true"])', { hasText: m.receiving_seen() }).first().waitFor();
  await press(page, 'F7');
  await room.row(m.receiving_word_received()).waitFor();
  await press(page, 'Alt+i');
  await rows.first().waitFor();
  await room.scan(code('itemFree1'));
  await rows.nth(1).waitFor();
  await camera.take('scanned in', { whole: true, low: true });
  await press(page, 'Alt+f');
  await room.stageWord.filter({ hasText: m.receiving_department_work_done() }).waitFor();
  await camera.take('done');
  await reach(panel.getByRole('radio', { name: m.receiving_department_work_here() }));
  await press(page, 'ArrowRight');
  await reach(panel.getByRole('textbox', { name: m.receiving_department_work_days() }));
  await writeOver(page, '0');
  await rows.first().waitFor();
  await camera.take('sent on', { whole: true, low: true });
}

import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { press, reach } from '../e2e/keyboard.ts';
import { Reports } from '../e2e/reports.ts';
import { SettingsRoom } from '../e2e/settings.ts';
import type { Camera } from './camera.ts';

/** The reports room, and the opening check of the settings. */
export async function reports(open: typeof Camera.open): Promise<void> {
  await using camera = await open('reports');
  const { desk, carrel } = camera;
  const { page } = carrel;
  await desk.open(code('patronGood'), 'Rivka Ben-Ami');
  await desk.scanned(code('itemFree1'), m.desk_scan_lent());
  await desk.scanned('39999999999995', m.failures_word_refused());
  await press(page, 'F10');
  const room = new Reports(page);
  await room.go(m.reports_section_fee_transactions());
  await camera.take('nothing read');
  await room.act(m.reports_fees_read());
  await room.sums.waitFor();
  await camera.take('fee transactions', { whole: true, low: true });
  await room.go(m.reports_section_desk_numbers());
  await page.getByRole('img', { name: m.reports_count_hour() }).waitFor();
  await camera.take('numbers of this desk', { whole: true });
  await room.go(m.reports_section_till());
  await camera.take('closed tills');
  await new SettingsRoom(page).go(m.check_title());
  await camera.take('no opening check yet');
  await reach(page.getByRole('button', { name: m.check_run() }));
  await press(page, 'Enter');
  await page.getByRole('button', { name: m.check_again() }).and(page.locator(':enabled')).waitFor();
  await camera.take('the opening check', { whole: true, low: true });
}

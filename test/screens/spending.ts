import { m } from '../../src/messages/compiled/messages.js';
import { Acquisitions } from '../e2e/acquisitions.ts';
import { press, reach } from '../e2e/keyboard.ts';
import type { Camera } from './camera.ts';

/** What was spent: before anything was read, and each of its views. */
export async function spending(open: typeof Camera.open): Promise<void> {
  await using camera = await open('spending');
  const { page } = camera.carrel;
  const room = new Acquisitions(page);
  await room.go();
  await press(page, 'Alt+j');
  await camera.take('nothing read');
  await reach(page.getByRole('combobox', { name: m.spending_period() }));
  await press(page, 'End');
  await reach(page.getByRole('button', { name: m.spending_read() }));
  await press(page, 'Enter');
  await page.getByRole('grid', { name: m.spending_view_fund() }).waitFor();
  await page.getByText(m.spending_reading_funds()).waitFor({ state: 'hidden' });
  await camera.take('by fund', { whole: true, low: true });
  const views = page.getByRole('group', { name: m.spending_view() });
  await reach(views.locator('input:checked'));
  await press(page, 'ArrowRight');
  await page.getByRole('grid', { name: m.spending_view_month() }).waitFor();
  await camera.take('by month');
  await press(page, 'ArrowRight');
  await page.getByRole('grid', { name: m.spending_view_vendor() }).waitFor();
  await camera.take('outstanding by vendor', { whole: true });
}

import { m } from '../../src/messages/compiled/messages.js';
import type { Camera } from './camera.ts';

/** The samples and the settings. */
export async function station(open: typeof Camera.open): Promise<void> {
  await using camera = await open('station');
  const { page } = camera.carrel;
  await page.keyboard.press('Alt+3');
  await page.getByRole('heading', { level: 1, name: m.shell_room_samples() }).waitFor({ state: 'attached' });
  await camera.take('samples', true);
  await page.keyboard.press('Alt+4');
  await page.getByRole('heading', { level: 2, name: m.station_title(), exact: true }).waitFor();
  await camera.take('settings', true);
}

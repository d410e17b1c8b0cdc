import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { chooseInMenu } from '../e2e/app.ts';
import { press, write } from '../e2e/keyboard.ts';
import type { Camera } from './camera.ts';

/** What lies over any room: the palette, the sheet of keys, the help pages, the card of command barcodes. */
export async function overlays(open: typeof Camera.open): Promise<void> {
  await using camera = await open('overlays');
  const { desk } = camera;
  const { page } = desk;
  const rooms = [m.app_room_desk, m.app_room_receiving, m.app_room_samples, m.app_room_settings];
  for (const [index, room] of rooms.entries()) {
    await press(page, `Alt+${index + 1}`);
    await page.getByRole('heading', { level: 1, name: room(), exact: true }).waitFor({ state: 'attached' });
    await camera.over('Shift+F1', `help ${room().toLowerCase()}`, { whole: index === 0 });
  }
  await press(page, 'Alt+1');
  await camera.over('Control+H', 'keys', { whole: true });
  await press(page, 'Control+H');
  await camera.settled();
  const last = desk.dialog.getByRole('heading', { level: 3 }).last();
  await camera.take('keys to their end', { at: last });
  await camera.close();

  await camera.over('Control+K', 'palette', { whole: true });
  await desk.open(code('patronGood'), 'Rivka Ben-Ami');
  await press(page, 'Control+K');
  await camera.settled();
  await write(page, 'pay');
  await camera.take('palette with a patron');
  await write(page, ' nothing');
  await desk.dialog.getByRole('status').waitFor();
  await camera.take('palette with nothing found');
  await camera.close();
  await press(page, 'Control+K');
  await camera.settled();
  await write(page, 'card');
  await press(page, 'Enter');
  await page.getByRole('dialog', { name: m.station_card(), exact: true }).getByRole('img').first().waitFor();
  await camera.take('command barcodes', { whole: true });
  await camera.close();
  await press(page, 'Alt+1');
  await chooseInMenu(camera.carrel, m.desktop_menu_close());
  await page.getByRole('alertdialog', { name: m.app_closing_title() }).waitFor();
  await camera.take('closing a window', { whole: true });
}

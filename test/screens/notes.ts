import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { press, reach, standOn, write } from '../e2e/keyboard.ts';
import type { Camera } from './camera.ts';

/** The notes about a patron: none, written, read and removed. */
export async function notes(open: typeof Camera.open): Promise<void> {
  await using camera = await open('notes');
  const { desk } = camera;
  const { page } = desk;
  await desk.open(code('patronNothing'), 'Grace Okafor');
  const panel = await desk.tab('notes');
  await camera.take('none', { whole: true });
  await press(page, 'n');
  await camera.settled();
  await write(page, 'Lost her card twice. Look at her passport before a new one is made, and tell Nurit.');
  await camera.take('write one', { whole: true });
  await reach(desk.dialog.getByRole('checkbox', { name: m.notes_popup() }));
  await press(page, 'Space');
  await reach(desk.dialog.getByRole('button', { name: m.notes_add_act() }));
  await press(page, 'Enter');
  await desk.dialog.waitFor({ state: 'detached' });
  await standOn(panel.getByRole('grid', { name: m.notes_label() }), 'Lost her card');
  await camera.take('written', { whole: true });
  await camera.over('Delete', 'remove');
}

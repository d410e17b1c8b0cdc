import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { press, reach, standOn, write } from '../e2e/keyboard.ts';
import type { Camera } from './camera.ts';

/** What a patron asks for from other libraries. */
export async function sharing(open: typeof Camera.open): Promise<void> {
  await using camera = await open('sharing');
  const { desk } = camera;
  const { page } = desk;
  const send = desk.dialog.getByRole('button', { name: m.sharing_ask_act() });
  await desk.open(code('patronBlocked'), 'Tomáš Dvořák');
  await desk.tab('sharing');
  await camera.take('none', { whole: true });
  await press(page, 'n');
  await camera.settled();
  await desk.dialog.locator(`[aria-label^="${m.sharing_owner()}: "]`).waitFor();
  await camera.take('new', { whole: true });
  await camera.take('new to its end', { at: desk.dialog.getByRole('checkbox').last(), whole: true });
  await reach(send);
  await press(page, 'Enter');
  await desk.dialog.getByRole('alert').waitFor();
  await camera.take('with things missing');
  await camera.close();

  await desk.open(code('patronNothing'), 'Grace Okafor');
  const panel = await desk.tab('sharing');
  await press(page, 'n');
  await camera.settled();
  await reach(desk.dialog.getByRole('textbox', { name: m.citation_title() }));
  await write(page, 'Ficciones');
  await camera.close();
  await camera.take('begun and not sent');
  await press(page, 'n');
  await camera.settled();
  await reach(desk.dialog.getByRole('checkbox', { name: m.sharing_agree() }));
  await press(page, 'Space');
  await reach(send);
  await press(page, 'Enter');
  await desk.dialog.waitFor({ state: 'detached' });
  await standOn(panel.getByRole('grid', { name: m.sharing_label() }), 'Ficciones');
  await camera.take('asked', { whole: true });
  await press(page, 'Enter');
  await panel.getByTestId('row-details').waitFor();
  await camera.take('one in full', { whole: true });
  await camera.over('s', 'shipping');
  await camera.over('f', 'find by number');
  await camera.over('Delete', 'cancel', { whole: true });
}

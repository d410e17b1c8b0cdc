import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { press, reach, standOn } from '../e2e/keyboard.ts';
import type { Camera } from './camera.ts';

/** What a patron asks the library to buy. */
export async function purchases(open: typeof Camera.open): Promise<void> {
  await using camera = await open('purchases');
  const { desk } = camera;
  const { page } = desk;
  await desk.open(code('patronGood'), 'Rivka Ben-Ami');
  const panel = await desk.tab('purchases');
  await standOn(panel.getByRole('grid', { name: m.purchases_label() }), 'Approved');
  await camera.take('list', { whole: true });
  await press(page, 'Enter');
  await panel.getByTestId('row-details').waitFor();
  await camera.take('one in full');
  await press(page, 'n');
  await camera.settled();
  await desk.dialog.locator(`[aria-label^="${m.purchases_owner()}: "]`).waitFor();
  await camera.take('new', { whole: true });
  await reach(desk.dialog.getByRole('button', { name: m.purchases_ask_act() }));
  await press(page, 'Enter');
  await desk.dialog.getByTestId('field-error').first().waitFor();
  await camera.take('without a title');
  await camera.close();
  await standOn(panel.getByRole('grid', { name: m.purchases_label() }), 'Approved');
  await press(page, 'Delete');
  await camera.settled();
  await camera.take('cancel');
  await reach(desk.dialog.getByRole('button', { name: m.purchases_cancel_act() }));
  await press(page, 'Enter');
  await desk.dialog.getByRole('alert').waitFor();
  await camera.take('too late to cancel');
}

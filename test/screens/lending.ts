import { m } from '../../src/messages/compiled/messages.js';
import { Lending } from '../e2e/lending.ts';
import { press } from '../e2e/keyboard.ts';
import type { Camera } from './camera.ts';

/** The lending room: the form, a pasted citation, what is missing, what was placed, and the list. */
export async function lending(open: typeof Camera.open): Promise<void> {
  await using camera = await open('lending');
  const { page } = camera.carrel;
  const room = new Lending(page);
  await room.go();
  await camera.take('a new request', { whole: true, low: true });
  await press(page, 'Control+Enter');
  await camera.take('what is missing');
  await room.begin();
  await room.paste(
    '@book{a, title={The Aleph}, author={Borges, Jorge Luis}, year={1949}, isbn={9780142437889}}',
  );
  await room.field(m.lending_paste()).waitFor();
  await camera.take('a pasted citation', { whole: true });
  await press(page, 'Control+Enter');
  await room.placed.waitFor();
  await camera.take('placed');
  await room.toList();
  await camera.take('made here', { whole: true });
  await room.open('The Aleph');
  await camera.take('a request', { whole: true, low: true });
  await press(page, 'Escape');
  await camera.over('Alt+f', 'find by number');
}

import { m } from '../../src/messages/compiled/messages.js';
import { Configuration } from '../e2e/configuration-room.ts';
import { press, reach, write } from '../e2e/keyboard.ts';
import { LettersRoom } from '../e2e/letters.ts';
import { LocationsSection } from '../e2e/locations.ts';
import { Tables } from '../e2e/tables.ts';
import type { Camera } from './camera.ts';

/** The configuration room: its lists and records, locations, a workflow that is asked about. */
export async function configuration(open: typeof Camera.open): Promise<void> {
  await using camera = await open('configuration');
  const { page } = camera.carrel;
  const room = new Configuration(page);
  await room.go('libraries');
  await room.rows('libraries').first().waitFor();
  await camera.take('libraries', { whole: true, low: true });
  await room.open('libraries', 'MAIN');
  await camera.take('a library', { whole: true });
  await press(page, 'Escape');
  for (const section of ['circ-desks', 'printers', 'general'] as const) {
    await room.go(section);
    await (section === 'general' ? room.record : room.rows(section).first()).waitFor();
    await camera.take(section);
  }
  const locations = new LocationsSection(page);
  await locations.go();
  await camera.take('locations', { whole: true });
  await locations.press(m.configuration_locations_new());
  await camera.take('a new location');
  await press(page, 'Escape');
  await locations.press(m.configuration_locations_file());
  await camera.take('a file of locations');
  await room.go('workflows');
  await reach(page.getByRole('textbox', { name: m.workflows_id() }));
  await write(page, 'EXPIRE_HOLDS');
  await reach(page.getByRole('button', { name: m.workflows_run_ask(), exact: true }));
  await press(page, 'Enter');
  await room.question.waitFor();
  await camera.take('a workflow is asked about');
  await press(page, 'Escape');
}

/** The tables: their list, the grid, and what saving would do. */
export async function tables(open: typeof Camera.open): Promise<void> {
  await using camera = await open('tables');
  const { page } = camera.carrel;
  const room = new Tables(page);
  await room.go();
  await camera.take('code tables', { whole: true });
  await room.open('FineFeeType');
  await camera.take('a table', { whole: true, low: true });
  await room.press('ArrowRight');
  await write(page, 'Changed here');
  await room.press('Enter', 'Insert');
  await write(page, 'NEW');
  await room.press('Enter', 'Control+Home', 'Control+Delete');
  await camera.take('a table with changes');
  await room.look();
  await camera.take('what saving would do', { whole: true, low: true });
}

/** The letters: list, settings, template, preview, and what saving would do. */
export async function letters(open: typeof Camera.open): Promise<void> {
  await using camera = await open('letters');
  const { page } = camera.carrel;
  const room = new LettersRoom(page);
  await room.go();
  await room.rows.first().waitFor();
  await camera.take('letters');
  await room.open();
  await camera.take('a letter', { whole: true });
  await room.edit();
  await camera.take('the template', { whole: true, low: true });
  await write(page, '<p>');
  await camera.take('a template with a fault');
  for (let characters = 0; characters < 3; characters += 1) await press(page, 'Backspace');
  await write(page, '\n');
  await room.leaveEditor();
  await room.show(m.letters_preview());
  await reach(page.getByRole('button', { name: m.letters_preview_make() }));
  await press(page, 'Enter');
  await room.result.waitFor();
  await camera.take('the preview');
  await room.review();
  await camera.take('what saving would change');
  await press(page, 'Escape');
}

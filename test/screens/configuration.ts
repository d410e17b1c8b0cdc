import { m } from '../../src/messages/compiled/messages.js';
import { Configuration } from '../e2e/configuration-room.ts';
import { press, reach, write } from '../e2e/keyboard.ts';
import { LettersRoom } from '../e2e/letters.ts';
import { LocationsSection } from '../e2e/locations.ts';
import { Tables } from '../e2e/tables.ts';
import type { Camera } from './camera.ts';

/** Sections that are a list of records and nothing else. */
const lists = ['departments', 'circ-desks', 'deposit-profiles', 'import-profiles', 'printers'] as const;

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
  for (const section of lists) {
    await room.go(section);
    await room.rows(section).first().waitFor();
    await camera.take(section);
    await room.open(section, '');
    await camera.take(`${section} one in full`);
    await press(page, 'Escape');
  }
  await room.go('general');
  await page.getByRole('region', { name: m.configuration_section_general() }).locator('dl').first().waitFor();
  await camera.take('general', { whole: true });
  const locations = new LocationsSection(page);
  await locations.go();
  await camera.take('locations', { whole: true, low: true });
  await reach(locations.rows.first());
  await press(page, 'Enter');
  await locations.location.getByRole('heading').first().waitFor();
  await camera.take('a location');
  await press(page, 'Escape');
  await locations.press(m.configuration_locations_new());
  await camera.take('a new location');
  await press(page, 'Escape');
  await locations.press(m.configuration_locations_file());
  await camera.take('a file of locations');
  await room.go('workflows');
  await camera.take('workflows', { whole: true, low: true });
  await reach(page.getByRole('textbox', { name: m.workflows_id() }));
  await write(page, 'EXPIRE_HOLDS');
  await reach(page.getByRole('button', { name: m.workflows_run_ask(), exact: true }));
  await press(page, 'Enter');
  await room.question.waitFor();
  await camera.take('a workflow is asked about');
  await reach(room.question.getByRole('button', { name: m.workflows_run(), exact: true }));
  await press(page, 'Enter');
  await page.getByRole('grid', { name: m.workflows_runs() }).waitFor();
  await camera.take('a workflow has run', { whole: true });
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
  await mappings(open);
}

/** The mapping tables: their list, and one with its columns. */
async function mappings(open: typeof Camera.open): Promise<void> {
  await using camera = await open('tables-mapping');
  const { page } = camera.carrel;
  const room = new Tables(page, 'mapping');
  await room.go(5);
  await room.list.locator('tr[data-key]').first().waitFor();
  await camera.take('mapping tables', { whole: true });
  const name = (await room.list.locator('tr[data-key]').first().getAttribute('data-key')) ?? '';
  await room.open(name);
  await camera.take('a mapping table', { whole: true });
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
  await page.locator('.cm-lintRange, .cm-lint-marker').first().waitFor();
  await camera.take('a template with a fault', { whole: true });
  await room.leaveEditor();
  await room.show(m.letters_preview());
  await room.letter.getByRole('alert').waitFor();
  await camera.take('a preview that cannot be made', { whole: true, low: true });
  await room.edit();
  // The editor closed the element by itself.
  for (let characters = 0; characters < '<p></p>'.length; characters += 1) await press(page, 'Backspace');
  await write(page, '\n');
  await room.leaveEditor();
  await room.show(m.letters_preview());
  await reach(page.getByRole('button', { name: m.letters_preview_make() }));
  await press(page, 'Enter');
  await room.result.waitFor();
  await camera.take('the preview', { whole: true, low: true });
  await room.choose(m.letters_view(), m.letters_view_html());
  await camera.take('the preview as HTML');
  await room.choose(m.letters_view(), m.letters_view_sample());
  await camera.take('the sample data');
  // Tab indents in there.
  await room.choose(m.letters_view(), m.letters_view_letter());
  await room.show(m.letters_former());
  await camera.take('no earlier versions');
  await room.review();
  await camera.take('what saving would change', { whole: true, low: true });
  await room.confirm();
  await room.show(m.letters_former());
  await camera.take('earlier versions', { whole: true });
}

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright';
import { m } from '../../src/messages/compiled/messages.js';
import { drop } from './drop.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { choose, press, reach, standOn, write, writeOver } from './keyboard.ts';
import {
  answerDialogs,
  changeLocation,
  LocationsSection,
  locationsOnRecord,
  makeLocation,
} from './locations.ts';

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'carrel-locations-'));
});
test.afterEach(() => rm(folder, { recursive: true }));

const dropText = (page: Page, name: string, text: string): Promise<unknown> =>
  drop(page, m.configuration_locations_file(), { name, text });

test('the locations of this library and of others: filtered as one types, in full with all that came, the code copied', async ({
  carrel,
  service,
}) => {
  const { page } = carrel;
  const section = new LocationsSection(page);
  await changeLocation(service, 'CLOSED', { our_own: { floor: 2 }, description: 'Ask at the desk' });
  await section.go();
  await expect(
    page.getByRole('combobox', { name: `${m.configuration_locations_library()}: Main Library` }),
  ).toBeVisible();
  await expect(section.rows).toHaveCount(3);
  await expectAccessible(page, 'locations');
  await reach(section.filter);
  await write(page, 'clos');
  await expect(section.rows).toHaveCount(1);
  await writeOver(page, 'nothing of that kind');
  await expect(page.getByText(m.configuration_locations_none_found())).toBeVisible();
  await section.press(m.configuration_locations_show_all());
  await expect(section.rows).toHaveCount(3);

  await standOn(page.getByRole('grid'), 'CLOSED');
  await press(page, 'Enter');
  await expect(section.location).toContainText('Ask at the desk');
  await expect(section.location).toContainText('our_own');
  await expect(section.location).toContainText('{"floor":2}');
  await expectAccessible(page, 'a location');
  await section.press(m.configuration_locations_copy());
  await expect(section.strip).toContainText(m.configuration_locations_copied());
  await press(page, 'Escape');
  await expect(section.rows.filter({ hasText: 'CLOSED' })).toBeFocused();

  const list = page.getByRole('region', { name: m.configuration_section_locations(), exact: true });
  await choose(page, m.configuration_locations_library(), 'Law Library', list);
  await expect(
    page.getByRole('grid', { name: m.configuration_locations_of({ library: 'Law Library' }) }),
  ).toBeVisible();
});

test('a location is made, with a warning of a code that is nearly another; edited; and deleted', async ({
  carrel,
  service,
}) => {
  test.setTimeout(120_000); // a whole flow
  const { page } = carrel;
  const section = new LocationsSection(page);
  await section.go();
  await section.press(m.configuration_locations_new());
  const code = section.dialog.getByRole('textbox', { name: m.configuration_locations_code() });
  await expect(code).toBeFocused();
  await write(page, 'open');
  await expect(section.dialog).toContainText(m.configuration_locations_alike({ code: 'OPEN' }));
  await writeOver(page, 'OPEN');
  await expect(section.dialog).toContainText(m.configuration_locations_code_taken());
  await expect(section.dialog.getByRole('button', { name: m.configuration_locations_make() })).toBeDisabled();
  await writeOver(page, 'MAPS');
  await reach(
    section.dialog.getByRole('textbox', { name: m.configuration_locations_name(), exact: false }).first(),
  );
  await write(page, 'Map room');
  await expectAccessible(page, 'a new location');

  // What was typed is there again; what is missing is named.
  await press(page, 'Escape');
  await section.press(m.lists_draft_go_on());
  await expect(code).toHaveValue('MAPS');
  await reach(section.dialog.getByRole('button', { name: m.configuration_locations_make() }));
  await press(page, 'Enter');
  await expect(section.dialog.locator('[aria-invalid="true"]')).toHaveCount(1);
  await choose(page, m.configuration_locations_type(), 'Closed', section.dialog);
  await reach(section.dialog.getByRole('button', { name: m.configuration_locations_make() }));
  await press(page, 'Enter');
  await expect(section.dialog).toBeHidden();
  await expect(section.strip).toContainText('Map room');
  await expect(section.rows).toHaveCount(4);
  expect((await locationsOnRecord(service)).at(-1)).toMatchObject({
    code: 'MAPS',
    type: { value: 'CLOSED' },
  });

  await changeLocation(service, 'MAPS', { our_own: [1] });
  await standOn(page.getByRole('grid'), 'MAPS');
  await press(page, 'Enter');
  await section.press(m.configuration_locations_edit(), section.location);
  const name = section.dialog.getByRole('textbox', { name: m.configuration_locations_name() }).first();
  await expect(name).toBeFocused();
  await writeOver(page, 'Maps and plans');
  await press(page, 'Enter');
  await expect(section.dialog).toBeHidden();
  await expect(section.location.getByRole('heading', { level: 2 })).toHaveText('Maps and plans');
  expect((await locationsOnRecord(service)).at(-1)).toMatchObject({ name: 'Maps and plans', our_own: [1] });

  await section.press(m.configuration_locations_delete(), section.location);
  await expect(section.dialog).toContainText(m.configuration_locations_delete_unless());
  await expectAccessible(page, 'a location to delete');
  await section.press(m.configuration_locations_delete(), section.dialog);
  await expect(section.rows).toHaveCount(3);
  await expect(section.strip).toContainText(m.configuration_locations_done_delete());
  expect((await locationsOnRecord(service)).map((one) => one.code)).not.toContain('MAPS');
});

test('what someone else changed meanwhile is shown side by side, and what is linked is not deleted', async ({
  carrel,
  service,
}) => {
  test.setTimeout(120_000); // a whole flow
  const { page } = carrel;
  const section = new LocationsSection(page);
  await section.go();
  await standOn(page.getByRole('grid'), 'OPEN');
  await press(page, 'Enter');
  await section.press(m.configuration_locations_edit(), section.location);
  await expect(section.dialog.getByRole('textbox').first()).toBeFocused();
  await writeOver(page, 'Ground floor');
  await changeLocation(service, 'OPEN', { name: 'First floor', description: 'By the stairs' });
  await press(page, 'Enter');
  await expect(section.dialog).toContainText('First floor');
  await expect(section.dialog.getByRole('table')).toContainText('By the stairs');
  await expectAccessible(page, 'a location changed by two');
  await section.press(m.lists_conflict_all_mine(), section.dialog);
  await section.press(m.lists_conflict_save(), section.dialog);
  await expect(section.dialog).toBeHidden();
  expect((await locationsOnRecord(service))[0]).toMatchObject({ name: 'Ground floor' });

  await section.press(m.configuration_locations_delete(), section.location);
  await section.press(m.configuration_locations_delete(), section.dialog);
  await expect(section.dialog.getByRole('alert')).toContainText(m.failures_conf_locations_delete_9100404());
  await expect(section.dialog).toContainText(m.configuration_locations_delete_linked());
  await expectAccessible(page, 'a location that is not deleted');
  await press(page, 'Escape');
  expect(await locationsOnRecord(service)).toHaveLength(3);
});

test('a location that is gone already is told as that and nothing else, and is not listed any more', async ({
  carrel,
  service,
}) => {
  const { page } = carrel;
  const section = new LocationsSection(page);
  await makeLocation(service, 'OLD', 'Old room');
  await section.go();
  await standOn(page.getByRole('grid'), 'OLD');
  await press(page, 'Enter');
  await section.press(m.configuration_locations_delete(), section.location);
  await service.client.call('conf.locations.delete', {
    path: { library_code: 'MAIN', location_code: 'OLD' },
  });
  await section.press(m.configuration_locations_delete(), section.dialog);
  await expect(section.dialog.getByRole('alert')).toContainText(m.failures_conf_locations_delete_9100402());
  await expect(section.dialog).not.toContainText(m.configuration_locations_delete_linked());
  await press(page, 'Escape');
  await expect(section.dialog).toBeHidden();
  await press(page, 'Escape');
  await expect(section.rows).toHaveCount(3);
});

test('all locations as a file, changed, put beside the library, and written row by row, with a pause and a report', async ({
  carrel,
  service,
}) => {
  test.setTimeout(180_000); // a whole flow
  const { page } = carrel;
  const section = new LocationsSection(page);
  const saved = path.join(folder, 'saved.csv');
  await makeLocation(service, 'OLD', 'Old room');
  await section.go();
  await answerDialogs(carrel, { save: saved });
  await section.press(m.configuration_locations_export());
  await expect(section.strip).toContainText('saved.csv');
  const text = await readFile(saved, 'utf8');
  expect(text).toMatch(/^\uFEFFCode,Name,Type,/);
  expect(text.trim().split('\r\n')).toHaveLength(5);

  // Without the last one, with another name, two new ones, and a row that cannot be taken.
  const lines = text.trim().split('\r\n').slice(0, 4);
  const changed = lines.map((line) => line.replace('OPEN,Open Stacks', 'OPEN,Ground floor'));
  const file = path.join(folder, 'changed.csv');
  await writeFile(
    file,
    [...changed, 'MAPS,Map room,OPEN', 'ATLAS,Atlases,OPEN', 'closed,Twin,OPEN'].join('\r\n'),
  );
  await answerDialogs(carrel, { open: file });
  await section.press(m.configuration_locations_file());
  await expectAccessible(page, 'no file of locations yet');
  await section.press(m.configuration_locations_file_choose());
  await expect(section.file).toContainText('changed.csv');
  const rows = section.rowsIn(section.file);
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: 'OPEN' }).first()).toContainText(/Open Stacks.* → .*Ground floor/);
  await section.show(/With problems/, section.file);
  await expect(rows.filter({ hasText: 'Twin' })).toContainText('Only case or spaces differ');
  await expectAccessible(page, 'a file of locations with problems');

  // Nothing is deleted unless it is asked for, and then each is named.
  await reach(section.file.getByRole('checkbox', { name: m.configuration_locations_deletes() }));
  await press(page, 'Space');
  await expect(rows).toHaveCount(4);
  await expect(rows.filter({ hasText: 'OLD' })).toContainText(m.configuration_locations_act_delete());
  await expectAccessible(page, 'a file of locations');
  expect((await locationsOnRecord(service)).map(({ name }) => name)).toContain('Open Stacks');

  await section.press(/^Write 4 rows/, section.file);
  await expect(section.question).toContainText('1 location will be deleted.');
  await expect(section.question).toContainText('2 rows with problems are left out.');
  await service.faults({ operation: 'conf.locations.create', fault: 'delay', ms: 8000, count: 1 });
  await section.press(m.configuration_locations_start_act(), section.question);
  await expect(section.job).toBeVisible();
  await section.press(m.configuration_locations_pause(), section.job);
  await expect(section.job).toContainText(m.configuration_locations_paused(), { timeout: 15_000 });
  await expectAccessible(page, 'a paused file of locations');
  await service.faults({ operation: 'conf.locations.delete', fault: 'status', status: 400, count: 1 });
  await section.press(m.configuration_locations_go_on(), section.job);
  await expect(section.job).toContainText(m.configuration_locations_finished());
  await expect(section.job).toContainText('3 of 4 written · 1 not written');
  await section.show(/Not written/, section.job);
  await expect(section.rowsIn(section.job)).toHaveCount(1);
  await expect(section.rowsIn(section.job)).toContainText(m.configuration_locations_state_refused());
  await expectAccessible(page, 'a finished file of locations');
  expect((await locationsOnRecord(service)).map(({ code }) => code)).toEqual([
    ...['OPEN', 'CLOSED', 'REMOTE', 'OLD', 'MAPS', 'ATLAS'],
  ]);

  const report = path.join(folder, 'outcomes.csv');
  await answerDialogs(carrel, { save: report });
  await section.press(m.configuration_locations_save_outcomes(), section.job);
  await expect(section.strip).toContainText('outcomes.csv');
  expect((await readFile(report, 'utf8')).trim().split('\r\n')).toHaveLength(5);
  await section.press(m.configuration_locations_dismiss(), section.job);
  await expect(section.job).toBeHidden();
  await expect(page.getByText(m.configuration_locations_left({ count: 1, shown: '1' }))).toHaveCount(0);
});

test('a file that cannot be taken says why, and nothing can be started', async ({ carrel }) => {
  const { page } = carrel;
  const section = new LocationsSection(page);
  await section.go();
  await section.press(m.configuration_locations_file());
  const startButton = section.file.getByRole('button', { name: /^Write/ });
  await dropText(page, 'a.csv', 'Name;Type\nOne;OPEN\n');
  await expect(section.file).toContainText(m.configuration_locations_reason_no_code());
  await expect(startButton).toBeDisabled();
  await dropText(page, 'b.csv', 'Code;Name\nOPEN;"Open\nCLOSED;Closed\n');
  await expect(section.file).toContainText('quotation marks are not closed');
  await expect(startButton).toBeDisabled();
  await expectAccessible(page, 'a broken file of locations');
  await dropText(page, 'c.csv', '');
  await expect(section.file.getByRole('alert')).toBeVisible();
  // Another separator than was found.
  await dropText(page, 'd.csv', 'Code\tName\nOPEN\tGround floor\n');
  await expect(section.rowsIn(section.file)).toHaveCount(1);
  await choose(page, m.invoice_import_separator(), 'Semicolon', section.file);
  await expect(section.file).toContainText(m.configuration_locations_reason_no_code());
  await press(page, 'Escape');
  await expect(section.rows).toHaveCount(3);
});

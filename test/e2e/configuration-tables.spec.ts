import { m } from '../../src/messages/compiled/messages.js';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { press, reach, strike, write } from './keyboard.ts';
import { codesOf, columnsOf, descriptionsOf, rewrite, Tables, writeClipboard } from './tables.ts';

const name = 'NoteTypes';
const asSaved = m.configuration_tables_saved_as_sent();

test('saving shows the difference first, and a drop is agreed to', async ({ carrel, service }) => {
  const { page } = carrel;
  const tables = await Tables.opened(page, name);
  await tables.press('ArrowRight');
  await tables.over('At the desk');
  await tables.press('ArrowDown', 'Control+Delete', 'Insert');
  await tables.over('NEW');
  const counts = '1 added, 1 changed, 1 dropped';
  await expect(page.getByText(m.configuration_tables_unsaved({ what: counts }))).toBeVisible();
  await tables.look();
  await expect(tables.difference.locator('ins')).toHaveText(['At the desk']);
  await expect(tables.difference.getByRole('table')).toHaveCount(3);
  await expect(
    tables.difference.getByRole('table', {
      name: m.configuration_tables_dropped_title({ count: 1, shown: '1' }),
    }),
  ).toContainText('ADDRESS');
  await expectAccessible(page, 'the difference');
  const save = tables.button(m.configuration_tables_save({ counts }));
  await expect(save).toBeDisabled();
  // Esc is back to the rows: nothing is lost.
  await press(page, 'Escape');
  await expect(tables.cell(name, 3, 0)).toHaveText('NEW');
  await tables.look();
  const agree = page.getByRole('checkbox', {
    name: m.configuration_tables_may_drop({ count: 1, shown: '1' }),
  });
  await expect(agree).not.toBeChecked();
  await reach(agree);
  await press(page, 'Space');
  await reach(save);
  await press(page, 'Enter');
  await expect(page.getByText(asSaved)).toBeVisible();
  expect(await codesOf(service, name)).toEqual(['CIRCULATION', 'GENERAL', 'LIBRARY', 'NEW']);
  await expect(tables.button(m.grid_save())).toBeDisabled();
  await expectAccessible(page, 'a table that was saved');

  // The former table is put back by one act, and saved as any edit.
  await reach(tables.button(m.configuration_tables_former()));
  await press(page, 'Enter');
  await expect(page.getByRole('menuitem')).toHaveAttribute('data-highlighted', '');
  await press(page, 'Enter');
  await expect.poll(() => tables.column(name, 0)).toEqual(['CIRCULATION', 'GENERAL', 'ADDRESS', 'LIBRARY']);
  await expect(page.getByText(m.configuration_tables_put_back_unsaved())).toBeVisible();
  await tables.look();
  await reach(
    page.getByRole('checkbox', { name: m.configuration_tables_may_drop({ count: 1, shown: '1' }) }),
  );
  await press(page, 'Space');
  await tables.act('Save: 1 added, 1 changed, 1 dropped');
  await expect(page.getByText(asSaved)).toBeVisible();
  expect(await codesOf(service, name)).toEqual(['CIRCULATION', 'GENERAL', 'ADDRESS', 'LIBRARY']);
});

test('what two people changed in different rows is merged; where both changed one, a side is chosen', async ({
  carrel,
  service,
}) => {
  const { page } = carrel;
  const tables = await Tables.opened(page, name);
  await tables.press('ArrowRight');
  await tables.over('Mine');
  await tables.over('Mine too');
  await rewrite(service, name, (rows) => [
    ...rows.map((row) =>
      row.code === 'GENERAL'
        ? { ...row, description: 'Theirs' }
        : row.code === 'LIBRARY'
          ? { ...row, description: 'Other' }
          : row,
    ),
  ]);
  await tables.look();
  const conflicts = page.getByRole('region', {
    name: m.configuration_tables_conflicts({ count: 1, shown: '1' }),
  });
  await expect(conflicts).toContainText('Mine too');
  await expect(conflicts).toContainText('Theirs');
  await expect(
    page.getByRole('table', { name: m.configuration_tables_theirs_title({ count: 1, shown: '1' }) }),
  ).toContainText('Other');
  await expectAccessible(page, 'a conflict');
  await expect(page.getByText(m.configuration_tables_undecided({ count: 1, shown: '1' }))).toBeVisible();
  await tables.act(m.lists_conflict_all_theirs());
  await expect(conflicts.getByRole('radio', { name: /Theirs/ })).toBeChecked();
  // Meanwhile the table moves once more: what was looked at is not what would be saved.
  const save = tables.button('Save: 1 changed');
  await expect(save).toBeEnabled();
  await rewrite(service, name, (rows) =>
    rows.map((row) => (row.code === 'ADDRESS' ? { ...row, description: 'Third' } : row)),
  );
  await reach(save);
  await press(page, 'Enter');
  await expect(page.getByText(m.configuration_tables_moved())).toBeVisible();
  await expect(save).toBeEnabled();
  await reach(save);
  await press(page, 'Enter');
  await expect(page.getByText(asSaved)).toBeVisible();
  expect(await descriptionsOf(service, name)).toEqual(['Mine', 'Theirs', 'Third', 'Other']);
});

test('a row of ours that someone else overwrote is told, and put back by one act', async ({
  carrel,
  service,
}) => {
  const { page } = carrel;
  const tables = await Tables.opened(page, name);
  await tables.press('ArrowRight');
  await tables.over('Ours');
  await tables.save('1 changed');
  await rewrite(service, name, (rows) =>
    rows.map((row) => (row.code === 'CIRCULATION' ? { ...row, description: 'Old again' } : row)),
  );
  await tables.act(m.configuration_tables_again());
  const lost = page.getByRole('region', { name: m.configuration_tables_lost({ count: 1, shown: '1' }) });
  await expect(lost).toContainText('Ours');
  await expect(lost).toContainText('Old again');
  await expectAccessible(page, 'rows that were lost');
  await tables.act(m.configuration_tables_put_back());
  await expect(lost).toBeHidden();
  await expect(tables.cell(name, 0, 1)).toHaveText('Ours');
  await tables.save('1 changed');
  expect((await descriptionsOf(service, name))[0]).toBe('Ours');

  // Left as it is, it is not told again.
  await rewrite(service, name, (rows) =>
    rows.map((one) => (one.code === 'CIRCULATION' ? { ...one, description: 'Theirs now' } : one)),
  );
  await tables.act(m.configuration_tables_again());
  await expect(lost).toContainText('Theirs now');
  await tables.act(m.configuration_tables_leave_as_is());
  await expect(lost).toBeHidden();
  await tables.act(m.configuration_tables_again());
  await expect(tables.cell(name, 0, 1)).toHaveText('Theirs now');
  await expect(lost).toBeHidden();
});

test('an edit is kept while other tables and rooms are open, and given up only by a person', async ({
  carrel,
}) => {
  const { page } = carrel;
  const tables = await Tables.opened(page, name);
  await tables.over('KEPT');
  // Not yet entered when another room is opened.
  await write(page, 'HALF');
  await strike(page, 'Alt+1');
  await expect(tables.grid(name)).toBeHidden();
  await strike(page, 'Alt+5');
  await expect(tables.cell(name, 0, 0)).toHaveText('KEPT');
  await reach(tables.button(m.configuration_tables_all()));
  await press(page, 'Escape');
  await expect(tables.list.locator(`tr[data-key="${name}"]`)).toContainText(
    m.configuration_tables_not_saved(),
  );
  await tables.open('FineFeeType');
  await tables.press('Escape', 'Escape');
  await tables.open(name);
  await expect(tables.cell(name, 0, 0)).toHaveText('KEPT');
  await expect(tables.cell(name, 1, 0)).toHaveText('HALF');
  await tables.act(m.configuration_tables_give_up());
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('2 changed');
  await expectAccessible(page, 'the question before an edit is given up');
  await reach(question.getByRole('button', { name: m.configuration_tables_give_up() }));
  await press(page, 'Enter');
  await expect.poll(() => tables.column(name, 0)).toEqual(['CIRCULATION', 'GENERAL', 'ADDRESS', 'LIBRARY']);
});

test('an edit that lay so long that the table is not at hand any more is put on the table as it is now', async ({
  carrel,
  service,
}) => {
  const { page } = carrel;
  const tables = await Tables.opened(page, name);
  await tables.over('LONG');
  await rewrite(service, name, (rows) => [...rows, { code: 'THEIRS', description: 'Theirs' }]);
  for (let times = 0; times < 64; times += 1)
    await carrel.ask('configuration.tables.open', { kind: 'code', name: 'FineFeeType' });
  await press(page, 'Control+s');
  await tables.act(m.app_try_again());
  await expect(tables.difference.locator('ins')).toHaveText(['LONG']);
  await tables.act('Save: 1 changed');
  await expect(page.getByText(asSaved)).toBeVisible();
  expect(await codesOf(service, name)).toEqual(['LONG', 'GENERAL', 'ADDRESS', 'LIBRARY', 'THEIRS']);
});

test('a row without a code, a code twice and one that differs only in capitals are marked; the first two stop', async ({
  carrel,
  service,
}) => {
  const { page } = carrel;
  const tables = await Tables.opened(page, name);
  await writeClipboard(page, 'GENERAL\tone\ngeneral \ttwo\n\tthree\nlibrary\tfour\n');
  await tables.press('Control+End', 'Home', 'Insert', 'Control+v');
  await expect(tables.cell(name, 4, 0)).toHaveAttribute('title', m.configuration_tables_problem_twice());
  await expect(tables.cell(name, 1, 0)).toHaveAttribute('title', m.configuration_tables_problem_twice());
  await expect(tables.cell(name, 5, 0)).toHaveAttribute('title', m.configuration_tables_problem_blanks());
  await expect(tables.cell(name, 6, 0)).toHaveAttribute('title', m.configuration_tables_problem_no_code());
  await expect(tables.cell(name, 7, 0)).toHaveAttribute('title', m.configuration_tables_problem_case());
  await expectAccessible(page, 'rows with problems');
  await tables.look();
  await expect(page.getByText(m.configuration_tables_problems({ count: 2, shown: '2' }))).toBeVisible();
  await expect(page.getByText(m.configuration_tables_odd({ count: 2, shown: '2' }))).toBeVisible();
  await expect(tables.button('Save: 4 added')).toBeDisabled();
  await press(page, 'Escape');
  await tables.act(m.grid_undo());

  // All rows deleted: an empty table can be shown, filled again, and saved only on purpose.
  await tables.press('Control+a', 'Control+Delete');
  await expect(page.getByText(m.grid_nothing())).toBeVisible();
  await expectAccessible(page, 'an empty table');
  // Its keys are heard all the same.
  await expect(tables.grid(name)).toBeFocused();
  await press(page, 'Insert');
  await expect(tables.cell(name, 0, 0).locator(':focus')).toHaveCount(1);
  await press(page, 'Control+Delete');
  await expect(tables.grid(name)).toBeFocused();
  await press(page, 'Escape');
  await expect(tables.filter).toBeFocused();
  await tables.look();
  await expect(page.getByRole('checkbox')).not.toBeChecked();
  await press(page, 'Escape');
  expect(await codesOf(service, name)).toEqual(['CIRCULATION', 'GENERAL', 'ADDRESS', 'LIBRARY']);
});

test('tables are found by a code in their rows', async ({ carrel, service }) => {
  const { page } = carrel;
  const tables = new Tables(page);
  await tables.go();
  await reach(tables.search);
  await write(page, 'OVERDUEFINE');
  await press(page, 'Enter');
  await expect(tables.list.locator('tr[data-key="FineFeeType"]')).toContainText(
    m.configuration_tables_rows({ count: 1, shown: '1' }),
  );
  await expectAccessible(page, 'tables that were found');
  // Slow: it says how far it is, and can be stopped.
  await service.faults({ operation: 'conf.codeTables.get', fault: 'delay', ms: 60_000 });
  await press(page, 'Control+a');
  await write(page, 'GENERAL');
  await press(page, 'Enter');
  await expect(page.getByText(m.configuration_tables_finding())).toBeVisible();
  await tables.act(m.app_stop());
  await expect(page.getByText(m.configuration_tables_finding())).toBeHidden();
  // One that could not be read is told: what was looked for may be in it.
  await service.faults({ operation: 'conf.codeTables.get', fault: 'status', status: 400, count: 1 });
  await reach(tables.search);
  await press(page, 'Enter');
  await expect(page.getByText(m.configuration_tables_unread({ count: 1, shown: '1' }))).toBeVisible();
  await service.faults();
});

test('a mapping table is edited, and its rows are known by all their columns', async ({
  carrel,
  service,
}) => {
  const { page } = carrel;
  const tables = new Tables(page, 'mapping');
  const table = 'PickupLibraries';
  await tables.go(5);
  await tables.open(table);
  await tables.press('Control+Home', 'Control+d');
  await expect(tables.cell(table, 1, 0)).toHaveAttribute('title', m.configuration_tables_problem_twice());
  await tables.press('ArrowRight');
  await tables.over('MAIN');
  await tables.save('1 added');
  expect(await columnsOf(service, table)).toContain('MAIN MAIN');
  await expectAccessible(page, 'a mapping table');
});

test('Ctrl+S is for the table that is seen, and not for one of another section', async ({ carrel }) => {
  const { page } = carrel;
  const [codes, mappings] = [new Tables(page), new Tables(page, 'mapping')];
  await codes.go();
  await codes.open(name);
  await codes.over('KEPT');
  await press(page, 'F6');
  await mappings.open('PickupLibraries');
  await mappings.over('ELSEWHERE');
  await mappings.look();
  await expect(page.getByRole('article', { name: 'PickupLibraries' })).toBeVisible();
  await press(page, 'Shift+F6');
  await expect(codes.cell(name, 0, 0)).toHaveText('KEPT');
  await expect(codes.difference).toBeHidden();
});

test.describe('an answer that does not come', () => {
  test.use({ alone: true });
  test('is said, and the edit stays', async ({ carrel, service }) => {
    const { page } = carrel;
    const tables = await Tables.opened(page, name);
    await tables.press('ArrowRight');
    await tables.over('Perhaps');
    await tables.look();
    await service.faults({ operation: 'conf.codeTables.update', fault: 'drop-before', count: 20 });
    await tables.act('Save: 1 changed');
    await expect(page.getByRole('alert').first()).toBeVisible();
    await expectAccessible(page, 'a table that was not saved');
    await service.faults();
    await press(page, 'Escape');
    await expect(tables.cell(name, 0, 1)).toHaveText('Perhaps');
  });
});

test.describe('by the pointer', () => {
  test.use({ keyboardOnly: false });
  test('a block is dragged, a row is moved by its grip, and a column is sorted by', async ({ carrel }) => {
    const { page } = carrel;
    const tables = await Tables.opened(page, name);
    const middle = async (row: number, column: number): Promise<[number, number]> => {
      const box = await tables.cell(name, row, column).boundingBox();
      return [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
    };
    await page.mouse.move(...(await middle(0, 0)));
    await page.mouse.down();
    await page.mouse.move(...(await middle(2, 1)), { steps: 4 });
    await page.mouse.up();
    await expect(tables.grid(name).locator('[aria-selected="true"]')).toHaveCount(6);
    const grip = await tables.grid(name).locator('[data-grip]').first().boundingBox();
    const [, below] = await middle(2, 0);
    await page.mouse.click((grip?.x ?? 0) + 30, (grip?.y ?? 0) + 5);
    await page.mouse.move((grip?.x ?? 0) + 3, (grip?.y ?? 0) + 5);
    await page.mouse.down();
    await page.mouse.move((grip?.x ?? 0) + 3, below + 14, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => tables.column(name, 0)).toEqual(['GENERAL', 'ADDRESS', 'CIRCULATION', 'LIBRARY']);
    await tables.cell(name, 0, 1).dblclick();
    await write(page, '!');
    await press(page, 'Enter');
    await expect(tables.cell(name, 0, 1)).toHaveText('General!');
    // A word of what is being typed is chosen; what was typed stays.
    await write(page, 'typed');
    await tables.cell(name, 1, 1).getByRole('textbox').dblclick();
    await press(page, 'Enter');
    await expect(tables.cell(name, 1, 1)).toHaveText('typed');
    await tables.cell(name, 1, 3).getByRole('checkbox').click();
    await expect(tables.cell(name, 1, 3).getByRole('checkbox')).not.toBeChecked();
    await tables.grid(name).getByRole('columnheader').nth(1).getByRole('button').click();
    await expect.poll(() => tables.column(name, 0)).toEqual(['ADDRESS', 'CIRCULATION', 'GENERAL', 'LIBRARY']);
  });
});

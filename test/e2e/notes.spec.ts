import { doneLine } from './desk.ts';
import { notesOf } from '../../src/service/notes.ts';
import { sampleCode as code } from '../../src/service/samples.ts';
import type { NewUser } from '../../src/service/shapes/user.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { choose, press, standOn, write } from './keyboard.ts';

const rivka = { card: code('patronGood'), name: 'Rivka Ben-Ami' };
const path = { user_id: rivka.card };

test('a note is added, with its type, popping up at the next desk; another one, over a change from elsewhere; and one removed', async ({
  desk,
  service,
}) => {
  test.setTimeout(1_080_000); // a whole flow
  const { page } = desk;
  const notes = async () => notesOf(await service.client.call('users.get', { path }));
  await desk.open(rivka.card, rivka.name);
  const panel = await desk.tab('notes');
  await expect(panel.getByText('No notes')).toBeVisible();
  await expectAccessible(page, 'no notes');

  await press(page, 'n');
  const text = desk.dialog.getByRole('textbox', { name: 'Note' });
  await expect(text).toBeFocused();
  await write(page, 'Lost her card');
  await press(page, 'Enter');
  await write(page, 'twice');
  await choose(page, 'Type', 'General');
  await desk.reach(desk.dialog.getByRole('checkbox', { name: 'Pops up' }));
  await press(page, 'Space');
  await expectAccessible(page, 'adding a note');
  await desk.reach(desk.dialog.getByRole('button', { name: /^Add the note/ }));
  await press(page, 'Enter');
  await expect(desk.dialog).toHaveCount(0);
  const row = panel.getByRole('row').filter({ hasText: 'Lost her card' });
  await expect(row).toContainText('General');
  await expect(row).toContainText('Pops up');
  await expect(page.getByRole('tab', { name: /^Notes/ })).toHaveText(/Notes\s*1/);
  expect(await notes()).toMatchObject([
    {
      note_text: 'Lost her card\ntwice',
      note_type: { value: 'GENERAL' },
      popup_note: true,
      user_viewable: false,
    },
  ]);
  // Whoever wrote it has seen it: nothing stands in the way.
  await expect(desk.notes).toHaveCount(0);
  await desk.scanned(code('itemFree1'), 'Lent', 'The Overstory');

  // Read anew on demand, so that nothing reads the patron by itself while the next note is written.
  await expect(page.getByRole('tab', { name: /^Loans/ })).toHaveText(/Loans\s*5/);
  await desk.tab('notes');
  await press(page, 'F5');
  await expect(panel.locator('[aria-busy="true"]')).toHaveCount(0);
  await press(page, 'n');
  await expect(text).toBeFocused();
  const user = await service.client.call('users.get', { path });
  await service.client.call('users.update', {
    path,
    body: { ...user, last_name: 'Ben-Ami Levi' } as NewUser,
  });
  await write(page, 'Has another name now');
  await desk.reach(desk.dialog.getByRole('button', { name: /^Add the note/ }));
  await press(page, 'Enter');
  await expect(desk.dialog.getByRole('alert')).toContainText('Changed meanwhile');
  await expect(desk.dialog.getByRole('alert')).toContainText('Ben-Ami Levi');
  await expectAccessible(page, 'a note over a change');
  expect(await notes()).toHaveLength(1);
  await desk.reach(desk.dialog.getByRole('button', { name: /^Add the note/ }));
  await press(page, 'Enter');
  await expect(desk.dialog).toHaveCount(0);
  expect(await notes()).toHaveLength(2);

  await standOn(panel.getByRole('grid'), 'Lost her card');
  await press(page, 'Delete');
  await expect(desk.dialog).toContainText('Lost her card');
  await expectAccessible(page, 'removing a note');
  await desk.reach(desk.dialog.getByRole('button', { name: /^Remove the note/ }));
  await press(page, 'Enter');
  await expect(desk.dialog).toHaveCount(0);
  await expect(doneLine(panel)).toContainText('Note removed');
  await expect(panel.getByRole('row').filter({ hasText: 'Lost her card' })).toHaveCount(0);
  const after = await service.client.call('users.get', { path });
  expect(after).toMatchObject({ last_name: 'Ben-Ami Levi' });
  expect(notesOf(after)).toMatchObject([{ note_text: 'Has another name now' }]);
});

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { m } from '../../src/messages/compiled/messages.js';
import { codes } from '../../src/service/codes.ts';
import { sampleCode as code } from '../../src/service/samples.ts';
import type { NewUser, User } from '../../src/service/shapes/user.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test, type Service } from './fixtures.ts';
import { choose, press, reach, write, writeOver } from './keyboard.ts';

const rivka = { card: code('patronGood'), name: 'Rivka Ben-Ami' };
const grace = { card: code('patronNothing'), name: 'Grace Okafor' };

const recordOf = (service: Service, id: string): Promise<User> =>
  service.client.call('users.get', { path: { user_id: id } });

/** Somebody at another desk changes a record. */
async function elsewhere(service: Service, id: string, change: object): Promise<void> {
  const body = { ...(await recordOf(service, id)), ...change } as NewUser;
  await service.client.call('users.update', { path: { user_id: id }, body });
}

test('a patron is added, changed by two at once, refused to be deleted, and deleted', async ({
  desk,
  service,
}) => {
  // A person's whole afternoon with one record: long, and of one piece.
  test.slow();
  const { page, dialog } = desk;
  const id = 'zelda.quist';

  await test.step('added from a search that found nobody', async () => {
    await press(page, 'F4');
    await write(page, 'Zelda Quist');
    await expect(page.getByText('No patron found: “Zelda Quist”')).toBeVisible();
    await press(page, 'Shift+F4');
    await expect(dialog.getByLabel('First name')).toBeFocused();
    await expect(dialog.getByLabel('First name')).toHaveValue('Zelda');
    await expect(dialog.getByLabel('Last name')).toHaveValue('Quist');
    await expectAccessible(page, 'a new patron');
    // Esc loses nothing: it is offered again, and goes on where it was left.
    await press(page, 'Escape');
    await expect(dialog).toHaveCount(0);
    await expect(desk.patron.getByText(m.lists_draft())).toBeVisible();
    await expect(desk.patron.getByText('Zelda Quist')).toBeVisible();
    await expectAccessible(page, 'a new patron who was begun');
    await reach(desk.patron.getByRole('button', { name: m.lists_draft_go_on() }));
    await press(page, 'Enter');
    await expect(dialog.getByLabel('Last name')).toHaveValue('Quist');
    await expect(dialog.getByText(m.lists_draft_again())).toBeVisible();

    await reach(dialog.getByLabel('Primary ID'));
    await write(page, grace.card);
    await choose(page, 'Group', 'Student');
    await reach(dialog.getByRole('button', { name: m.patrons_email_add() }));
    await press(page, 'Enter');
    const mail = dialog.getByRole('textbox', { name: /^E-mail/ });
    await expect(mail).toBeFocused();
    await write(page, 'zelda');
    await press(page, 'Enter');
    await expect(dialog.getByText('E-mail: not an e-mail address')).toBeVisible();
    await expect(mail).toBeFocused();
    await writeOver(page, 'zelda@example.org');
    await press(page, 'Enter');
    const primaryId = dialog.getByLabel('Primary ID');
    await expect(primaryId).toHaveAttribute('aria-invalid', 'true');
    await expect(primaryId).toBeFocused();
    await expect(dialog.getByRole('alert')).toContainText('Identifier already in use');
    await expectAccessible(page, 'a patron who was refused');
    await writeOver(page, id);
    await press(page, 'Enter');
    await expect(dialog).toHaveCount(0);
    await expect(desk.heading).toHaveText('Zelda Quist');
    expect(await recordOf(service, id)).toMatchObject({
      user_group: { value: 'STUDENT' },
      emails: [{ address: 'zelda@example.org', preferred: true }],
    });
  });

  await test.step('changed here and elsewhere: both are shown, and a person chooses', async () => {
    const panel = await desk.tab('details');
    await expect(panel).toContainText('zelda@example.org');
    await expectAccessible(page, 'the details of a patron');
    await press(page, 'e');
    await expect(dialog.getByLabel('First name')).toBeFocused();
    await elsewhere(service, id, {
      last_name: 'Elsewhere',
      expiry_date: '2031-04-05Z',
      of_another: 'kept',
    });
    await reach(dialog.getByLabel('Last name'));
    await writeOver(page, 'Quist-Here');
    await press(page, 'Enter');

    const row = (field: string) =>
      dialog.getByRole('row').filter({ has: page.getByRole('rowheader', { name: field, exact: true }) });
    await expect(row('Last name')).toContainText(/Quist[\s\S]*Elsewhere[\s\S]*Quist-Here/);
    await expect(row('Expires')).toContainText('2031');
    await expect(dialog).toContainText('Of another');
    await expect(dialog.getByText('1 field changed by both: choose a side')).toBeVisible();
    const save = dialog.getByRole('button', { name: m.lists_conflict_save() });
    await expect(save).toBeDisabled();
    await expectAccessible(page, 'two versions of a record');
    expect(await recordOf(service, id)).toMatchObject({ last_name: 'Elsewhere' });

    await reach(dialog.getByRole('radio', { name: 'Last name: Theirs' }));
    await press(page, 'ArrowRight');
    await expect(dialog.getByRole('radio', { name: 'Last name: Yours' })).toBeChecked();
    await reach(save);
    await press(page, 'Enter');
    await expect(dialog).toHaveCount(0);
    await expect(desk.stageWord).toHaveText('Saved');
    await expect(panel).toContainText('Quist-Here');
    expect(await recordOf(service, id)).toMatchObject({
      last_name: 'Quist-Here',
      expiry_date: '2031-04-05Z',
      of_another: 'kept',
    });
  });

  const deposit = { user_id: id, deposit_id: '' };
  await test.step('not deleted while a fee is open and a deposit is held, and the way to them', async () => {
    const { id: held } = await service.client.call('users.deposits.create', {
      path: { user_id: id },
      body: { deposit_profile: { value: 'DEPOSIT' }, amount: '20.00', owner: { value: 'MAIN' } },
    });
    deposit.deposit_id = String(held);
    await service.client.call('users.deposits.act', { path: deposit, query: { op: 'pay' } });
    await service.client.call('users.fees.create', {
      path: { user_id: id },
      body: { type: { value: 'OTHER' }, original_amount: '3.00', owner: { value: 'MAIN' } },
    });
    await reach(page.getByRole('tab', { name: 'Details' }), 'Shift+Tab');
    await press(page, 'Delete');
    await expect(dialog).toContainText('1 unpaid fee');
    const act = dialog.getByRole('button', { name: m.patrons_delete_act() });
    await reach(act);
    await press(page, 'Enter');
    await expect(dialog.getByRole('alert')).toContainText('Something is still open');
    await expect(dialog.getByRole('alert')).toContainText('Patron not deleted.');
    await expect(act, 'it would be refused again').toBeDisabled();
    await expect(dialog.getByRole('button', { name: m.app_do_nothing() })).toBeFocused();
    await expectAccessible(page, 'a patron who cannot be deleted');
    await reach(dialog.getByRole('button', { name: 'Show 1 unpaid fee' }));
    await press(page, 'Enter');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('tab', { name: /^Fees/ })).toHaveAttribute('aria-selected', 'true');
    await desk.tab('details');
    await press(page, 'Delete');
    await reach(dialog.getByRole('button', { name: 'Show 1 deposit' }));
    await press(page, 'Enter');
    await expect(page.getByRole('tab', { name: /^Deposits/ })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tabpanel')).toContainText('20.00');
  });

  await test.step('deleted once nothing is open', async () => {
    await service.client.call('users.fees.payAll', { path: { user_id: id }, query: {} });
    await service.client.call('users.deposits.act', { path: deposit, query: { op: 'refund' } });
    await desk.tab('details');
    await press(page, 'Delete');
    await expect(dialog).toContainText('No open loans, requests or fees.');
    await expectAccessible(page, 'deleting a patron');
    await reach(dialog.getByRole('button', { name: m.patrons_delete_act() }));
    await press(page, 'Enter');
    await expect(desk.stageWhat).toHaveText(m.patrons_deleted());
    await expect(desk.box).toBeFocused();
    await expect(recordOf(service, id)).rejects.toMatchObject({ code: codes.userNotFound });
    await press(page, 'F8');
    await expect(desk.stageWhat).toHaveText(m.patrons_deleted());
  });
});

test('found: page by page, in another order; and those who were here last', async ({ desk }) => {
  const { page } = desk;
  const hits = page.getByRole('listbox', { name: m.app_search_results() });
  await press(page, 'F4');
  await write(page, 'example');
  await expect(page.getByText(/^1–10 of/)).toBeVisible();
  const first = await hits.getByRole('option').first().innerText();
  await press(page, 'PageDown');
  await expect(page.getByText(/^11–20 of/)).toBeVisible();
  await expect(hits.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await press(page, 'ArrowUp');
  await expect(page.getByText(/^1–10 of/)).toBeVisible();
  await expect(hits.getByRole('option').last()).toHaveAttribute('aria-selected', 'true');
  await press(page, 'Alt+s');
  await press(page, 'Alt+s');
  await expect(page.getByText(m.app_search_by_primary_id())).toBeVisible();
  await expect.poll(() => hits.getByRole('option').first().innerText()).not.toBe(first);
  const ids = await hits.getByRole('option').getByTestId('hit-number').allInnerTexts();
  expect(ids).toHaveLength(10);
  expect(ids).toEqual(ids.toSorted());
  await expectAccessible(page, 'a page of patrons');
  await press(page, 'Escape');

  await desk.open(rivka.card, rivka.name);
  await desk.open(grace.card, grace.name);
  await desk.open(code('patronTenLoans'), 'Michał Wiśniewski');
  await press(page, 'Shift+F8');
  const recent = page.getByRole('listbox', { name: m.app_search_recent() });
  await expect(recent.getByRole('option').getByTestId('hit-name')).toHaveText([grace.name, rivka.name]);
  await expect(recent.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page, 'those who were here last');
  await press(page, 'ArrowDown');
  await press(page, 'Enter');
  await expect(desk.heading).toHaveText(rivka.name);
  await expect(recent).toHaveCount(0);
  await expect(desk.box).toBeFocused();
});

test('personal data go to a file; where there are none, it is said which of the two is not there', async ({
  carrel,
  desk,
  service,
}) => {
  const { page } = desk;
  const folder = await mkdtemp(path.join(tmpdir(), 'carrel-personal-'));
  const answerDialog = (filePath: string): Promise<void> =>
    carrel.app.evaluate(({ dialog }, file) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: file === '', filePath: file });
    }, filePath);
  try {
    const file = path.join(folder, 'grace.json');
    await answerDialog('');
    await desk.open(grace.card, grace.name);
    const panel = await desk.tab('details');
    await press(page, 'x');
    await expect(panel.getByRole('button', { name: m.patrons_export() })).toBeEnabled();
    await expect(desk.stageWord).not.toContainText(m.patrons_export_saved());
    await answerDialog(path.join(folder, 'no such folder', 'grace.json'));
    await press(page, 'x');
    await expect(panel.getByRole('alert')).toContainText(m.failures_invalid_fileNotWritten());
    await answerDialog(file);
    await press(page, 'x');
    await expect(desk.stageWord).toContainText(m.patrons_export_saved());
    await expect(desk.stageWhat).toContainText('grace.json');
    await expect(panel.getByRole('alert')).toHaveCount(0);
    await expectAccessible(page, 'personal data saved');
    const saved = JSON.parse(await readFile(file, 'utf8')) as { user: User };
    expect(saved.user.primary_id).toBe('grace.okafor');

    await service.faults({ operation: 'users.personalData', fault: 'status', status: 404 });
    await press(page, 'x');
    await expect(desk.stageWord).toContainText(m.patrons_export_none());
    await service.faults();
    await service.client.call('users.delete', { path: { user_id: grace.card } });
    await press(page, 'x');
    await expect(panel.getByRole('alert')).toContainText(m.failures_users_personalData_401890());
    await expectAccessible(page, 'personal data of nobody');
  } finally {
    await rm(folder, { recursive: true });
  }
});

import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { connect, expect, test } from './fixtures.ts';
import { oneLine, press, standOn, writeOver } from './keyboard.ts';
import { Paper } from './paper.ts';
import { standBetween } from './proxy.ts';

const ten = { card: code('patronTenLoans'), name: 'Michał Wiśniewski' };
const four = { card: code('patronGood'), name: 'Rivka Ben-Ami' };

test.describe('renewing', () => {
  test('one loan: its new due date stands there', async ({ desk, service }) => {
    await desk.open(four.card, four.name);
    const panel = await desk.tab('loans');
    await expectAccessible(desk.page, 'loans');
    const row = await standOn(panel.getByRole('grid'), 'Braiding Sweetgrass');
    const before = await row.innerText();
    await press(desk.page, 'r');
    await expect(panel.getByText('1 renewed', { exact: true })).toBeVisible();
    await expect(row).toContainText('Renewed');
    await expect.poll(() => row.innerText()).not.toBe(before);
    const { items } = await service.client.call('users.loans.list', { path: { user_id: four.card } });
    expect(items.filter((loan) => loan.process_status === 'RENEW').map((loan) => loan.title)).toEqual([
      'Braiding Sweetgrass',
    ]);
  });

  test('the chosen ones, and no other', async ({ desk, service }) => {
    await desk.open(four.card, four.name);
    const panel = await desk.tab('loans');
    const table = panel.getByRole('grid');
    for (const title of ['The Library Book', 'The Elements of Typographic Style']) {
      await standOn(table, title);
      await press(desk.page, 'Space');
    }
    await expect(panel.getByRole('button', { name: /^Renew 2 chosen/ })).toBeVisible();
    await expectAccessible(desk.page, 'loans chosen');
    await press(desk.page, 'r');
    await expect(panel.getByText('2 renewed', { exact: true })).toBeVisible();
    const { items } = await service.client.call('users.loans.list', { path: { user_id: four.card } });
    const renewed = items.filter((loan) => loan.process_status === 'RENEW').map((loan) => loan.title);
    expect(renewed.toSorted()).toEqual(['The Elements of Typographic Style', 'The Library Book']);
  });

  test('all: progress with counts, an outcome for each, the refused with their reason', async ({
    desk,
    service,
  }) => {
    await service.faults({ fault: 'delay', ms: 300, operation: 'users.loans.renew' });
    await desk.open(ten.card, ten.name);
    const panel = await desk.tab('loans');
    await press(desk.page, 'Shift+R');
    await expect(panel.getByText(/Renewing\s*[3-9] of 10/)).toBeVisible();
    await expect(panel.getByRole('progressbar', { name: 'Renewing' })).toBeVisible();
    await expectAccessible(desk.page, 'renewing');
    await expect(panel.getByText('7 renewed', { exact: true })).toBeVisible();
    await expect(panel.getByText('3 not renewed', { exact: true })).toBeVisible();
    const rows = panel.locator('tbody tr[data-key]');
    await expect(rows.filter({ hasText: 'Renewed' })).toHaveCount(7);
    await expect(rows.filter({ hasText: 'Refused' })).toHaveCount(3);
    const reasons = panel.getByTestId('row-details');
    await expect(reasons).toHaveCount(3);
    for (const reason of await reasons.allInnerTexts())
      expect(reason).toContain('Renewal limit, or requested');
    await expectAccessible(desk.page, 'renewed and not renewed');
    // The service's own words, of one of them.
    await standOn(panel.getByRole('grid'), 'Imperium');
    await press(desk.page, 'Enter');
    await expect(panel.getByRole('alert')).toContainText('requested by another patron');
  });

  test('all, stopped in the middle: what was not tried is counted', async ({ desk, service }) => {
    await service.faults({ fault: 'delay', ms: 500, operation: 'users.loans.renew' });
    await desk.open(ten.card, ten.name);
    const panel = await desk.tab('loans');
    await press(desk.page, 'Shift+R');
    await desk.reach(panel.getByRole('button', { name: 'Stop' }));
    await press(desk.page, 'Enter');
    await expect(panel.getByText(/^\d+ not tried/)).toBeVisible();
    const { items } = await service.client.call('users.loans.list', { path: { user_id: ten.card } });
    const renewed = items.filter((loan) => loan.last_renew_date !== undefined).length;
    expect(renewed).toBeLessThan(7);
  });

  test('refused in the body of an answer that says 200: told as a refusal, with the reason', async ({
    desk,
    carrel,
    service,
  }) => {
    await using proxy = await standBetween(service.origin, ({ method, url, body }) => {
      if (method === 'GET' && /\/loans(\?|\/)/.test(url)) {
        return { status: 200, body: body.replaceAll(/"last_renew_date":"[^"]*",?/g, '') };
      }
      if (method !== 'POST' || !url.includes('op=renew')) return null;
      const loan = JSON.parse(body) as { loan_date: string };
      const due = new Date(Date.parse(loan.loan_date));
      due.setUTCDate(due.getUTCDate() + 28);
      const refused = { value: '401193;', desc: 'Item renew period exceeds patron’s card expiry' };
      return {
        status: 200,
        body: JSON.stringify({
          ...loan,
          due_date: dues.get(url),
          last_renew_date: undefined,
          last_renew_status: refused,
        }),
      };
    });
    const dues = new Map<string, unknown>();
    const { items } = await service.client.call('users.loans.list', { path: { user_id: four.card } });
    const user = await service.client.call('users.get', { path: { user_id: four.card } });
    for (const loan of items) {
      const id = encodeURIComponent(String(user.primary_id));
      dues.set(`/svcws/v1/users/${id}/loans/${String(loan.loan_id)}?op=renew`, loan.due_date);
    }
    await connect(carrel, { ...service, origin: proxy.origin });
    await desk.open(four.card, four.name);
    const panel = await desk.tab('loans');
    const row = await standOn(panel.getByRole('grid'), 'Braiding Sweetgrass');
    await press(desk.page, 'r');
    await expect(panel.getByText('1 not renewed', { exact: true })).toBeVisible();
    await expect(row).toContainText('Refused');
    await expect(panel.getByTestId('row-details')).toContainText('Renewal limit, or requested');
    await press(desk.page, 'Enter');
    await expect(panel.getByRole('alert')).toContainText('401193');
    await expect(panel.getByRole('alert')).toContainText('Item renew period exceeds');
  });
});

test('which loans, in which order, and why some cannot be renewed', async ({ desk }) => {
  await desk.open(ten.card, ten.name);
  const panel = await desk.tab('loans');
  const titles = async (): Promise<string[]> =>
    (await panel.locator('tbody tr[data-key]').getByTestId('title').allInnerTexts()).map(oneLine);
  await expect(panel.locator('tbody tr[data-key]')).toHaveCount(10);
  const byDue = await titles();
  await press(desk.page, 'o');
  await expect(panel.getByRole('button', { name: /^By title/ })).toBeVisible();
  expect(await titles()).toEqual(byDue.toSorted(new Intl.Collator('en', { numeric: true }).compare));
  // From a row, which goes with the others: the next key is still heard.
  await standOn(panel.getByRole('grid'), 'Imperium');
  // None of them is overdue or due soon: what would show nothing is not offered.
  await expect(panel.getByRole('button', { name: /^(Overdue|Due soon)/ })).toHaveCount(0);
  const notRenewable = panel.getByRole('button', { name: /^Not renewable/ });
  await expect(notRenewable).toHaveText(/Not renewable\s*2/);
  await press(desk.page, 'f');
  await expect(notRenewable).toHaveAttribute('aria-pressed', 'true');
  const rows = panel.locator('tbody tr[data-key]');
  await expect(rows).toHaveCount(2);
  await expect(panel.getByTestId('row-details')).toHaveCount(2);
  await expect(
    panel.getByTestId('row-details').filter({ hasText: 'Requested by another patron' }),
  ).toHaveCount(1);
  await expect(panel.getByTestId('row-details').filter({ hasText: 'No reason given' })).toHaveCount(1);
  await expectAccessible(desk.page, 'loans that cannot be renewed, and why');
  await expect(panel.getByRole('button', { name: /^Renew these 2/ })).toBeVisible();
  await press(desk.page, 'f');
  await expect(rows).toHaveCount(10);
  await expect(notRenewable).toHaveAttribute('aria-pressed', 'false');
  await expect(panel.getByRole('button', { name: /^Renew all/ })).toBeVisible();
});

test('many are renewed, paused, gone on with, and ended: what came of each can be handed on', async ({
  desk,
  carrel,
  service,
}) => {
  const paper = await Paper.beside(carrel.app);
  await service.faults({ fault: 'delay', ms: 250, operation: 'users.loans.renew' });
  await desk.open(ten.card, ten.name);
  const panel = await desk.tab('loans');
  const count = panel.getByText(/^(Renewing|Paused)/);
  await press(desk.page, 'Shift+R');
  await expect(count).toContainText(/Renewing\s*[2-5] of 10/);
  await press(desk.page, 'p');
  await expect(count).toContainText(/Paused\s*[2-7] of 10/);
  await expectAccessible(desk.page, 'a renewal that was paused');
  const renewed = async (): Promise<number> => {
    const path = { user_id: ten.card };
    const { items } = await service.client.call('users.loans.list', { path, query: { limit: 100 } });
    return items.filter((loan) => String(loan.last_renew_date ?? '') !== '').length;
  };
  const before = await renewed();
  const paused = await count.innerText();
  await press(desk.page, 'p');
  await expect(count).toContainText(/Renewing\s*[4-9] of 10/);
  expect(await renewed()).toBeGreaterThanOrEqual(before);
  expect(await count.innerText()).not.toBe(paused);
  await press(desk.page, 'p');
  await expect(count).toContainText('Paused');
  await press(desk.page, 'x');
  await expect(panel.getByText(/^\d+ not tried/)).toBeVisible();
  await press(desk.page, 'c');
  await expect(panel.getByText('Copied', { exact: true })).toBeVisible();
  const text = await carrel.app.evaluate(({ clipboard }) => clipboard.readText());
  expect(text).toContain(`Renewals for ${ten.name}`);
  expect(text.split('\n').filter((line) => line.startsWith('Renewed\t'))).toHaveLength(await renewed());
  await press(desk.page, 'l');
  const [slip = ''] = await paper.next();
  expect(slip).toContain(ten.name);
});

test.describe('the due date', () => {
  test('is changed to a day that was typed', async ({ desk, service }) => {
    await desk.open(four.card, four.name);
    const panel = await desk.tab('loans');
    await standOn(panel.getByRole('grid'), 'The Library Book');
    await press(desk.page, 'd');
    const field = desk.dialog.getByRole('textbox', { name: 'New due date' });
    await expect(field).toBeFocused();
    await expectAccessible(desk.page, 'changing a due date');
    const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
    await writeOver(desk.page, day);
    await press(desk.page, 'Enter');
    await expect(desk.dialog).toHaveCount(0);
    const { items } = await service.client.call('users.loans.list', { path: { user_id: four.card } });
    const due = items.find((loan) => loan.title === 'The Library Book')?.due_date;
    expect(Math.abs(Date.parse(String(due)) - Date.parse(`${day}T12:00:00Z`))).toBeLessThan(30 * 3_600_000);
  });

  test('is not taken where it is no day, past, or far off: said at the field, and nothing sent', async ({
    desk,
    service,
  }) => {
    const read = async () =>
      (await service.client.call('users.loans.list', { path: { user_id: four.card } })).items;
    const before = await read();
    await desk.open(four.card, four.name);
    const panel = await desk.tab('loans');
    await standOn(panel.getByRole('grid'), 'The Library Book');
    await press(desk.page, 'd');
    const field = desk.dialog.getByRole('textbox', { name: 'New due date' });
    await expect(field).toBeFocused();
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    for (const [text, sentence] of [
      ['2027-02-31', 'Due date: no such day (year-month-day)'],
      ['31/12/2026', 'Due date: no such day (year-month-day)'],
      ['tomorrow', 'Due date: no such day (year-month-day)'],
      [yesterday, 'Due date: in the past'],
      ['1900-01-01', 'Due date: in the past'],
      ['2999-01-01', 'Due date: too far ahead'],
    ] as const) {
      await writeOver(desk.page, text);
      await press(desk.page, 'Enter');
      await expect(desk.dialog.getByTestId('field-error')).toHaveText(sentence);
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toBeFocused();
      await expect(field).toHaveValue(text);
    }
    await press(desk.page, 'Control+A');
    await press(desk.page, 'Delete');
    await press(desk.page, 'Enter');
    await expect(desk.dialog.getByTestId('field-error')).toHaveText('Due date: nothing entered');
    await expectAccessible(desk.page, 'a due date that was not accepted');
    await press(desk.page, 'Escape');
    await expect(desk.dialog).toHaveCount(0);
    expect(await read()).toEqual(before);
  });
});

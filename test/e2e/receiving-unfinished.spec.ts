import { localDay } from '../../src/shared/days.ts';
import { dateText } from '../../src/renderer/ui/format.ts';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectLine } from './one-line.ts';
import { expectAccessible } from './accessible.ts';
import type { Carrel } from './app.ts';
import { setClock } from './clock.ts';
import { Desk } from './desk.ts';
import { smallestPage } from './fits.ts';
import { connect, expect, startService, test, type Service } from './fixtures.ts';
import { press, reach, standOn } from './keyboard.ts';
import { workplace } from './workplace.ts';

const grace = { card: code('patronNothing'), name: 'Grace Okafor' };
const day = localDay(new Date(Date.now() + 9 * 86_400_000));
const shownDay = dateText(day, 'due');

/** The list of what nobody knows yet, by the words of its head. */
const head = /1 not confirmed/;

/** The days on which what Grace has is due, as the library has it. */
async function dueDays({ client }: Service): Promise<readonly string[]> {
  const { items } = await client.call('users.loans.list', { path: { user_id: grace.card } });
  return items.map(({ due_date: due }) => localDay(new Date(String(due))));
}

const strip = (desk: Desk) =>
  desk.page.getByRole('region', { name: m.desk_not_due({ count: 1, shown: '1' }), exact: true });

/** Opens it: closed, it is a line that names the book, with its button at the end. */
async function openStrip(desk: Desk): Promise<void> {
  await expect(strip(desk).getByRole('listitem')).toHaveCount(0);
  await expect(strip(desk)).toContainText('The Overstory');
  await reach(strip(desk).getByRole('button', { name: m.app_details() }));
  await press(desk.page, 'Enter');
}

/** A desk with Grace, whose loans are to be due on a day set by hand. */
async function lendWithDay(carrel: Carrel): Promise<Desk> {
  const desk = new Desk(carrel.page);
  await desk.open(grace.card, grace.name);
  expect(await carrel.ask('desk.due', { due: day })).toMatchObject({ ok: true });
  return desk;
}

/** The same, with a book that was lent and whose day was refused. */
async function lentNotDue(carrel: Carrel, service: Service): Promise<Desk> {
  const desk = await lendWithDay(carrel);
  await service.faults({ fault: 'status', status: 400, operation: 'users.loans.update' });
  await desk.scanned(code('itemFree1'), 'Lent', 'The Overstory');
  return desk;
}

// What is left unfinished stays with its program.
test.use({ alone: true });

test('a day set by hand that is refused is owed, said beside the book, and given by one key', async ({
  carrel,
  service,
}) => {
  const desk = await lentNotDue(carrel, service);
  await expect(desk.row('The Overstory')).toContainText('due');
  const remaining = strip(desk);
  await expectLine(remaining);
  await openStrip(desk);
  await expect(remaining.getByRole('listitem')).toHaveCount(1);
  await expect(remaining).toContainText('The Overstory');
  await expect(remaining).toContainText(`should be due ${shownDay}`);
  await expectAccessible(desk.page, 'a day set by hand that is owed');
  expect(await dueDays(service)).not.toContain(day);

  const give = remaining.getByRole('button', { name: 'Set this date The Overstory' });
  await reach(give);
  await press(desk.page, 'Enter');
  // It is refused again: it stays, and the scan box works on.
  await expect(give).toBeEnabled();
  await expect(remaining.getByRole('listitem')).toHaveCount(1);
  await service.faults();
  await reach(give);
  await press(desk.page, 'Enter');
  await expect(remaining).toHaveCount(0);
  await expect(desk.row('The Overstory')).toContainText(shownDay);
  expect(await dueDays(service)).toEqual([day]);
});

test('a day whose answer is lost is owed after a restart, and given there', async () => {
  test.setTimeout(1_080_000);
  const service = await startService();
  await using place = await workplace();
  try {
    let carrel = await place.open();
    await connect(carrel, service);
    await carrel.page.reload();
    let desk = await lendWithDay(carrel);
    await service.faults(
      { fault: 'drop-before', operation: 'users.loans.update' },
      { fault: 'html', operation: 'users.loans.get' },
    );
    await desk.scanned(code('itemFree1'), 'Lent', 'The Overstory');
    await expect(strip(desk)).toContainText('No answer: it may have gone through');
    await place.kill();
    await service.faults();

    carrel = await place.open();
    await connect(carrel, service);
    desk = new Desk(carrel.page);
    const remaining = strip(desk);
    await openStrip(desk);
    await expect(remaining).toContainText('The Overstory');
    await expect(remaining).toContainText(`should be due ${shownDay}`);
    await expectAccessible(desk.page, 'a day set by hand that is owed after a restart');
    // Nobody knows yet what became of it: it is not sent again, and that is said.
    const give = remaining.getByRole('button', { name: 'Set this date The Overstory' });
    await reach(give);
    await press(desk.page, 'Enter');
    await expect(remaining).toContainText('Already sent, not confirmed');
    expect(await dueDays(service)).not.toContain(day);
    // A person has looked, and says so.
    await reach(desk.page.getByRole('button', { name: head }));
    await press(desk.page, 'Enter');
    const list = desk.page.getByRole('region', { name: head });
    await expect(list.getByRole('listitem')).toContainText('New due date · The Overstory');
    await reach(list.getByRole('button', { name: m.desk_did_not_happen() }));
    await press(desk.page, 'Enter');
    const question = desk.page.getByRole('alertdialog', { name: m.desk_decide_did_not() });
    await reach(question.getByRole('button', { name: m.desk_did_not_happen() }));
    await press(desk.page, 'Enter');
    await expect(list).toHaveCount(0);
    await reach(give);
    await press(desk.page, 'Enter');
    await expect(remaining).toHaveCount(0);
    expect(await dueDays(service)).toEqual([day]);
  } finally {
    await service.close();
  }
});

test('a day that was seen to elsewhere leaves the list once somebody says so', async ({
  carrel,
  service,
}) => {
  const desk = await lentNotDue(carrel, service);
  const remaining = strip(desk);
  await openStrip(desk);
  await reach(remaining.getByRole('button', { name: 'Handled elsewhere The Overstory' }));
  await press(desk.page, 'Enter');
  const question = desk.page.getByRole('alertdialog', { name: m.desk_not_due_settle_title() });
  await expect(question).toContainText('“The Overstory” leaves the list and keeps its current due date.');
  await expect(question.getByRole('button', { name: /^Do nothing/ })).toBeFocused();
  await reach(question.getByRole('button', { name: m.desk_not_due_settle() }));
  await press(desk.page, 'Enter');
  await expect(remaining).toHaveCount(0);
  expect(await dueDays(service)).not.toContain(day);
});

test('a loan without an answer is listed as a loan, by the code that was scanned', async ({
  desk,
  service,
}) => {
  await desk.open(grace.card, grace.name);
  await service.faults(
    { fault: 'drop-before', operation: 'users.loans.create' },
    { fault: 'html', operation: 'users.loans.list', after: 1 },
  );
  await desk.scan(code('itemFree1'));
  await desk.row(code('itemFree1'), m.failures_word_unknown()).waitFor();
  await reach(desk.page.getByRole('button', { name: head }));
  await press(desk.page, 'Enter');
  const list = desk.page.getByRole('region', { name: head });
  await expect(list.getByRole('listitem')).toContainText(`Loan · ${code('itemFree1')}`);
  await reach(list.getByRole('button', { name: m.desk_did_not_happen() }));
  await press(desk.page, 'Enter');
  const question = desk.page.getByRole('alertdialog', { name: m.desk_decide_did_not() });
  await expect(question).toContainText(`Loan · ${code('itemFree1')}`);
});

test('the machine’s clock was set: it is said until somebody has seen it, and the desk goes on', async ({
  carrel,
  desk,
}) => {
  await setClock(carrel, 7 * 60_000);
  const notice = desk.page.getByRole('status').filter({ hasText: m.app_clock_note() });
  await expect(notice).toContainText('Computer clock jumped ahead 7 minutes', {
    timeout: 90_000,
  });
  await expectAccessible(desk.page, 'the clock was set');
  await desk.open(grace.card, grace.name);
  await desk.scanned(code('itemFree1'), 'Lent', 'The Overstory');
  await expect(notice).toBeVisible();
  await reach(notice.getByRole('button', { name: m.app_clock_seen() }), 'Shift+Tab');
  await press(desk.page, 'Enter');
  await expect(notice).toHaveCount(0);
  await expect(desk.box).toBeFocused();
});

test.describe('in the lowest window', () => {
  test.use({ size: smallestPage });

  test('a payment that is refused says so where it is seen, above the buttons', async ({ desk, service }) => {
    await desk.open(code('patronGood'), 'Rivka Ben-Ami');
    const panel = await desk.tab('fees');
    await service.faults({ fault: 'status', status: 400, operation: 'users.fees.pay' });
    await standOn(panel.getByRole('grid'), '8.00');
    await press(desk.page, 'p');
    await expect(desk.dialog.getByRole('button', { name: 'Pay ₪8.00' })).toBeEnabled();
    await press(desk.page, 'Enter');
    const alert = desk.dialog.getByRole('alert');
    await alert.waitFor();
    await expect(alert.getByRole('button').or(alert.locator('summary')).last()).toBeInViewport({ ratio: 1 });
    await expect(alert).toBeInViewport({ ratio: 1 });
    await expect(desk.dialog.getByRole('button', { name: 'Pay ₪8.00' })).toBeInViewport({ ratio: 1 });
  });
});

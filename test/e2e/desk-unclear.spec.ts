import type { Locator } from 'playwright';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectLine } from './one-line.ts';
import { expectAccessible } from './accessible.ts';
import { owed, type Desk } from './desk.ts';
import { expect, test, type Service } from './fixtures.ts';
import { press, reach, standOn } from './keyboard.ts';

const rivka = { card: code('patronGood'), name: 'Rivka Ben-Ami' };

/** The list of what nobody knows yet, by the words of its head. */
const head = /1 not confirmed/;

// What is left unclear stays with its program.
test.use({ alone: true });

/** How many payments the library has for that fee. */
async function payments(service: Service): Promise<number> {
  const { items } = await service.client.call('users.fees.list', {
    path: { user_id: rivka.card },
    query: { status: 'ACTIVE' },
  });
  const amount = items.reduce((sum, fee) => sum + Number(fee.balance), 0);
  return (12.5 - amount) / 8;
}

/** Asks for the payment of the fee of 8.00: Enter pays what the dialog shows. */
async function askToPay(desk: Desk, panel: Locator): Promise<void> {
  await standOn(panel.getByRole('grid'), '8.00');
  await press(desk.page, 'p');
  await expect(desk.dialog.getByRole('button', { name: 'Pay ₪8.00' })).toBeEnabled();
  await press(desk.page, 'Enter');
}

/** Opens the list, and answers it. */
async function openList(desk: Desk): Promise<Locator> {
  await expectLine(desk.page.getByRole('region', { name: head }));
  await reach(desk.page.getByRole('button', { name: head }));
  await press(desk.page, 'Enter');
  return desk.page.getByRole('region', { name: head });
}

test('a payment whose answer is lost: looked for, not made again meanwhile, until a person says it did not happen', async ({
  desk,
  service,
}) => {
  test.setTimeout(810_000);
  const { page, dialog } = desk;
  await desk.open(rivka.card, rivka.name);
  const panel = await desk.tab('fees');
  await service.faults({ fault: 'drop-before', operation: 'users.fees.pay' });
  await askToPay(desk, panel);
  const notice = dialog.getByRole('alert');
  await expect(notice).toContainText(m.fees_once(), { timeout: 60_000 });
  await press(page, 'Escape');
  await service.faults();

  // The form is not even shown: nobody is asked for the money again.
  await standOn(panel.getByRole('grid'), '8.00');
  await press(page, 'p');
  await expect(notice).toContainText(m.fees_once());
  await expect(notice).toContainText(m.fees_checking());
  await expect(notice).toContainText('8.00');
  await expect(dialog.getByRole('button', { name: /^Pay/ })).toHaveCount(0);
  await expectAccessible(page, 'a payment that is refused since the same is unclear');
  expect(await payments(service)).toBe(0);
  await press(page, 'Escape');
  await expect(dialog).toHaveCount(0);

  const list = await openList(desk);
  const known = /Not found yet\. Checking until .+\. It can’t be repeated before then\./;
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list).toContainText('8.00');
  await expect(list).toContainText(rivka.name);
  await expect(list.getByRole('listitem').getByRole('time')).toHaveText(/ \d\d:\d\d$/);
  await expect(list).toContainText(known);
  await expectAccessible(page, 'what is unclear');
  await reach(list.getByRole('button', { name: m.desk_look_again() }));
  await press(page, 'Enter');
  await expect(list).toContainText(m.desk_unclear_still());

  await reach(list.getByRole('button', { name: m.desk_did_not_happen() }));
  await press(page, 'Enter');
  const question = page.getByRole('alertdialog', { name: m.desk_decide_did_not() });
  await expect(question).toContainText('8.00');
  await expect(question).toContainText(known);
  await expect(question.getByRole('button', { name: /^Do nothing/ })).toBeFocused();
  await expectAccessible(page, 'asked whether it happened');
  await reach(question.getByRole('button', { name: m.desk_did_not_happen() }));
  await press(page, 'Enter');
  await expect(list).toHaveCount(0);

  await askToPay(desk, panel);
  await expect(dialog).toHaveCount(0);
  await expect(owed(panel)).toContainText('₪4.50');
  expect(await payments(service)).toBe(1);
});

test('a payment that was made and is found later: it is done, and the list is empty', async ({
  desk,
  service,
}) => {
  test.setTimeout(810_000);
  const { page, dialog } = desk;
  await desk.open(rivka.card, rivka.name);
  const panel = await desk.tab('fees');
  await service.faults(
    { fault: 'drop-after', operation: 'users.fees.pay' },
    { fault: 'html', operation: 'users.fees.get', after: 1 },
  );
  await askToPay(desk, panel);
  await expect(dialog.getByRole('alert')).toContainText(m.fees_once(), {
    timeout: 60_000,
  });
  await press(page, 'Escape');
  await expect(dialog).toHaveCount(0);

  const list = await openList(desk);
  await expect(list).toContainText('Not checked yet.');
  await service.faults();
  await reach(list.getByRole('button', { name: m.desk_look_again() }));
  await press(page, 'Enter');
  await expect(list).toHaveCount(0);
  await expect(owed(panel)).toContainText('₪4.50');
  expect(await payments(service)).toBe(1);
});

test('what is not confirmed names its patron only while it is open, and closes with the next card', async ({
  desk,
  service,
}) => {
  test.setTimeout(540_000);
  const { page, dialog } = desk;
  await desk.open(rivka.card, rivka.name);
  const panel = await desk.tab('fees');
  await service.faults({ fault: 'drop-before', operation: 'users.fees.pay' });
  await askToPay(desk, panel);
  await expect(dialog.getByRole('alert')).toContainText(m.fees_once(), {
    timeout: 60_000,
  });
  await press(page, 'Escape');
  const list = await openList(desk);
  await expect(list).toContainText(rivka.name);
  await desk.open(code('patronNothing'), 'Grace Okafor');
  await expectLine(list);
  await expect(list).not.toContainText(rivka.name);
});

test('a return that never arrived: the loans of the book are looked at, and the book is still lent', async ({
  desk,
  service,
}) => {
  const { page } = desk;
  await service.faults({ fault: 'drop-before', operation: 'bibs.items.scanIn' });
  await desk.scan(code('itemOnLoan'));
  await expectLine(page.getByRole('region', { name: head }));
  await service.faults();
  const list = await openList(desk);
  await expect(list).toContainText('The Remains of the Day');
  await reach(list.getByRole('button', { name: m.desk_did_not_happen() }));
  await press(page, 'Enter');
  const question = page.getByRole('alertdialog', { name: m.desk_decide_did_not() });
  await reach(question.getByRole('button', { name: m.desk_did_not_happen() }));
  await press(page, 'Enter');
  await expect(list).toHaveCount(0);
  await desk.scanned(code('itemOnLoan'), 'Returned', 'The Remains of the Day');
});

import { localDay } from '../../src/shared/days.ts';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { press, write, writeOver } from './keyboard.ts';

const inDays = (days: number): string => {
  const now = new Date();
  return localDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days));
};

test.describe('renewing all of a patron’s loans', () => {
  test('is two actions: the card, and one key, before the service has said who it is', async ({
    desk,
    service,
  }) => {
    await service.faults({ fault: 'delay', ms: 400, operation: 'users.get', count: 1 });
    await desk.scan(code('patronTenLoans'));
    await press(desk.page, 'Control+r');
    await expect(desk.heading).toHaveText('Michał Wiśniewski');
    await expect(desk.patron.getByText('7 renewed', { exact: true })).toBeVisible();
    await expect(desk.patron.getByText('3 not renewed', { exact: true })).toBeVisible();
    await expect(desk.stageWord).toHaveText('Partly renewed');
    await expect(desk.stageWhat).toHaveText('10 loans');
    await expect(desk.stageThen).toHaveText('7 renewed, 3 not');
    // Each refusal has a row, with its reason.
    await expect(desk.rows.filter({ hasText: 'Not renewed' })).toHaveCount(3);
    const { items } = await service.client.call('users.loans.list', {
      path: { user_id: code('patronTenLoans') },
      query: { limit: 100 },
    });
    const renewed = items.filter((loan) => String(loan.last_renew_date ?? '') !== '');
    expect(renewed).toHaveLength(7);
    await expect(desk.box).toBeFocused();
  });

  test('comes to the loans from any other tab, and says so where nobody is open', async ({ desk }) => {
    await press(desk.page, 'Control+r');
    await expect(desk.page.getByRole('alert').filter({ hasText: 'No patron open' })).toBeVisible();
    await desk.open(code('patronGood'), 'Rivka Ben-Ami');
    await desk.tab('fees');
    await press(desk.page, 'Control+r');
    await expect(desk.patron.getByText('4 renewed', { exact: true })).toBeVisible();
    await expect(desk.patron.getByRole('tab', { name: /^Loans/ })).toHaveAttribute('aria-selected', 'true');
  });
});

test.describe('where a scan could be meant in two ways, one key answers', () => {
  test('already on this patron: renewed, or returned', async ({ desk, service }) => {
    await desk.open(code('patronBorrower'), 'נועה לוי');
    await desk.scanned(code('itemOnLoan'), 'Already lent', 'The Remains of the Day');
    const renewIt = desk.stage.getByRole('button', { name: /^Renew it/ });
    const returnIt = desk.stage.getByRole('button', { name: /^Return it/ });
    await expect(returnIt).toContainText('1');
    await expect(renewIt).toContainText('2');
    await expect(renewIt).toBeEnabled();
    await expectAccessible(desk.page, 'an item this patron has already');
    await press(desk.page, 'Control+2');
    await expect(desk.rows.first()).toContainText('Renewed');
    await expect(desk.rows.first()).toContainText('The Remains of the Day');
    // Answered: nothing is asked any more, and the key does nothing.
    await expect(renewIt).toHaveCount(0);

    await desk.scanned(code('itemHoldHere'), 'Already lent', 'Wolf Hall');
    await expect(returnIt).toBeEnabled();
    await press(desk.page, 'Control+1');
    await expect(desk.row('Returned', 'Wolf Hall')).toBeVisible();
    await expect(desk.heading).toHaveText('Hold shelf');
    await expect(desk.patron.getByText('Back to נועה לוי')).toBeVisible();
    await desk.page.keyboard.press('F1');
    await expect(desk.heading).toHaveText('נועה לוי');
    const { items } = await service.client.call('users.loans.list', {
      path: { user_id: code('patronBorrower') },
    });
    const barcodes = items.map((loan) => loan.item_barcode);
    expect(barcodes).toContain(code('itemOnLoan'));
    expect(barcodes).not.toContain(code('itemHoldHere'));
  });

  test('on somebody else: returned first, then lent; and never for the next patron', async ({
    desk,
    service,
  }) => {
    await desk.open(code('patronNothing'), 'Grace Okafor');
    await desk.scanned(code('itemOverdue'), 'Refused', 'Bleak House', 'On loan to another patron');
    const both = desk.stage.getByRole('button', { name: /^Return, then lend/ });
    await expect(both).toBeEnabled();
    await press(desk.page, 'Control+1');
    await expect(desk.row('Lent', 'Bleak House')).toBeVisible();
    await expect(desk.row('Returned', 'Bleak House')).toBeVisible();
    await desk.scanned(code('itemOnLoan'), 'Refused', 'The Remains of the Day');
    await expect(desk.stageWhat).toHaveText('The Remains of the Day');
    await expect(both).toBeVisible();
    await desk.open(code('patronGood'), 'Rivka Ben-Ami');
    await expect(both).toHaveCount(0);
    await press(desk.page, 'Control+1');
    await desk.scanned(code('itemFree1'), 'Lent', 'The Overstory');
    const loans = await service.client.call('users.loans.list', {
      path: { user_id: code('patronBorrower') },
    });
    expect(loans.items.map((loan) => loan.item_barcode)).toContain(code('itemOnLoan'));
  });

  test('scanned twice: the second time says so, and takes it back with one key', async ({ desk }) => {
    await desk.open(code('patronNothing'), 'Grace Okafor');
    await desk.scanned(code('itemFree1'), 'Lent', 'The Overstory');
    await desk.scanned(code('itemFree1'), 'Twice', 'counted once');
    await expect(desk.stage.getByRole('button', { name: /^Return it/ })).toBeEnabled();
    await press(desk.page, 'Control+1');
    await expect(desk.row('Returned', 'The Overstory')).toBeVisible();
  });
});

test.describe('a question', () => {
  test('keeps the stage until it is answered or put aside', async ({ desk }) => {
    await desk.open(code('patronBorrower'), 'נועה לוי');
    await desk.scanned(code('itemOnLoan'), 'Already lent', 'The Remains of the Day');
    const renewIt = desk.stage.getByRole('button', { name: /^Renew it/ });
    // What comes meanwhile goes to the rows; a refusal that nobody can have seen is counted.
    await desk.scanned(code('itemReference'), 'Refused', 'Encyclopedia of Library Science');
    await desk.scanned(code('itemFree1'), 'Lent', 'The Overstory');
    await expect(desk.stageWhat).toHaveText('The Remains of the Day');
    const unseen = desk.stage.getByRole('button', { name: '1 refused' });
    await expect(unseen).toBeVisible();
    await expect(renewIt).toBeEnabled();
    await press(desk.page, 'Escape');
    await expect(desk.stageWhat).toHaveText('The Overstory');
    // Its row brings it back.
    await desk.reach(desk.row('Already lent').getByRole('button', { name: 'Answer' }));
    await desk.page.keyboard.press('Enter');
    await expect(desk.stageWhat).toHaveText('The Remains of the Day');
    await expect(renewIt).toBeEnabled();
    await press(desk.page, 'Control+2');
    await expect(desk.row('Renewed', 'The Remains of the Day')).toBeVisible();
    await expect(desk.stageWord).toHaveText('Renewed');
    // The refusal that nobody has looked at is named at the end.
    await desk.page.keyboard.press('F10');
    await expect(desk.stageWord).toHaveText('Ended');
    await expect(desk.stage).toContainText('You may have missed: Encyclopedia of Library Science');
  });
});

test.describe('a due date by hand', () => {
  // It leaves an act of which nobody knows, at a service that is gone then.
  test.use({ alone: true });

  test('in sight while it holds, judged when it is given, gone with the session', async ({
    desk,
    service,
  }) => {
    await desk.open(code('patronNothing'), 'Grace Okafor');
    await press(desk.page, 'Control+d');
    const field = desk.dialog.getByRole('textbox', { name: 'New due date' });
    await expect(field).toBeFocused();
    await expect(field).toHaveValue(inDays(7));
    await expectAccessible(desk.page, 'a due date for the next loans');
    await writeOver(desk.page, '2999-01-01');
    await press(desk.page, 'Enter');
    await expect(desk.dialog.getByTestId('field-error')).toHaveText('Due date: too far ahead');
    await writeOver(desk.page, inDays(3));
    await press(desk.page, 'Enter');
    await expect(desk.dialog).toHaveCount(0);
    const chip = desk.page.getByRole('group', { name: /^Due / });
    await expect(chip).toBeVisible();
    await desk.scanned(code('itemFree1'), 'Lent', 'The Overstory');
    // It is in sight in every room: it decides over the scans of all of them.
    await desk.page.keyboard.press('Alt+2');
    await expect(chip).toBeVisible();
    await desk.page.keyboard.press('Alt+1');
    await desk.reach(chip.getByRole('button', { name: 'Use regular due dates' }));
    await press(desk.page, 'Enter');
    await expect(chip).toHaveCount(0);
    await desk.scanned(code('itemFree2'), 'Lent', 'Invisible Cities');
    const { items } = await service.client.call('users.loans.list', {
      path: { user_id: code('patronNothing') },
    });
    const due = new Map(items.map((loan) => [loan.title, localDay(new Date(String(loan.due_date)))]));
    expect(due.get('The Overstory')).toBe(inDays(3));
    expect(due.get('Invisible Cities')).not.toBe(inDays(3));

    await service.faults({ fault: 'drop-before', operation: 'users.loans.update' });
    await press(desk.page, 'Control+d');
    await expect(field).toBeFocused();
    await press(desk.page, 'Enter');
    await expect(chip).toBeVisible();
    await desk.scanned(code('itemFree3'), 'Lent', 'Mrs Dalloway');
    await desk.row('Mrs Dalloway').waitFor();
    await expect(desk.stageWhat).toHaveText('Mrs Dalloway');
    await expect(desk.stage).toContainText('Your due date was not set');
    await desk.page.keyboard.press('F10');
    await expect(chip).toHaveCount(0);
  });
});

test('an item without a barcode is lent by its number', async ({ desk, service }) => {
  const item = await service.client.call('items.byBarcode', { query: { item_barcode: code('itemFree1') } });
  await desk.open(code('patronNothing'), 'Grace Okafor');
  await press(desk.page, 'Control+i');
  await expect(desk.dialog.getByRole('textbox', { name: 'Item ID' })).toBeFocused();
  await expectAccessible(desk.page, 'lending by item number');
  await press(desk.page, 'Enter');
  await expect(desk.dialog.getByTestId('field-error')).toHaveText('Item ID: nothing entered');
  await write(desk.page, String(item.item_data?.pid));
  await press(desk.page, 'Enter');
  await expect(desk.row('Lent', 'The Overstory')).toBeVisible();
  await expect(desk.box).toBeFocused();
});

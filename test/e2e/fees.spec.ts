import type { Locator } from 'playwright';
import { arrayOf, codeOf } from '../../src/service/read.ts';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { doneLine, owed, type Desk } from './desk.ts';
import { connect, expect, test, type Service } from './fixtures.ts';
import { choose, oneLine, press, reach, standOn, write, writeOver } from './keyboard.ts';
import { Paper } from './paper.ts';
import { standBetween } from './proxy.ts';

const rivka = { card: code('patronGood'), name: 'Rivka Ben-Ami' };
const giorgos = { card: code('patronOwing'), name: 'Γιώργος Παπαδόπουλος' };

/** What was done to the fees of a patron, as the service has it, in the order of the fees. */
async function transactions(service: Service, card: string) {
  const path = { user_id: card };
  const fees = [];
  for (const status of ['ACTIVE', 'CLOSED', 'INDISPUTE']) {
    fees.push(...(await service.client.call('users.fees.list', { path, query: { status } })).items);
  }
  return fees
    .toSorted((one, other) => Number(one.id) - Number(other.id))
    .flatMap((fee) =>
      arrayOf(fee.transaction).map((entry) => ({
        type: codeOf(entry.type),
        amount: Number(entry.amount),
        id: String(entry.external_transaction_id ?? ''),
      })),
    );
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** Opens the fees of a patron; answers the panel. */
async function feesOf(desk: Desk, { card, name }: { card: string; name: string }): Promise<Locator> {
  await desk.open(card, name);
  return desk.tab('fees');
}

/** No form, and no button to pay: first of all it says that the money is not taken again. */
async function expectNotConfirmed({ dialog }: Desk, name: string, sum: string): Promise<void> {
  const notice = dialog.getByRole('alert');
  await expect(notice).toContainText('Checking…', { timeout: 60_000 });
  expect(oneLine(await notice.innerText())).toMatch(/^Do not take the money again\./);
  await expect(notice).toContainText(sum);
  await expect(notice).toContainText(name);
  await expect(dialog.getByRole('button', { name: /^Pay/ })).toHaveCount(0);
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  await expect(dialog.getByRole('radio')).toHaveCount(0);
}

/** Enter pays what the dialog shows: that is the one confirmation. */
async function pay(desk: Desk, word: string): Promise<void> {
  await expect(desk.dialog.getByRole('button', { name: word })).toBeEnabled();
  await press(desk.page, 'Enter');
}

/** Enter goes to the button of what cannot be undone, and a second one presses it. */
async function confirm(desk: Desk, word: string): Promise<void> {
  await press(desk.page, 'Enter');
  await expect(desk.dialog.getByRole('button', { name: word })).toBeFocused();
  await press(desk.page, 'Enter');
}

test.describe('paying', () => {
  test('one in full: taken and change due, one transaction with an id of ours', async ({ desk, service }) => {
    const panel = await feesOf(desk, rivka);
    await expect(owed(panel)).toContainText('₪12.50');
    await expectAccessible(desk.page, 'fees');
    await standOn(panel.getByRole('grid'), '8.00');
    await press(desk.page, 'p');
    await reach(desk.dialog.getByLabel('Given'));
    await write(desk.page, '20');
    await expect(desk.dialog).toContainText(/Change\s*₪12\.00/);
    await expectAccessible(desk.page, 'paying a fee');
    await pay(desk, 'Pay ₪8.00');
    await expect(desk.dialog).toHaveCount(0);
    await expect(doneLine(panel)).toContainText(/Paid ₪8\.00[\s\S]*Change\s*₪12\.00/);
    await expect(owed(panel)).toContainText('₪4.50');
    await expect(desk.patron.getByRole('note')).toContainText('₪4.50');
    await expect(panel.getByRole('grid').locator('tbody tr[data-key]')).toHaveCount(1);
    const made = await transactions(service, rivka.card);
    expect(made).toMatchObject([{ type: 'PAYMENT', amount: 8 }]);
    expect(made[0]?.id).toMatch(uuid);
    await expectAccessible(desk.page, 'a fee was paid');
  });

  test('one in part, by card', async ({ desk, service }) => {
    const panel = await feesOf(desk, rivka);
    await standOn(panel.getByRole('grid'), '8.00');
    await press(desk.page, 'p');
    await desk.dialog.waitFor();
    await writeOver(desk.page, '2.50');
    await reach(desk.dialog.getByRole('radio', { name: 'Cash' }));
    await press(desk.page, 'ArrowRight');
    await expect(desk.dialog.getByLabel('Given')).toHaveCount(0);
    await expect(desk.dialog).toContainText('Still owed ₪5.50');
    await pay(desk, 'Pay ₪2.50');
    await expect(owed(panel)).toContainText('₪10.00');
    const row = await standOn(panel.getByRole('grid'), '5.50');
    await press(desk.page, 'Enter');
    const history = panel.getByRole('table', { name: 'Paid and waived' });
    await expect(history).toContainText('this desk');
    await expect(history).toContainText('2.50');
    await expectAccessible(desk.page, 'what was paid on a fee');
    await expect(row).toBeFocused();
    expect(await transactions(service, rivka.card)).toMatchObject([{ amount: 2.5 }]);
  });

  test('everything', async ({ desk, service }) => {
    const panel = await feesOf(desk, giorgos);
    await expect(owed(panel)).toContainText('₪47.00');
    await press(desk.page, 'Shift+P');
    await expect(desk.dialog).toContainText('5 fees, paid in full');
    await expectAccessible(desk.page, 'paying everything');
    await write(desk.page, '50');
    await pay(desk, 'Pay ₪47.00');
    await expect(panel.getByText('No active fees')).toBeVisible();
    await expect(doneLine(panel)).toContainText('₪3.00');
    await expect(desk.patron.getByRole('note')).toHaveCount(0);
    await expectAccessible(desk.page, 'no fees left');
    const made = await transactions(service, giorgos.card);
    expect(made.map(({ amount }) => amount)).toEqual([3, 10.5, 27.9, 5, 0.6]);
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  });

  test('everything, with a credit among it: on paper is what was paid on each', async ({
    carrel,
    desk,
    service,
  }) => {
    // No operation of the service makes a credit: it stands in its lists.
    await using proxy = await standBetween(service.origin, ({ method, url, body }) => {
      if (method !== 'GET' || !/\/fees\?.*status=ACTIVE/.test(url)) return null;
      const list = JSON.parse(body) as { fee: object[]; total_sum: unknown; total_record_count: number };
      const credit = { id: 'credit', type: { value: 'CREDIT', desc: 'Credit' }, balance: '-2.00' };
      const about = { status: { value: 'ACTIVE' }, original_amount: '-2.00' };
      const total = {
        total_sum: Number(list.total_sum) - 2,
        total_record_count: list.total_record_count + 1,
      };
      return {
        status: 200,
        body: JSON.stringify({ ...list, ...total, fee: [...list.fee, { ...credit, ...about }] }),
      };
    });
    await connect(carrel, { ...service, origin: proxy.origin });
    const paper = await Paper.beside(carrel.app);
    const panel = await feesOf(desk, giorgos);
    await expect(owed(panel)).toContainText('₪45.00');
    await press(desk.page, 'Shift+P');
    await pay(desk, 'Pay ₪45.00');
    await expect(doneLine(panel)).toContainText('Paid ₪45.00');
    expect((await transactions(service, giorgos.card)).map(({ amount }) => amount)).toEqual([
      3, 10.5, 27.9, 3.6,
    ]);
    await press(desk.page, 'Escape');
    await expect(desk.box).toBeFocused();
    await press(desk.page, 'Enter');
    const [slip = ''] = await paper.next();
    expect(slip).toMatch(/Receipt .*Παπαδόπουλος.* Paid ₪3\.60 .*Paid in all ₪45\.00 .*Owed now ₪0\.00/);
    expect(slip).not.toContain('Credit');
  });

  test('one sum over several: the split is shown before anything is posted, then one payment per fee', async ({
    desk,
    service,
  }) => {
    const panel = await feesOf(desk, giorgos);
    await press(desk.page, 's');
    await desk.dialog.waitFor();
    await writeOver(desk.page, '20');
    await press(desk.page, 'Enter');
    const split = desk.dialog.getByRole('table', { name: 'Split of the sum' });
    await expect(split.locator('tbody tr')).toHaveCount(3);
    const amounts = (await split.locator('tbody tr td:nth-child(3)').allInnerTexts()).map(oneLine);
    expect(amounts).toEqual(['₪3.00', '₪10.50', '₪6.50']);
    expect(await transactions(service, giorgos.card)).toEqual([]);
    await expect(desk.dialog.getByRole('button', { name: 'Pay ₪20.00 on 3 fees' })).toBeFocused();
    await expectAccessible(desk.page, 'a sum split over fees');
    await press(desk.page, 'Enter');
    await expect(desk.dialog).toHaveCount(0);
    await expect(doneLine(panel)).toContainText('3 fees');
    await expect(owed(panel)).toContainText('₪27.00');
    const made = await transactions(service, giorgos.card);
    expect(made.map(({ amount }) => amount)).toEqual([3, 10.5, 6.5]);
    for (const { id } of made) expect(id).toMatch(uuid);
    expect(new Set(made.map(({ id }) => id)).size).toBe(3);
  });

  test('one sum of which a fee was refused: its money goes back too, wherever the change is said', async ({
    carrel,
    desk,
    service,
  }) => {
    const paper = await Paper.beside(carrel.app);
    await service.faults({ operation: 'users.fees.pay', fault: 'status', status: 400, after: 1 });
    const panel = await feesOf(desk, giorgos);
    await press(desk.page, 's');
    await desk.dialog.waitFor();
    await writeOver(desk.page, '12');
    await reach(desk.dialog.getByLabel('Given'));
    await write(desk.page, '20');
    await expect(desk.dialog.getByTestId('change')).toHaveText('₪8.00');
    await press(desk.page, 'Enter');
    await expect(desk.dialog.getByRole('button', { name: 'Pay ₪12.00 on 2 fees' })).toBeFocused();
    await press(desk.page, 'Enter');
    await expect(desk.dialog.getByTestId('change')).toHaveText('₪17.00');
    await press(desk.page, 'Escape');
    await expect(desk.dialog).toHaveCount(0);
    await expect(doneLine(panel)).toContainText(/Paid ₪3\.00[\s\S]*Change\s*₪17\.00/);
    expect((await transactions(service, giorgos.card)).map(({ amount }) => amount)).toEqual([3]);
    await press(desk.page, 'Escape');
    await expect(desk.box).toBeFocused();
    await press(desk.page, 'Enter');
    const [slip = ''] = await paper.next();
    expect(slip).toMatch(/Paid ₪3\.00 .*Given ₪20\.00 .*Change ₪17\.00/);
  });

  test('a sum over the chosen ones only', async ({ desk, service }) => {
    const panel = await feesOf(desk, giorgos);
    for (const balance of ['27.90', '5.00']) {
      await standOn(panel.getByRole('grid'), balance);
      await press(desk.page, 'Space');
    }
    await press(desk.page, 's');
    await expect(desk.dialog.getByLabel('To pay')).toHaveValue('32.90');
    await writeOver(desk.page, '30');
    await press(desk.page, 'Enter');
    await expect(desk.dialog.getByRole('button', { name: 'Pay ₪30.00 on 2 fees' })).toBeFocused();
    await press(desk.page, 'Enter');
    await expect(owed(panel)).toContainText('₪17.00');
    expect((await transactions(service, giorgos.card)).map(({ amount }) => amount)).toEqual([27.9, 2.1]);
  });

  test('pressed again and again while it is on its way: posted once', async ({ desk, service }) => {
    await service.faults({ fault: 'delay', ms: 700, operation: 'users.fees.pay' });
    const panel = await feesOf(desk, rivka);
    await standOn(panel.getByRole('grid'), '8.00');
    await press(desk.page, 'p');
    await desk.dialog.waitFor();
    await press(desk.page, 'Enter');
    await press(desk.page, 'Enter');
    await desk.page.keyboard.press('Enter');
    await desk.page.keyboard.press('Enter');
    await press(desk.page, 'Space');
    await expect(desk.dialog).toHaveCount(0);
    await expect(owed(panel)).toContainText('₪4.50');
    expect(await transactions(service, rivka.card)).toHaveLength(1);
  });

  test('is stopped by nothing but its own dialog: Esc does not hide a payment running', async ({
    desk,
    service,
  }) => {
    await service.faults({ fault: 'delay', ms: 1500, operation: 'users.fees.pay' });
    const panel = await feesOf(desk, rivka);
    await standOn(panel.getByRole('grid'), '8.00');
    await press(desk.page, 'p');
    await desk.dialog.waitFor();
    await press(desk.page, 'Enter');
    await press(desk.page, 'Enter');
    await press(desk.page, 'Escape');
    await expect(desk.dialog).toBeVisible();
    await expect(desk.dialog.getByText('Still waiting for an answer')).toBeVisible();
    await expectAccessible(desk.page, 'a payment running');
    await expect(desk.dialog).toHaveCount(0);
    await expect(doneLine(panel)).toContainText('Paid ₪8.00');
  });
});

test.describe('the next card waits while a payment is running', () => {
  for (const refused of [false, true]) {
    test(`${refused ? 'refused' : 'paid'}: it is told first, and not to the next patron`, async ({
      desk,
      service,
    }) => {
      const { page } = desk;
      const payment = { operation: 'users.fees.pay' } as const;
      await service.faults(
        { ...payment, fault: 'delay', ms: 4000 },
        ...(refused ? [{ ...payment, fault: 'status', status: 400 } as const] : []),
      );
      const panel = await feesOf(desk, rivka);
      await standOn(panel.getByRole('grid'), '8.00');
      await press(page, 'p');
      await pay(desk, 'Pay ₪8.00');
      await expect(desk.dialog.getByText('Still waiting for an answer')).toBeVisible();
      await desk.scan(giorgos.card);
      await expect(desk.dialog.getByText(m.app_scan_waits({ code: giorgos.card }))).toBeVisible();
      if (refused) {
        await expect(desk.dialog.getByRole('alert')).toContainText('Nothing was paid.');
        await press(page, 'Escape');
      }
      await expect(desk.dialog).toHaveCount(0);
      await expect(desk.heading).toHaveText(rivka.name);
      expect(await transactions(service, rivka.card)).toHaveLength(refused ? 0 : 1);
      await desk.takeUp();
      await expect(desk.heading).toHaveText(giorgos.name);
      await expect(desk.stage).not.toContainText('Rivka');
    });
  }
});

test.describe('waiving, disputing, restoring', () => {
  test('waived with a reason of the institution’s table', async ({ desk, service }) => {
    const panel = await feesOf(desk, rivka);
    await standOn(panel.getByRole('grid'), '4.50');
    await press(desk.page, 'w');
    await desk.dialog.waitFor();
    await expectAccessible(desk.page, 'waiving a fee');
    await reach(desk.dialog.getByLabel('Amount to waive'));
    await confirm(desk, 'Waive ₪4.50');
    await expect(desk.dialog.getByTestId('field-error')).toHaveText('Reason: nothing entered');
    expect(await transactions(service, rivka.card)).toEqual([]);
    await choose(desk.page, 'Reason', 'Goodwill');
    await reach(desk.dialog.getByLabel('Amount to waive'));
    await write(desk.page, '1.50');
    await confirm(desk, 'Waive ₪1.50');
    await expect(desk.dialog).toHaveCount(0);
    await expect(owed(panel)).toContainText('₪11.00');
    expect(await transactions(service, rivka.card)).toMatchObject([{ type: 'WAIVE', amount: 1.5 }]);
  });

  test('put in dispute, not payable meanwhile, and restored', async ({ desk, service }) => {
    const panel = await feesOf(desk, rivka);
    const table = panel.getByRole('grid');
    await standOn(table, '4.50');
    await press(desk.page, 'd');
    await desk.dialog.waitFor();
    await expectAccessible(desk.page, 'disputing a fee');
    await write(desk.page, 'Says it was returned');
    await press(desk.page, 'Enter');
    await expect(desk.dialog).toHaveCount(0);
    await expect(owed(panel)).toContainText('₪8.00');
    await reach(panel.getByRole('radio', { name: 'Active' }), 'Shift+Tab');
    await press(desk.page, 'ArrowRight');
    await standOn(table, '4.50');
    await expect(panel.getByRole('button', { name: /^Pay\b(?! all)/ }).first()).toBeDisabled();
    await expectAccessible(desk.page, 'fees in dispute');
    await press(desk.page, 'd');
    await desk.dialog.waitFor();
    await press(desk.page, 'Enter');
    await expect(desk.dialog).toHaveCount(0);
    await expect(panel.getByText('No disputed fees')).toBeVisible();
    const { items } = await service.client.call('users.fees.list', { path: { user_id: rivka.card } });
    expect(items).toHaveLength(2);
  });
});

test.describe('an answer that did not come', () => {
  test.use({ alone: true });

  test('after the payment was made: it is found by our id, and never made again', async ({
    desk,
    service,
  }) => {
    const panel = await feesOf(desk, rivka);
    await standOn(panel.getByRole('grid'), '8.00');
    await press(desk.page, 'p');
    await desk.dialog.waitFor();
    await service.faults({ fault: 'drop-after', operation: 'users.fees.pay' });
    await press(desk.page, 'Enter');
    await expect(desk.dialog).toHaveCount(0);
    await expect(doneLine(panel)).toContainText('Paid ₪8.00');
    await expect(owed(panel)).toContainText('₪4.50');
    const made = await transactions(service, rivka.card);
    expect(made).toMatchObject([{ type: 'PAYMENT', amount: 8 }]);
    expect(made[0]?.id).toMatch(uuid);
  });

  test('before it was made: not known for two minutes, and the fee is not paid on meanwhile', async ({
    desk,
    service,
  }) => {
    test.setTimeout(540_000);
    const panel = await feesOf(desk, rivka);
    await standOn(panel.getByRole('grid'), '8.00');
    await press(desk.page, 'p');
    await desk.dialog.waitFor();
    await service.faults({ fault: 'drop-before', operation: 'users.fees.pay' });
    await press(desk.page, 'Enter');
    await expectNotConfirmed(desk, 'Rivka Ben-Ami', '₪8.00');
    await expectAccessible(desk.page, 'a payment that did not get through');
    expect(await transactions(service, rivka.card)).toEqual([]);
    await service.faults();
    await press(desk.page, 'Escape');
    await expect(desk.dialog).toHaveCount(0);
    // No form is shown for money that would not be taken: neither for it alone, nor for all of them.
    await expect(await standOn(panel.getByRole('grid'), '8.00')).toContainText('Not confirmed');
    await press(desk.page, 'p');
    await expectNotConfirmed(desk, 'Rivka Ben-Ami', '8.00');
    // The Enter that always follows pays nothing, and does not close what is to be read.
    await press(desk.page, 'Enter');
    await expectNotConfirmed(desk, 'Rivka Ben-Ami', '8.00');
    await press(desk.page, 'Escape');
    await expect(desk.dialog).toHaveCount(0);
    await press(desk.page, 'Shift+P');
    await expectNotConfirmed(desk, 'Rivka Ben-Ami', '8.00');
    await expectAccessible(desk.page, 'a payment that was asked for while another is not confirmed');
    expect(await transactions(service, rivka.card)).toEqual([]);
  });

  test('and cannot be looked up: it stands in the unclear list until that is known', async ({
    desk,
    service,
  }) => {
    test.setTimeout(540_000);
    const panel = await feesOf(desk, rivka);
    await standOn(panel.getByRole('grid'), '8.00');
    await press(desk.page, 'p');
    await desk.dialog.waitFor();
    await service.faults(
      { fault: 'drop-after', operation: 'users.fees.pay' },
      { fault: 'html', operation: 'users.fees.get', after: 1 },
    );
    await press(desk.page, 'Enter');
    await expectNotConfirmed(desk, 'Rivka Ben-Ami', '₪8.00');
    await expectAccessible(desk.page, 'a payment of which nothing is known');
    await press(desk.page, 'Escape');
    await expect(desk.dialog).toHaveCount(0);
    const head = desk.page.getByRole('button', { name: /1 not confirmed/ });
    await reach(head);
    await press(desk.page, 'Enter');
    const list = desk.page.getByRole('region', { name: /1 not confirmed/ });
    await expect(list).toContainText('8.00');
    await expectAccessible(desk.page, 'the unclear list');
    await reach(list.getByRole('button', { name: 'It did not happen' }));
    await press(desk.page, 'Enter');
    const question = desk.page.getByRole('alertdialog');
    await expect(question.getByRole('button', { name: 'Do nothing' })).toBeFocused();
    await expectAccessible(desk.page, 'asked whether it happened');
    await press(desk.page, 'Escape');
    await expect(question).toHaveCount(0);
    await service.faults();
    await reach(list.getByRole('button', { name: 'Check again' }));
    await press(desk.page, 'Enter');
    await expect(list).toHaveCount(0);
    expect(await transactions(service, rivka.card)).toHaveLength(1);
    await expect(panel).toBeVisible();
  });

  test('and is found out while its notice is open: that says so, in the same place', async ({
    carrel,
    desk,
    service,
  }) => {
    test.setTimeout(540_000);
    const { dialog, page } = desk;
    const panel = await feesOf(desk, rivka);
    await standOn(panel.getByRole('grid'), '8.00');
    await press(page, 'p');
    await dialog.waitFor();
    await service.faults(
      { fault: 'drop-after', operation: 'users.fees.pay' },
      { fault: 'html', operation: 'users.fees.get', after: 1 },
    );
    await press(page, 'Enter');
    await expectNotConfirmed(desk, 'Rivka Ben-Ami', '₪8.00');
    await service.faults();
    const notice = dialog.getByRole('alert');
    // The program looks by itself, half a minute later; here it is told to look now.
    const [id = ''] = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/.exec((await notice.textContent()) ?? '') ?? [];
    expect(await carrel.ask('desk.lookAgain', { id })).toMatchObject({
      ok: true,
      value: { found: 'happened' },
    });
    await expect(notice.getByTestId('mark-done')).toHaveText('Paid');
    await expect(notice).toContainText('₪8.00');
    await expect(notice).not.toContainText('Do not take the money again');
    await expect(dialog.getByRole('button', { name: /^Pay/ })).toHaveCount(0);
    await expectAccessible(page, 'a payment that was found out');
    await press(page, 'Escape');
    await expect(dialog).toHaveCount(0);
    await expect(owed(panel)).toContainText('₪4.50');
    expect(await transactions(service, rivka.card)).toHaveLength(1);
  });
});

test.describe('amounts that are none', () => {
  test('are said at the field, one after the other, and nothing is posted', async ({ desk, service }) => {
    const panel = await feesOf(desk, rivka);
    await standOn(panel.getByRole('grid'), '8.00');
    await press(desk.page, 'p');
    const field = desk.dialog.getByLabel('To pay');
    const error = desk.dialog.getByTestId('field-error');
    await expect(field).toBeFocused();
    // No two that follow each other are refused in the same words.
    for (const [text, sentence] of [
      ['0', 'Amount: must be above zero'],
      ['1e9', 'Amount: not an amount, such as 12.50'],
      ['-1', 'Amount: must be above zero'],
      ['abc', 'Amount: not an amount, such as 12.50'],
      ['8.01', 'Amount: more than is owed'],
      ['1,50', 'Amount: not an amount, such as 12.50'],
      ['1.005', 'Amount: too many decimals'],
      ['', 'Amount: nothing entered'],
    ] as const) {
      await test.step(`“${text}”`, async () => {
        await press(desk.page, 'Control+A');
        if (text === '') await press(desk.page, 'Delete');
        else await write(desk.page, text);
        await press(desk.page, 'Enter');
        await expect(error).toContainText(sentence);
        await expect(field).toHaveAttribute('aria-invalid', 'true');
        await expect(field).toHaveAttribute(
          'aria-describedby',
          new RegExp((await error.getAttribute('id')) ?? '-'),
        );
        await expect(field).toBeFocused();
        await expect(field).toHaveValue(text);
      });
    }
    expect(await transactions(service, rivka.card)).toEqual([]);
    await writeOver(desk.page, '1.50');
    await pay(desk, 'Pay ₪1.50');
    await expect(owed(panel)).toContainText('₪11.00');
  });

  test('in what was handed over, and in a sum to be split', async ({ desk, service }) => {
    const panel = await feesOf(desk, rivka);
    await standOn(panel.getByRole('grid'), '8.00');
    await press(desk.page, 'p');
    await reach(desk.dialog.getByLabel('Given'));
    for (const [text, sentence] of [
      ['1,50', 'Not an amount, such as 50.00'],
      ['abc', 'Not an amount, such as 50.00'],
    ] as const) {
      await writeOver(desk.page, text);
      await pay(desk, 'Pay ₪8.00');
      await expect(desk.dialog.getByTestId('field-error')).toHaveText(sentence);
      await expect(desk.dialog.getByLabel('Given')).toBeFocused();
    }
    await writeOver(desk.page, '5');
    await expect(desk.dialog.getByTestId('change')).toHaveText('₪3.00 short');
    await expect(desk.dialog.getByRole('button', { name: 'Pay ₪8.00' })).toBeDisabled();
    await press(desk.page, 'Enter');
    await press(desk.page, 'Escape');
    await expect(desk.dialog).toHaveCount(0);
    await press(desk.page, 's');
    await desk.dialog.waitFor();
    for (const [text, sentence] of [
      ['13', 'Amount: more than is owed'],
      ['0', 'Amount: must be above zero'],
      ['1e9', 'Amount: not an amount'],
    ] as const) {
      await writeOver(desk.page, text);
      await press(desk.page, 'Enter');
      await expect(desk.dialog.getByTestId('field-error')).toContainText(sentence);
      await expect(desk.dialog.getByLabel('To pay')).toBeFocused();
    }
    expect(await transactions(service, rivka.card)).toEqual([]);
  });
});

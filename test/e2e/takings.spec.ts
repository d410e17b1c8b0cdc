import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright';
import type { Bridge } from '../../src/contract/bridge.ts';
import { sampleCode as code } from '../../src/service/samples.ts';
import { m } from '../../src/messages/compiled/messages.js';
import { expectAccessible } from './accessible.ts';
import { setSize, type Carrel } from './app.ts';
import { expect, test, type Service } from './fixtures.ts';
import { smallestPage, sticksOut } from './fits.ts';
import { oneLine, press, reach, write } from './keyboard.ts';
import { Paper } from './paper.ts';

const userId = code('patronOwing');

/** The patron's fees that are owed, oldest first: 3.00, 10.50, 27.90, 5.00 and 0.60; one that is paid is none. */
async function pay(
  { ask }: Pick<Carrel, 'ask'>,
  nth: number,
  amount: string,
  method = 'CASH',
): Promise<void> {
  const list = await ask('fees.list', { userId });
  const feeId = list.ok ? (list.value.fees[nth]?.feeId ?? '') : '';
  const paid = await ask('fees.pay', { intent: randomUUID(), userId, feeId, amount, method });
  expect(paid).toMatchObject({ ok: true });
}

/** Opens another window as the menu does, and asks main as it does. */
async function openBeside({ app }: Carrel): Promise<Pick<Carrel, 'ask'>> {
  const [window] = await Promise.all([
    app.waitForEvent('window'),
    app.evaluate(({ Menu }, label) => {
      const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? [];
      items.find((item) => item.label === label)?.click();
    }, m.desktop_menu_new_window()),
  ]);
  await window.getByRole('combobox', { name: m.app_scan_label() }).waitFor();
  const ask: Carrel['ask'] = (name, input) =>
    window.evaluate(
      ([what, id, values]) => (globalThis as unknown as { carrel: Bridge }).carrel.call(what, id, values),
      [name, randomUUID(), input] as const,
    ) as ReturnType<typeof ask<typeof name>>;
  return { ask };
}

/** Paid past this station, as from another one or over the web. */
async function payElsewhere({ client }: Service, amount: string): Promise<void> {
  const { items } = await client.call('users.fees.list', { path: { user_id: userId } });
  const path = { user_id: userId, fee_id: String(items.at(-1)?.id) };
  await client.call('users.fees.pay', { path, query: { amount, method: 'ONLINE' } });
}

/** The dialog in which the till is counted and closed. */
class TillDialog {
  readonly page: Page;
  readonly dialog: Locator;
  readonly closeButton: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog');
    this.closeButton = this.dialog.getByRole('button', { name: m.takings_close() });
  }

  field(name: string): Locator {
    return this.dialog.getByRole('textbox', { name, exact: true });
  }

  pieces(value: string): Locator {
    return this.field(m.takings_pieces_of({ value }));
  }

  /** To the count, from the desk. */
  async count(): Promise<void> {
    await press(this.page, 'Alt+T');
    await expect(this.closeButton).toBeEnabled();
    await press(this.page, 'r');
    await expect(this.dialog.getByRole('heading', { name: m.takings_count_title() })).toBeVisible();
    await expect(this.dialog.locator('input:focus')).toBeVisible();
  }

  async type(field: Locator, text: string): Promise<void> {
    await reach(field);
    await press(this.page, 'Control+A');
    await write(this.page, text);
  }

  async close(): Promise<void> {
    await reach(this.closeButton);
    await press(this.page, 'Enter');
  }
}

/** Opens the section of closed tills. */
async function toClosedTills(page: Page): Promise<Locator> {
  await press(page, 'Alt+6');
  const section = page.getByRole('tab', { name: m.reports_section_till() });
  await section.waitFor();
  if ((await section.getAttribute('aria-selected')) !== 'true') await press(page, 'F6');
  await expect(section).toHaveAttribute('aria-selected', 'true');
  return page.getByRole('grid', { name: m.reports_section_till() }).locator('tbody tr[data-key]');
}

test.describe('closing the till', () => {
  test.use({ alone: true });

  test('counts the drawer, names the difference, keeps the report, and leaves the next float', async ({
    carrel,
    service,
  }) => {
    test.setTimeout(240_000);
    const { page } = carrel;
    const paper = await Paper.beside(carrel.app);
    const till = new TillDialog(page);
    const none = await toClosedTills(page);
    await expect(page.getByText(m.takings_closed_empty())).toBeVisible();
    await expectAccessible(page, 'no closed tills');
    await expect(none).toHaveCount(0);
    await press(page, 'Alt+1');

    await pay(carrel, 0, '3');
    await pay(carrel, 0, '10.50');
    await pay(carrel, 1, '5', 'CREDIT_CARD');
    await payElsewhere(service, '0.60');
    await till.count();
    await expect(till.pieces('₪200')).toBeFocused();
    // Enter goes from one compartment to the next, and closes nothing.
    for (const count of ['', '', '1', '2', '1', '', '', '', '', '4']) {
      if (count !== '') await write(page, count);
      await press(page, 'Enter');
    }
    await expect(till.field(m.takings_other())).toBeFocused();
    await expect(till.dialog).toContainText('₪100.40');
    await till.type(till.field(m.takings_float()), '90');
    await expect(till.dialog).toContainText('₪3.10 missing');
    await expectAccessible(page, 'the drawer is counted');
    await till.type(till.pieces('₪2'), 'x');
    await expect(till.dialog.getByText(m.takings_problem_count())).toBeVisible();
    await expect(till.closeButton).toBeDisabled();
    await till.type(till.pieces('₪2'), '1');
    await expect(till.dialog).toContainText('₪1.10 missing');
    await till.type(till.pieces('₪0.10'), '15');
    await expect(till.dialog).toContainText(m.takings_agrees());
    await till.type(till.pieces('₪0.10'), '14');
    await expect(till.dialog).toContainText('₪0.10 missing');
    await till.close();
    await expect(till.dialog).toContainText('Till closed.');
    await expect(till.dialog).toContainText(m.takings_compare_agrees());
    const drawer = till.dialog.getByRole('table', { name: m.takings_report_cash() });
    expect(oneLine(await drawer.innerText())).toMatch(
      /Float at the start ₪90\.00 Fees paid in cash ₪13\.50 Should be there ₪103\.50.*In the drawer ₪103\.40 Next float ₪90\.00 To take out ₪13\.40/,
    );
    await expect(till.dialog.getByText(m.takings_line_elsewhere())).toBeVisible();
    await expectAccessible(page, 'the till is closed and compared');
    await press(page, 'p');
    const [first = ''] = await paper.next();
    expect(first).toMatch(/Takings .* Fees, Cash \(2\) ₪13\.50 Fees, Card \(1\) ₪5\.00 In all ₪18\.50/);
    expect(first).toMatch(/Expected ₪103\.50 1 × ₪50\.00 ₪50\.00 2 × ₪20\.00 ₪40\.00 .*Counted ₪103\.40/);
    expect(first).toMatch(/₪0\.10 missing Next float ₪90\.00 Taken out ₪13\.40/);
    expect(first).toContain(m.takings_line_elsewhere());
    expect(first).not.toMatch(/Rivka/);
    await press(page, 'Escape');

    const rows = await toClosedTills(page);
    await expect(rows).toHaveCount(1);
    await expect(rows.first()).toContainText(m.takings_agrees());
    expect(oneLine(await rows.first().innerText())).toMatch(/Circulation Desk ₪18\.50 ₪0\.10 missing/);
    await expectAccessible(page, 'the closed tills');
    await reach(rows.first());
    await press(page, 'Enter');
    const report = page.getByRole('article');
    await expect(report.getByRole('heading', { level: 2 })).toBeFocused();
    await expect(report).toContainText('₪0.10 missing');
    await expectAccessible(page, 'a closed till');
    await reach(page.getByRole('button', { name: m.takings_report_print() }));
    await press(page, 'Enter');
    expect((await paper.next())[0]).toContain('₪0.10 missing');
    await reach(page.getByRole('button', { name: m.takings_report_copy() }));
    await press(page, 'Enter');
    await expect(page.getByRole('button', { name: m.takings_copied() })).toBeVisible();
    const text = await carrel.app.evaluate(({ clipboard }) => clipboard.readText());
    expect(text).toContain('Fees, Cash\t2\t₪13.50');
    expect(text).toContain('₪0.10 missing');
    await press(page, 'Escape');
    await expect(rows.first()).toBeFocused();

    // The next one begins with what was left.
    await press(page, 'Alt+1');
    await pay(carrel, 0, '1');
    await till.count();
    await expect(till.field(m.takings_float())).toHaveValue('90.00');
    await expect(till.dialog).toContainText('₪91.00');
  });

  test('over all windows of the desk, each with its part', async ({ carrel }) => {
    const { page } = carrel;
    const till = new TillDialog(page);
    await pay(carrel, 0, '3');
    await pay(await openBeside(carrel), 1, '2');
    await page.bringToFront();
    await till.count();
    await expect(till.dialog).toContainText('This window: ₪3.00');
    await expect(till.dialog).toContainText('Another window: ₪2.00');
    await till.type(till.field(m.takings_other()), '5');
    await till.close();
    await expect(till.dialog).toContainText('Till closed.');
    await expect(till.dialog).toContainText('Another window: ₪2.00');
    await expectAccessible(page, 'two windows closed in one');
  });

  test('of a desk from which the workstation was moved: said, and closed under that desk', async ({
    carrel,
  }) => {
    const { page } = carrel;
    const till = new TillDialog(page);
    await pay(carrel, 0, '3');
    // Another library, whose desk has the same code.
    const moved = await carrel.ask('station.choose', {
      ...{ library: 'LAW', desk: 'DEFAULT_CIRC_DESK', department: null },
    });
    expect(moved).toMatchObject({ ok: true });
    const law = moved.ok ? (moved.value.library?.label ?? '') : '';
    await press(page, 'Alt+T');
    await expect(till.dialog).toContainText(m.takings_nothing());
    await expect(till.dialog).toContainText(m.takings_elsewhere_do());
    await expect(till.dialog).toContainText('₪3.00 from Main Library');
    await expectAccessible(page, 'money at the desk of before');
    await reach(till.dialog.getByRole('button', { name: /Close the till of Main Library/ }));
    await press(page, 'Enter');
    await expect(till.dialog).toContainText(/This workstation is at .+ now/);
    await till.type(till.field(m.takings_other()), '3');
    await expect(till.dialog).toContainText(m.takings_agrees());
    await expectAccessible(page, 'the drawer of the desk of before');
    await till.close();
    await expect(till.dialog).toContainText('Till closed.');
    await press(page, 'Escape');
    const rows = await toClosedTills(page);
    await expect(rows.first()).toContainText('Main Library');
    await expect(rows.first()).not.toContainText(law);
    await press(page, 'Alt+1');
    await press(page, 'Alt+T');
    await expect(till.dialog).toContainText(m.takings_nothing());
    await expect(till.dialog).not.toContainText(m.takings_elsewhere_do());
  });

  test('many closed tills come a page at a time', async ({ carrel }) => {
    const { page } = carrel;
    for (let nth = 0; nth < 52; nth += 1) await carrel.ask('takings.close', {});
    const rows = await toClosedTills(page);
    await expect(rows).toHaveCount(50);
    const older = page.getByRole('button', { name: m.takings_closed_older() });
    await reach(older);
    await press(page, 'Enter');
    await expect(rows).toHaveCount(52);
    await expect(older).toHaveCount(0);
    await expectAccessible(page, 'all pages of closed tills');
  });

  test('is asked again where money is taken meanwhile, and what was typed is kept through Esc', async ({
    carrel,
  }) => {
    const { page } = carrel;
    const till = new TillDialog(page);
    await pay(carrel, 0, '3');
    await till.count();
    await till.type(till.field(m.takings_other()), '3');
    await expect(till.dialog).toContainText(m.takings_agrees());
    await press(page, 'Escape');
    await expect(till.dialog).toHaveCount(0);
    await till.count();
    await expect(till.field(m.takings_other())).toHaveValue('3');
    await pay(carrel, 1, '2');
    await till.close();
    await expect(till.dialog.getByRole('alert')).toContainText(m.takings_changed());
    await expect(till.dialog).toContainText('₪2.00 missing');
    await expectAccessible(page, 'taken while it was counted');
    await till.type(till.field(m.takings_other()), '5');
    await till.close();
    await expect(till.dialog).toContainText('Till closed.');
    const kept = await carrel.ask('takings.closed', {});
    expect(kept).toMatchObject({ ok: true, value: { tills: [{ total: '5.00' }] } });
  });

  test('takes of the deposits what was in cash', async ({ carrel }) => {
    const { page } = carrel;
    const till = new TillDialog(page);
    const made = await carrel.ask('deposits.create', {
      ...{ intent: randomUUID(), userId, profile: 'LOCKER', amount: '20', owner: 'MAIN', comment: '' },
    });
    const depositId = made.ok ? (made.value.record?.depositId ?? '') : '';
    const act = { intent: randomUUID(), userId, depositId, op: 'pay', seen: 'ACTIVE' };
    expect(await carrel.ask('deposits.act', act)).toMatchObject({ ok: true });
    await till.count();
    await expect(till.field(m.takings_deposits_cash())).toHaveValue('20.00');
    await till.type(till.field(m.takings_deposits_cash()), '21');
    await expect(till.dialog.getByTestId('field-error')).toContainText('At most ₪20.00');
    await till.type(till.field(m.takings_deposits_cash()), '5');
    await till.type(till.field(m.takings_other()), '5');
    await expect(till.dialog).toContainText(m.takings_agrees());
    await expectAccessible(page, 'deposits in cash');
    await till.close();
    await expect(till.dialog).toContainText('Till closed.');
  });

  test('says what the library system has otherwise, and compares later where it was away', async ({
    carrel,
    service,
  }) => {
    const { page } = carrel;
    const till = new TillDialog(page);
    await pay(carrel, 0, '3');
    await service.faults({ operation: 'conf.feeTransactions', fault: 'html' });
    await till.count();
    await reach(till.dialog.getByRole('button', { name: m.takings_compare() }));
    await press(page, 'Enter');
    await expect(till.dialog.getByRole('alert')).toContainText(m.takings_compare_not());
    await till.close();
    await expect(till.dialog).toContainText('Till closed.');
    await expect(till.dialog).toContainText(m.takings_compare_later());
    await expectAccessible(page, 'closed, and not compared');
    await press(page, 'Escape');

    const rows = await toClosedTills(page);
    await expect(rows.first()).toContainText(m.takings_closed_not_compared());
    await reach(rows.first());
    await press(page, 'Enter');
    await service.faults({ operation: 'conf.feeTransactions', fault: 'delay', ms: 120_000, count: 1 });
    const report = page.getByRole('article');
    await reach(report.getByRole('button', { name: m.takings_compare() }));
    await press(page, 'Enter');
    await expect(report.getByText(m.takings_comparing())).toBeVisible();
    await reach(report.getByRole('button', { name: m.app_stop() }));
    await press(page, 'Enter');
    // It has lost the payment: nothing of it is in the list of its library.
    await service.faults({ operation: 'conf.feeTransactions', fault: 'list-without-key' });
    await reach(report.getByRole('button', { name: m.takings_compare() }));
    await press(page, 'Enter');
    await expect(report.getByText('1 payment to look at')).toBeVisible();
    const line = report.getByRole('row', { name: m.takings_line_missing() });
    expect(oneLine(await line.innerText())).toMatch(/Cash ₪3\.00 Not in the library system/);
    await expectAccessible(page, 'a discrepancy');
    await service.faults();
    await reach(report.getByRole('button', { name: m.takings_compare_again() }));
    await press(page, 'Enter');
    await expect(report.getByText(m.takings_compare_agrees())).toBeVisible();
    await press(page, 'Escape');
    await expect(rows.first()).toContainText(m.takings_agrees());
  });

  test('from the closed tills too; in the smallest window all of it can be reached', async ({ carrel }) => {
    const { page } = carrel;
    const till = new TillDialog(page);
    await pay(carrel, 0, '3');
    await setSize(carrel, smallestPage);
    await toClosedTills(page);
    await reach(page.getByRole('button', { name: m.takings_close() }));
    await press(page, 'Enter');
    await expect(till.closeButton).toBeEnabled();
    await press(page, 'r');
    await till.type(till.field(m.takings_other()), '3');
    expect(await page.evaluate(sticksOut)).toEqual({ wide: 0, out: [] });
    await till.close();
    await expect(till.dialog).toContainText('Till closed.');
    await press(page, 'Escape');
    await expect(page.getByRole('grid', { name: m.reports_section_till() })).toBeVisible();
    expect(await page.evaluate(sticksOut)).toEqual({ wide: 0, out: [] });
  });
});

test.describe('where the currency has no table of coins', () => {
  test.use({ alone: true, library: { currency: 'ISK' } });

  test('the drawer is counted as one sum', async ({ carrel }) => {
    const till = new TillDialog(carrel.page);
    await pay(carrel, 0, '100');
    await till.count();
    await expect(till.field(m.takings_other())).toBeFocused();
    await till.type(till.field(m.takings_other()), '100');
    await expect(till.dialog).toContainText(m.takings_agrees());
    await expectAccessible(carrel.page, 'counted as one sum');
    await till.close();
    await expect(till.dialog).toContainText('Till closed.');
  });
});

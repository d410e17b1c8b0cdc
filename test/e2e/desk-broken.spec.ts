import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import type { Carrel } from './app.ts';
import { connect, expect, test } from './fixtures.ts';
import { press, reach } from './keyboard.ts';
import { lists, withRows } from './odd-answers.ts';
import { standBetween } from './proxy.ts';

test.use({ alone: true });

/** The page's own way to write sums fails on one of them, as it might on data that nobody thought of. */
const breakOn = (sum: string): string => `{
  const { get } = Object.getOwnPropertyDescriptor(Intl.NumberFormat.prototype, 'format');
  globalThis.carrelBroken = ${JSON.stringify(sum)};
  Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
    get() {
      const format = get.call(this);
      return (value) => {
        if (value === globalThis.carrelBroken) throw new RangeError('Rivka Ben-Ami 31234000777777');
        return format(value);
      };
    },
  });
}`;
const mend = `globalThis.carrelBroken = null`;

const odd = '66.66';

/** The numbers of what went wrong, as they stand in the log. */
const inLog = (carrel: Carrel): string[] =>
  carrel
    .output()
    .split('\n')
    .filter((line) => line.includes('"defect"'));

test('a tab that cannot be drawn says so with its number; scanning goes on, and a key draws it again', async ({
  desk,
  carrel,
  service,
}) => {
  const { page } = desk;
  await using proxy = await standBetween(service.origin, (passing) =>
    withRows(passing, lists.fees, (fees) => fees.map((fee) => ({ ...fee, original_amount: odd }))),
  );
  await connect(carrel, { ...service, origin: proxy.origin });
  await desk.open(code('patronGood'), 'Rivka Ben-Ami');
  await page.evaluate(breakOn(odd));
  await press(page, 'Escape');
  await reach(page.getByRole('tab', { selected: true }));
  for (let presses = 0; presses < 9; presses += 1) {
    if (await page.getByRole('tab', { name: /^Fees/, selected: true }).count()) break;
    await page.keyboard.press('ArrowRight');
  }
  const panel = page.getByRole('tabpanel');
  const note = panel.getByRole('alert');
  await expect(note).toContainText(m.app_broken_what());
  await expect(note).toContainText(m.app_broken_not_done());
  await expectAccessible(page, 'a tab that cannot be drawn');

  const id = (await note.locator('dd').innerText()).trim();
  expect(id).toMatch(/^[\da-f-]{36}$/);
  await expect.poll(() => inLog(carrel).join('\n')).toContain(id);
  expect(inLog(carrel).join('\n')).toContain('"RangeError"');
  expect(inLog(carrel).join('\n')).not.toMatch(/Rivka|31234000777777/);

  // Who it is stands above it as before, and the next book is lent.
  await expect(desk.heading).toHaveText('Rivka Ben-Ami');
  await desk.scanned(code('itemFree1'), 'Lent', 'The Overstory');
  await expect(note).toBeVisible();

  // It is no other where the list is there at once, as it was read before.
  await reach(page.getByRole('tab', { selected: true }));
  await press(page, 'Home');
  await expect(note).toHaveCount(0);
  await expect(panel.locator('tbody tr[data-key]')).toHaveCount(5);
  await press(page, 'ArrowRight');
  await press(page, 'ArrowRight');
  for (let presses = 0; presses < 9; presses += 1) {
    if (await page.getByRole('tab', { name: /^Fees/, selected: true }).count()) break;
    await page.keyboard.press('ArrowRight');
  }
  await expect(note).toContainText(m.app_broken_what());

  await page.evaluate(mend);
  await press(page, 'F5');
  await expect(panel.locator('tbody tr[data-key]')).toHaveCount(2);
  await expect(note).toHaveCount(0);
  await desk.scanned(code('itemFree2'), 'Lent', 'Invisible Cities');
});

test('so does a dialog, which can be closed; the next patron finds everything drawn', async ({
  desk,
  carrel,
  service,
}) => {
  const { page } = desk;
  await desk.open(code('patronGood'), 'Rivka Ben-Ami');
  await desk.tab('fees');
  // The sum of all of them stands in the button of the dialog, and above the tabs, which are drawn already.
  await page.evaluate(breakOn('12.50'));
  await press(page, 'Shift+P');
  await expect(desk.dialog.getByRole('alert')).toContainText(m.app_broken_what());
  await expectAccessible(page, 'a dialog that cannot be drawn');
  await desk.scan(code('itemFree1'));
  await desk.leaveDialog();
  await desk.takeUp();
  await expect(desk.scans.first()).toContainText('The Overstory');
  const { items } = await service.client.call('users.fees.list', { path: { user_id: code('patronGood') } });
  expect(items).toHaveLength(2);
  await desk.open(code('patronTenLoans'), 'Michał Wiśniewski');
  await expect(desk.page.getByRole('tabpanel').locator('tbody tr[data-key]').first()).toBeVisible();
  expect(inLog(carrel).length).toBeGreaterThan(0);
});

test('what nobody caught is noted in the log as well, without a word of what it was about', async ({
  desk,
  carrel,
}) => {
  await desk.page.evaluate(`{
    const reason = new TypeError('Rivka Ben-Ami');
    dispatchEvent(new PromiseRejectionEvent('unhandledrejection', { promise: Promise.resolve(), reason }));
    dispatchEvent(new ErrorEvent('error', { error: new EvalError('Rivka Ben-Ami') }));
  }`);
  await expect.poll(() => inLog(carrel).join('\n')).toMatch(/"TypeError"[^]*"EvalError"/);
  expect(inLog(carrel).join('\n')).not.toContain('Rivka');
});

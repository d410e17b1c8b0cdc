import type { Locator, Page } from 'playwright';
import { sampleCode as code } from '../../src/service/samples.ts';
import type { NewUser } from '../../src/service/shapes/user.ts';
import { expectAccessible } from './accessible.ts';
import { connect, expect, test, type Service } from './fixtures.ts';
import { press, reach, standOn } from './keyboard.ts';
import { standBetween } from './proxy.ts';

const ten = { card: code('patronTenLoans'), name: 'Michał Wiśniewski' };
const path = { user_id: ten.card };

/** The patron is given a fee and these blocks. */
async function burden({ client }: Service, ...notes: readonly string[]): Promise<void> {
  const body = (await client.call('users.get', { path })) as NewUser;
  const user_block = notes.map((block_note) => ({
    block_type: { value: 'GENERAL' },
    block_description: { value: 'CONTACT' },
    block_status: 'ACTIVE',
    block_note,
  }));
  await client.call('users.update', { path, body: { ...body, user_block } });
  const fee = { type: { value: 'OTHER' }, original_amount: '1.00', owner: { value: 'MAIN' } };
  await client.call('users.fees.create', { path, body: fee });
}

const rowsOf = (panel: Locator): Locator => panel.locator('tbody tr[data-key]');

/** Where the first row begins, and how many are seen whole. */
async function seen(page: Page, panel: Locator): Promise<{ readonly first: number; readonly whole: number }> {
  await expect(rowsOf(panel)).toHaveCount(10);
  const height = await page.evaluate<number>('innerHeight');
  const list = await panel.locator('.rows').boundingBox();
  const bottom = Math.min(height, (list?.y ?? 0) + (list?.height ?? 0));
  const boxes = await Promise.all((await rowsOf(panel).all()).map((row) => row.boundingBox()));
  return {
    first: boxes[0]?.y ?? Infinity,
    whole: boxes.filter((box) => box && box.y + box.height <= bottom + 1).length,
  };
}

test.describe('at 1280 × 800', () => {
  test.use({ alone: true, size: { width: 1280, height: 800 } });

  test('the first loan is high up, and ten are seen', async ({ desk }) => {
    await desk.open(ten.card, ten.name);
    const panel = await desk.tab('loans');
    const { first, whole } = await seen(desk.page, panel);
    expect(first).toBeLessThanOrEqual(270);
    expect(whole).toBe(10);
  });

  test('also with a fee and blocks: one strip for all of them, the others counted and reachable', async ({
    desk,
    service,
  }) => {
    const { page } = desk;
    await burden(service, 'First reason: come to the desk of the head of circulation', 'Second reason');
    await desk.open(ten.card, ten.name);
    const panel = await desk.tab('loans');
    const { first, whole } = await seen(page, panel);
    expect(first).toBeLessThanOrEqual(340);
    expect(whole).toBeGreaterThanOrEqual(9);
    const strip = desk.patron.getByRole('note').filter({ hasText: 'BLOCKED' });
    await expect(strip).toHaveCount(1);
    const box = await strip.boundingBox();
    expect(box?.height).toBe(64);
    expect(box?.width).toBeLessThanOrEqual((await desk.patron.boundingBox())?.width ?? 0);
    await expect(strip).not.toContainText('Second reason');
    await expectAccessible(page, 'a fee and two blocks');
    await reach(strip.getByRole('button', { name: '+1 more' }), 'Shift+Tab');
    await press(page, 'Enter');
    await expect(strip).toContainText('Second reason');
    await expectAccessible(page, 'both blocks');

    // What is owed, in a row of its own; its buttons are not said twice.
    const pay = desk.patron.getByRole('button', { name: /^Pay all/ });
    await expect(pay).toHaveCount(1);
    await desk.tab('fees');
    await expect(pay).toHaveCount(1);
    await expect(
      desk.patron.getByRole('note').filter({ hasText: 'Owes' }).getByRole('button', { name: /^Pay/ }),
    ).toHaveCount(0);
  });
});

test('the keys for one loan are on the row that has the focus, and move nothing', async ({ desk }) => {
  const { page } = desk;
  await desk.open(ten.card, ten.name);
  const panel = await desk.tab('loans');
  const renew = panel.getByRole('button', { name: /^Renew(?! all)/ });
  const due = panel.getByRole('button', { name: /^Due date/ });
  await expect(rowsOf(panel)).toHaveCount(10);
  await expect(renew).toHaveCount(0);
  const before = await rowsOf(panel).last().boundingBox();
  const row = await standOn(panel.getByRole('grid'), 'Imperium');
  await expect(row.getByRole('button')).toHaveText([/^\s*Renew\s*R$/, /^\s*Due date\s*D$/]);
  expect(await rowsOf(panel).last().boundingBox()).toEqual(before);
  await press(page, 'ArrowDown');
  await expect(row.getByRole('button')).toHaveCount(0);
  await expect(renew).toHaveCount(1);
  await expect(due).toHaveCount(1);
  // Two are chosen: there is no one loan.
  await press(page, 'Space');
  await press(page, 'Shift+ArrowDown');
  await expect(renew).toHaveText(/Renew 2 chosen/);
  await expect(due).toHaveCount(0);
});

test('how late a loan is stands beside its date, in words', async ({ carrel, desk, service }) => {
  const late = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
  const given: Readonly<Record<string, string>> = { Imperium: late(10), Flights: late(1) };
  await using proxy = await standBetween(service.origin, ({ method, url, body }) => {
    if (method !== 'GET' || !/\/loans(\?|$)/.test(url)) return null;
    const list = JSON.parse(body) as { item_loan?: { title: string; due_date: string }[] };
    for (const loan of list.item_loan ?? []) loan.due_date = given[loan.title] ?? loan.due_date;
    return { status: 200, body: JSON.stringify(list) };
  });
  await connect(carrel, { ...service, origin: proxy.origin });
  await desk.open(ten.card, ten.name);
  const panel = await desk.tab('loans');
  const row = (title: string): Locator => rowsOf(panel).filter({ hasText: title });
  await expect(row('Imperium').getByTestId('mark-refused')).toHaveText('10 days late');
  await expect(row('Flights').getByTestId('mark-refused')).toHaveText('1 day late');
  await expect(panel.getByRole('button', { name: /^Overdue/ })).toHaveText(/Overdue\s*2/);
  await expectAccessible(desk.page, 'late loans');
});

test('comfortable rows are higher, of two lines as well', async ({ carrel, desk }) => {
  await desk.open(ten.card, ten.name);
  const panel = await desk.tab('loans');
  const row = rowsOf(panel).first();
  const height = async (): Promise<number> => (await row.boundingBox())?.height ?? 0;
  const dense = await height();
  await carrel.ask('station.appearance', { density: 'comfortable' });
  await expect.poll(height).toBeGreaterThanOrEqual(dense + 8);
});

test('the count on the tab is that of the list under it', async ({ desk }) => {
  await desk.open(code('patronNothing'), 'Grace Okafor');
  const panel = await desk.tab('loans');
  const tab = desk.page.getByRole('tab', { name: /^Loans/ });
  await expect(panel.getByText('Nothing on loan')).toBeVisible();
  await expect(tab).toHaveText('Loans');
  await desk.scanned(code('itemHebrew'), 'Lent');
  // Both at once: in no frame is there a count over “Nothing on loan”.
  await desk.page.evaluate(`new Promise((done, fail) => requestAnimationFrame(function look() {
    const counted = document.querySelector('[role="tab"]').innerText.includes('1');
    const empty = document.body.innerText.includes('Nothing on loan');
    if (counted) return empty ? fail(new Error('a count over nothing on loan')) : done();
    requestAnimationFrame(look);
  }))`);
  await expect(rowsOf(panel)).toHaveCount(1);
});

import { sampleCode as code } from '../../src/service/samples.ts';
import { m } from '../../src/messages/compiled/messages.js';
import { barcodeOf } from '../../src/server/sample/barcode.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { oneLine, press, read } from './keyboard.ts';
import { Scanner } from './scanner.ts';

/** In the page: the newest row's word and the one beside the scan box, with each change of either. */
const watchWords = `(() => {
  const seen = [];
  const textOf = (selector) => document.querySelector(selector)?.textContent.trim() ?? '';
  new MutationObserver(() => {
    seen.push({ at: performance.now(), words: textOf('[data-testid="scans"] [data-testid^="mark-"]') + ' ' + textOf('[data-testid="readiness"]') });
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
  return seen;
})()`;

test.describe('lending', () => {
  test('says title and due date, large until the next result, and counts it', async ({ desk, service }) => {
    await desk.open(code('patronNothing'), 'Grace Okafor');
    await desk.scan(code('itemFree1'));
    await expect(desk.stageWord).toHaveText('Lent');
    await expect(desk.stageWord.getByTestId('mark-done')).toHaveCSS('font-size', '24px');
    await expect(desk.stageWhat).toHaveText('The Overstory');
    await expect(desk.stageWhat).toHaveCSS('font-size', '32px');
    await expect(desk.stageThen).toHaveText(/^due \w+, \w+ \d+$/);
    await expect(desk.stageThen).toHaveCSS('font-size', '48px');
    const message = await read(desk.row('The Overstory').getByTestId('scan-line'));
    expect(message).toMatch(/^2 Lent The Overstory due \w+, \w+ \d+$/);
    await expect(desk.page.getByRole('tab', { name: /^Loans/ })).toHaveText(/Loans\s*1/);
    await expect(desk.page.getByText('1 lent', { exact: true })).toBeVisible();
    const loans = await service.client.call('users.loans.list', { path: { user_id: code('patronNothing') } });
    expect(loans.items).toMatchObject([
      {
        item_barcode: code('itemFree1'),
        library: { value: 'MAIN' },
        circ_desk: { value: 'DEFAULT_CIRC_DESK' },
      },
    ]);
    await expectAccessible(desk.page, 'something lent');
  });

  test('says what is waited for once it is slow, and not before', async ({ desk, service }) => {
    await desk.open(code('patronNothing'), 'Grace Okafor');
    await service.faults({ fault: 'delay', ms: 1500, operation: 'users.loans.create' });
    const changes = await desk.page.evaluateHandle(watchWords);
    await desk.scanned(code('itemFree1'), 'Lent', 'The Overstory');
    await expect(desk.readiness).toHaveText('READY');
    const seen = (await changes.jsonValue()) as readonly { at: number; words: string }[];
    const firstAt = (output: string): number =>
      seen.find(({ words }) => words.includes(output))?.at ?? Number.NaN;
    expect(firstAt('Sent') - firstAt('Waiting READY')).toBeGreaterThan(250);
    expect(firstAt('WAITING FOR 1') - firstAt('Waiting READY')).toBeGreaterThan(250);
    expect(seen.at(-1)?.words).toBe('Lent READY');
  });

  test('says titles in their own scripts', async ({ desk }) => {
    await desk.open(code('patronNothing'), 'Grace Okafor');
    await desk.scanned(code('itemHebrew'), 'Lent', 'נפלאות האפקט');
    await desk.scanned(code('itemArabic'), 'Lent', 'ذاكرة الجسد');
    await expect(desk.row('ذاكرة الجسد').getByTestId('scan-what')).toHaveCSS('unicode-bidi', 'isolate');
  });

  test('says which kind of double a scan is', async ({ desk, service }) => {
    await desk.open(code('patronBorrower'), 'נועה לוי');
    await desk.scanned(code('itemFree1'), 'Lent', 'The Overstory');
    await desk.scanned(code('itemFree1'), 'Twice', 'The Overstory', 'scanned twice, counted once');
    await desk.scanned(code('itemOnLoan'), 'Already lent', 'The Remains of the Day', 'to this patron, due');
    await expectAccessible(desk.page, 'scanned twice');
    await desk.open(code('patronNothing'), 'Grace Okafor');
    await desk.scanned(code('itemOnLoan'), 'Refused', 'The Remains of the Day', 'On loan to another patron');
    const loans = await service.client.call('users.loans.list', {
      path: { user_id: code('patronBorrower') },
    });
    expect(loans.items.filter((loan) => loan.item_barcode === code('itemFree1'))).toHaveLength(1);
  });

  test('says why not, and the service’s own words are one key away', async ({ desk }) => {
    await desk.open(code('patronNothing'), 'Grace Okafor');
    await desk.scanned(
      code('itemOnHoldShelf'),
      'Refused',
      'A Room of One’s Own',
      'On hold for another patron',
    );
    // What stands large, and is read aloud, names the book as soon as its name is known.
    await expect(desk.page.getByRole('log')).toContainText('A Room of One’s Own');
    await desk.scanned(code('itemReference'), 'Refused', 'Encyclopedia of Library Science', 'Not for loan');
    await desk.scanned(
      barcodeOf('item', 99_999),
      'Refused',
      barcodeOf('item', 99_999),
      'No item with this barcode',
    );
    // In a room without a stage the strip says the last result.
    await press(desk.page, 'Alt+7');
    const strip = desk.page.getByRole('region', { name: m.app_strip() });
    await expect(strip).toContainText('No item with this barcode');
    await press(desk.page, 'Alt+1');
    const row = desk.row('Not for loan');
    await desk.reach(row.getByRole('button', { name: 'Details' }));
    await press(desk.page, 'Enter');
    const note = row.getByRole('alert');
    await expect(note).toContainText('Nothing was lent.');
    await expect(note).toContainText('It stays in the library.');
    await expect(note).toContainText('401651');
    await expect(note).toContainText('Tracking ID');
    await expectAccessible(desk.page, 'refused scans, one with its details');
    await desk.page.keyboard.press('Escape');
    await expect(desk.box).toBeFocused();
  });
});

test.describe('with a service that takes 400 ms', () => {
  test.use({ library: { delayMs: 400 } });

  test('forty scans, one right after the other: none is lost, their order is kept, the session stays open', async ({
    desk,
    service,
  }) => {
    test.setTimeout(1_080_000);
    const items = Array.from({ length: 40 }, (_, index) => barcodeOf('item', 10_000 + index));
    const scanner = await Scanner.for(desk.page);
    const modes = desk.page.getByRole('group', { name: m.app_scan_mode() });
    const modesAtRest = await modes.boundingBox();
    await scanner.scan(code('patronWaiting'));
    for (const item of items) await scanner.scan(item, { gap: 4 });
    await desk.drawn(41);
    const states = async (): Promise<string[]> => {
      const texts = await desk.rows.getByTestId('scan-line').allInnerTexts();
      return texts.map((text) => oneLine(text).split(' ').slice(0, 2).join(' ')).toReversed();
    };
    // In their order: what has its outcome, then the one at the service, then what waits.
    const inOrder = /^\d+ Opened,(\d+ (Lent|Refused|Already),)+\d+ Sent,(\d+ Waiting,)+\d+ Waiting$/;
    await expect.poll(async () => (await states()).join()).toMatch(inOrder);
    await expect(desk.readiness).toHaveText(/WAITING FOR \d{2}/);
    expect(await modes.boundingBox(), 'what stands before it does not move').toEqual(modesAtRest);
    await expect(desk.row(items[39] ?? '')).toContainText('for the scan before');

    await desk.page.keyboard.press('F10');
    const reports = desk.stageNote.filter({ hasText: 'Can’t end yet' });
    await expect(reports).toBeVisible();
    await expect(desk.heading).toHaveText('李明');
    await expectAccessible(desk.page, 'scans waiting, and the session not ended');
    // It stands for as long as it is so, and not only until the next answer.
    const lentSoFar = (await states()).filter((state) => state.endsWith('Lent')).length;
    await expect
      .poll(async () => (await states()).filter((state) => state.endsWith('Lent')).length)
      .toBeGreaterThan(lentSoFar + 1);
    await expect(reports).toBeVisible();
    await expect(reports).toHaveCount(0, { timeout: 60_000 });

    await expect(desk.readiness).toHaveText('READY', { timeout: 60_000 });
    expect((await states()).map((state) => Number(state.split(' ')[0]))).toEqual(
      Array.from({ length: 41 }, (_, index) => index + 1),
    );
    const lent = (
      await service.client.call('users.loans.list', {
        path: { user_id: code('patronWaiting') },
        query: { limit: 100 },
      })
    ).items;
    const inTheirOrder = lent.toSorted((one, other) => Number(one.loan_id) - Number(other.loan_id));
    const barcodes = inTheirOrder.map((loan) => String(loan.item_barcode));
    expect(barcodes).toEqual(items.filter((item) => barcodes.includes(item)));
    expect((await states()).filter((state) => state.endsWith('Lent'))).toHaveLength(barcodes.length);
    expect(barcodes).toHaveLength(29);

    await desk.page.keyboard.press('F10');
    await expect(desk.stageWord).toHaveText('Ended');
    await expect(desk.rows).toHaveCount(0);
  });
});

test('what waits can be taken back, and is not sent', async ({ desk, service }) => {
  await desk.open(code('patronNothing'), 'Grace Okafor');
  await service.faults({ fault: 'delay', ms: 8000, count: 1, operation: 'users.loans.create' });
  for (const item of ['itemFree1', 'itemFree2', 'itemFree3'] as const) await desk.scan(code(item));
  await desk.reach(desk.row(code('itemFree3')).getByRole('button', { name: m.desk_drop() }));
  await press(desk.page, 'Enter');
  await expect(desk.row(code('itemFree3'), m.desk_scan_dropped(), m.desk_scan_dropped_note())).toBeVisible();
  await expect(desk.readiness).toHaveText('READY', { timeout: 60_000 });
  await expect(desk.row('Lent', 'Invisible Cities')).toBeVisible();
  const loans = await service.client.call('users.loans.list', { path: { user_id: code('patronNothing') } });
  expect(loans.total).toBe(2);
});

import { sampleCode as code } from '../../src/service/samples.ts';
import { barcodeOf } from '../../src/server/sample/barcode.ts';
import { m } from '../../src/messages/compiled/messages.js';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { press } from './keyboard.ts';
import { Scanner } from './scanner.ts';

/** The stage in pixels: its height, and the sizes of its word, of what it is about, and of a due date. */
interface Sizes {
  readonly height: number;
  readonly word: number;
  readonly what: number;
  readonly then: number;
}

const usual: Sizes = { height: 208, word: 24, what: 32, then: 48 };
const times = (factor: number): Sizes => ({
  ...{ height: usual.height * factor, word: usual.word * factor },
  ...{ what: usual.what * factor, then: usual.then * factor },
});

for (const { name, size, sizes, text = 'usual', dir = 'ltr' } of [
  { name: '1280 × 800', size: { width: 1280, height: 800 }, sizes: usual },
  { name: '1024 × 768', size: { width: 1024, height: 768 }, sizes: usual },
  {
    name: 'lower than 700',
    size: { width: 1024, height: 560 },
    sizes: { height: 128, word: 24, what: 24, then: 32 },
  },
  { name: '3840 × 2160', size: { width: 3840, height: 2160 }, sizes: times(1.5) },
  { name: 'large text', size: { width: 1280, height: 800 }, sizes: times(1.25), text: 'large' },
  { name: 'right to left', size: { width: 1280, height: 800 }, sizes: usual, dir: 'rtl' },
] as const) {
  test.describe(name, () => {
    test.use({ alone: true, size });

    test('is read from a metre, one line each', async ({ desk, carrel }) => {
      const { page } = desk;
      await carrel.ask('station.appearance', { text });
      await page.evaluate(`document.documentElement.dir = '${dir}'`);
      const atRest = await desk.stage.boundingBox();
      expect(atRest?.height).toBe(sizes.height);
      await desk.open(code('patronGood'), 'Rivka Ben-Ami');
      await desk.scanned(code('itemFree1'), m.desk_scan_lent(), 'The Overstory');
      await expect(desk.stageWhat).toHaveText('The Overstory');
      await expect(desk.stageWord.getByTestId('mark-done')).toHaveCSS('font-size', `${sizes.word}px`);
      await expect(desk.stageWhat).toHaveCSS('font-size', `${sizes.what}px`);
      await expect(desk.stageThen).toHaveCSS('font-size', `${sizes.then}px`);
      // It begins where the reading direction begins.
      const [place, words] = await Promise.all([
        desk.stage.boundingBox(),
        desk.stageThen.locator('bdi').boundingBox(),
      ]);
      const gap =
        dir === 'ltr'
          ? (words?.x ?? 0) - (place?.x ?? 0)
          : (place?.x ?? 0) + (place?.width ?? 0) - (words?.x ?? 0) - (words?.width ?? 0);
      expect(gap).toBeLessThan(40);

      // What is too long for its line is smaller, and is one line still; nothing has moved.
      await desk.scanned(barcodeOf('item', 99_999), m.failures_word_refused());
      await desk.scan('POL-1001');
      await expect(desk.stageWhat).toHaveText('POL-1001');
      const lines = await page.evaluate<readonly number[]>(`(() => {
        const line = document.querySelector('[data-testid="stage-then"]');
        return [line.firstElementChild.getClientRects().length, line.scrollWidth - line.clientWidth];
      })()`);
      expect(lines[0]).toBe(1);
      expect(lines[1]).toBeLessThanOrEqual(0);
      expect(await desk.stage.boundingBox()).toEqual(atRest);
      await expectAccessible(page, `the stage, ${name}`);
    });
  });
}

test('says how the patron stands whose card was scanned, and the box that nothing can be lent', async ({
  desk,
}) => {
  await desk.open(code('patronBlocked'), 'Tomáš Dvořák');
  await expect(desk.stageWord).toHaveText(m.desk_cannot_borrow());
  await expect(desk.stageWhat).toHaveText('Tomáš Dvořák');
  await expect(desk.stageThen).toContainText(/^Blocked: /);
  await expect(desk.readiness).toHaveText('BLOCKED');
  await expect(desk.box).toHaveAttribute('placeholder', m.app_scan_placeholder_blocked());
  await desk.open(code('patronGood'), 'Rivka Ben-Ami');
  await expect(desk.stageWord).toHaveText(m.desk_can_borrow());
  await expect(desk.stageThen).toHaveText('Owes ₪12.50');
  await expect(desk.readiness).toHaveText('READY');
  await expect(desk.box).toHaveAttribute('placeholder', 'Scan a book to lend to Rivka Ben-Ami');
});

test('a visit is one patron’s: the next card begins at nought, and no former name is left', async ({
  desk,
}) => {
  const { page } = desk;
  const names = ['Rivka', 'Grace', 'Okafor'];
  const pageText = 'document.title + document.body.innerHTML';
  await desk.open(code('patronGood'), 'Rivka Ben-Ami');
  await desk.scanned(code('itemFree1'), m.desk_scan_lent(), 'The Overstory');
  await desk.scanned(code('itemFree2'), m.desk_scan_lent(), 'Invisible Cities');
  await expect(page.getByText('2 lent', { exact: true })).toBeVisible();
  await desk.open(code('patronNothing'), 'Grace Okafor');
  await expect(page.getByText('2 lent', { exact: true })).toHaveCount(0);
  const earlier = page.getByRole('button', { name: 'Earlier: 3 scans' });
  await expect(earlier).toBeVisible();
  await expect(desk.row('The Overstory')).toHaveCount(0);
  await expect.poll(() => page.evaluate(pageText)).not.toContain('Rivka');
  await desk.reach(earlier);
  await press(page, 'Enter');
  await expect(desk.row('The Overstory')).toBeVisible();
  await expect.poll(() => page.evaluate(pageText)).not.toContain('Rivka');
  await desk.scanned(code('itemFree3'), m.desk_scan_lent(), 'Mrs Dalloway');

  await press(page, 'F10');
  await expect(desk.stageWord).toHaveText(m.desk_ended());
  await expect(desk.stageWhat).toHaveText('1 lent');
  await expect(desk.stageThen).toContainText(/^due /);
  for (const name of names) await expect.poll(() => page.evaluate(pageText), name).not.toContain(name);
  await press(page, 'Alt+7');
  await page.getByRole('region', { name: m.app_strip() }).waitFor();
  for (const name of names) await expect.poll(() => page.evaluate(pageText), name).not.toContain(name);
});

/**
 * In the page: sums the layout shifts of what is not in the session's list. Input is no excuse: every scan is input. An
 * entry's value is that of its whole frame, rows included; each source outside has its own, as the value is defined: the
 * part of the window that it covers in both places, times how far it has moved.
 */
const watchShifts = `(() => {
  const seen = { sum: 0, sources: [] };
  const stage = () => document.querySelector('[data-testid="stage"]').getBoundingClientRect();
  const isOutside = ({ node, currentRect }) => {
    if (node) return !document.querySelector('[data-testid="scans"]')?.contains(node);
    // It is gone already: what was below the stage was a row.
    const { left, bottom } = stage();
    return currentRect.top < bottom || currentRect.left < left - 1;
  };
  const shiftOf = ({ previousRect: one, currentRect: other }) => {
    const width = Math.max(one.right, other.right) - Math.min(one.left, other.left);
    const height = Math.max(one.bottom, other.bottom) - Math.min(one.top, other.top);
    const distance = Math.max(Math.abs(one.left - other.left), Math.abs(one.top - other.top));
    return ((width * height) / (innerWidth * innerHeight)) * (distance / Math.max(innerWidth, innerHeight));
  };
  new PerformanceObserver((entries) => {
    for (const source of entries.getEntries().flatMap((entry) => entry.sources).filter(isOutside)) {
      const shift = shiftOf(source);
      seen.sum += shift;
      if (shift > 0.0001) seen.sources.push(shift.toFixed(4) + ' ' + (source.node?.outerHTML?.slice(0, 120) ?? 'gone'));
    }
  }).observe({ type: 'layout-shift', buffered: false });
  return seen;
})()`;

test.describe('in a rush hour', () => {
  test.use({ alone: true, size: { width: 1280, height: 800 }, library: { delayMs: 20 } });

  test('nothing jumps: 200 scans of all kinds move only the rows of the list', async ({ desk }) => {
    test.setTimeout(2_160_000);
    const { page } = desk;
    const scanner = await Scanner.for(page);
    const patrons = [
      'patronGood',
      'patronBlocked',
      'patronTenLoans',
      'patronNothing',
      'patronOwing',
    ] as const;
    await desk.open(code('patronGood'), 'Rivka Ben-Ami');
    const shifts = await page.evaluateHandle(watchShifts);
    for (let turn = 0; turn < 10; turn += 1) {
      await scanner.scan(code(patrons[turn % patrons.length] ?? 'patronGood'));
      for (let at = 0; at < 12; at += 1) await scanner.scan(barcodeOf('item', 10_000 + turn * 12 + at));
      await expect(desk.readiness).not.toHaveText(/WAITING/, { timeout: 90_000 });
      await expect(async () => {
        await press(page, 'F10');
        await expect(desk.stageWord).toHaveText(m.desk_ended(), { timeout: 1000 });
      }).toPass();
      for (let at = 0; at < 7; at += 1) await scanner.scan(barcodeOf('item', 10_000 + turn * 12 + at));
      await expect(desk.readiness).not.toHaveText(/WAITING/, { timeout: 90_000 });
    }
    const { sum, sources } = (await shifts.jsonValue()) as { sum: number; sources: string[] };
    expect(sum, [...new Set(sources)].join('\n')).toBeLessThanOrEqual(0.02);
  });
});

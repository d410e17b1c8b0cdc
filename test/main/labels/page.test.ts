import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { LabelSettings } from '../../../src/contract/labels.ts';
import { labelPage, outlines, sheetsMarkup } from '../../../src/main/labels/page.ts';
import { makeLabels } from '../../../src/main/labels/queue.ts';
import { StoredLabels } from '../../../src/main/station/label-settings.ts';
import { commonStock } from '../../../src/shared/label-stock.ts';
import { readCode128 } from '../../e2e/code128.ts';

const settings: LabelSettings = StoredLabels.parse({});
const book = { callNumber: 'QA76.73.P98 L88 2023', barcode: '31234000001014', library: 'Main Library' };

const labelsOf = (more: Partial<typeof book> = {}, set: Partial<LabelSettings> = {}, practice = false) => {
  const { made, problems } = makeLabels({ ...book, ...more }, { ...settings, ...set }, practice);
  return { texts: made.map(({ text }) => text), problems };
};

/** The bars of a label, in modules; the blank before the first is where it begins. */
const barsOf = (text: string) => {
  const [, path = ''] = /<path d="([^"]*)"/.exec(text) ?? [];
  return [...path.matchAll(/M(\d+) 0h(\d+)/g)].map(([, at, wide]) => ({
    at: Number(at),
    wide: Number(wide),
  }));
};
const widthOf = (text: string): number => Number(/<svg\s+width="([\d.]+)mm"/.exec(text)?.[1]);

describe('a label', () => {
  test('for the spine: a line for each part of the call number', () => {
    const [spine = ''] = labelsOf().texts;
    const lines = [...spine.matchAll(/<p><bdi>([^<]*)<\/bdi><\/p>/g)].map(([, line]) => line);
    expect(lines).toEqual(['QA', '76.73', '.P98', 'L88', '2023']);
    expect(spine).toContain('class="call s16" dir="ltr"');
  });

  test('for the spine, in Hebrew, is read from right to left; digits before it change nothing', () => {
    const [spine = ''] = labelsOf({ callNumber: '892.4 עגנ 1970' }).texts;
    expect(spine).toContain('dir="rtl"');
    expect(spine).toContain('<p><bdi>עגנ</bdi></p>');
    expect(labelsOf({ callNumber: '823.914 WOO' }).texts[0]).toContain('dir="ltr"');
    expect(labelsOf({ callNumber: '823.914' }).texts[0]).toContain('dir="ltr"');
  });

  test('with a barcode: bars that a scanner reads, blank on both sides, the number and the library', () => {
    const [, barcode = ''] = labelsOf().texts;
    const bars = barsOf(barcode);
    expect(readCode128(bars)).toBe('31234000001014');
    const [, whole = ''] = /viewBox="0 0 (\d+) 1"/.exec(barcode) ?? [];
    const end = bars.reduce((last, { at, wide }) => Math.max(last, at + wide), 0);
    expect([bars[0]?.at, Number(whole) - end]).toEqual([10, 10]);
    expect(barcode).toContain('<p class="library"><bdi>Main Library</bdi></p>');
    expect(barcode).toMatch(/<p class="number s9"><bdi>31234000001014<\/bdi><\/p>/);
    // As wide as fits a label of 70 mm, and no wider than a scanner likes.
    expect(widthOf(barcode)).toBeCloseTo(Number(whole) * 0.381, 2);
  });

  test('that is small has narrower bars and smaller letters, and no library above', () => {
    const low = { page: { width: 40, height: 16 }, label: { width: 40, height: 16 }, columns: 1, rows: 1 };
    const stock = { ...low, gap: { across: 0, down: 0 }, margin: { left: 0, top: 0 } };
    const [spine = '', barcode = ''] = labelsOf({}, { stock }).texts;
    expect(spine).toContain('class="call s6"');
    expect(widthOf(barcode)).toBeLessThanOrEqual(37);
    expect(barcode).not.toContain('Main Library');
  });

  test.each([
    [{ callNumber: '' }, {}, ['noCallNumber'], 1],
    [{ barcode: '' }, {}, ['noBarcode'], 1],
    [{ barcode: '', callNumber: '' }, {}, ['noCallNumber', 'noBarcode'], 0],
    [{ callNumber: '' }, { what: 'barcode' }, [], 1],
    [{ barcode: '' }, { what: 'spine' }, [], 1],
    [{ callNumber: 'A B C D E F G H I J K L M N O P' }, {}, ['callNumberTooLong'], 1],
    [{ callNumber: 'X'.repeat(80) }, {}, ['callNumberTooLong'], 1],
    [{ barcode: 'AN-UNUSUALLY-LONG-BARCODE-OF-LETTERS' }, {}, ['barcodeTooLong'], 1],
    [{ barcode: '9'.repeat(500) }, {}, ['barcodeTooLong'], 1],
  ] as const)('that cannot be is left out and said: %#', (more, set, problems, count) => {
    const made = labelsOf(more, set);
    expect(made.problems).toEqual(problems);
    expect(made.texts).toHaveLength(count);
  });

  test('of the practice library says so, so that it comes on no real book', () => {
    expect(labelsOf().texts.join('')).not.toMatch(/practice/i);
    for (const text of labelsOf({}, {}, true).texts) expect(text).toContain('PRACTICE LIBRARY');
  });

  test('runs nothing, whatever a record says', () => {
    const evil = '<script>alert(1)</script>';
    const text = labelsOf({ callNumber: evil, library: evil }).texts.join('');
    expect(text).not.toContain('<script');
    expect(text).toContain('&lt;script&gt;');
  });
});

describe('a page of labels', () => {
  const { made } = makeLabels(book, settings, false);
  const page = labelPage(sheetsMarkup({ sheets: [[null, ...made]] }), settings);

  test('is as large as the stock, and has its labels where the stock has them', () => {
    expect(page).toContain('@page { size: 210mm 297mm; margin: 0; }');
    expect(page).toContain('grid-template: repeat(8, 37mm) / repeat(3, 70mm); gap: 0mm 0mm;');
    expect(page).toContain('padding: 0.5mm 0 0 0mm;');
    const letter = labelPage(outlines(commonStock.letterBy30), { stock: commonStock.letterBy30 });
    expect(letter).toContain('@page { size: 215.9mm 279.4mm; margin: 0; }');
    expect(letter).toContain('repeat(3, 66.7mm); gap: 0mm 3.1mm;');
    expect(letter.match(/<div class="label">/g)).toHaveLength(30);
  });

  test('begins at the top left, whichever way the screen is read, and marks nothing on paper', () => {
    expect(page).toMatch(
      /<section class="sheet" dir="ltr">\s*<div class="label"><\/div><div class="label spine">/,
    );
  });

  test('has a policy that lets in its style, to the letter, and no other', () => {
    const [, style = ''] = /<style>([^]*?)<\/style>/.exec(page) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(page).toContain(`style-src &#39;sha256-${hash}&#39;`);
    expect(page).not.toMatch(/ style="/);
  });
});

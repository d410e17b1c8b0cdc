import { describe, expect, test } from 'vitest';
import type { Failure } from '../../../src/contract/failure.ts';
import type { LabelSettings } from '../../../src/contract/labels.ts';
import { m } from '../../../src/messages/compiled/messages.js';
import { parseMeasure, StockForm } from '../../../src/renderer/labels/stock-form.svelte.ts';
import { commonStock, type LabelStock } from '../../../src/shared/label-stock.ts';

/** A form over settings that main takes, unless it is told a failure. */
function aForm() {
  let stock: LabelStock = commonStock.a4By24;
  const main = { failure: null as Failure | null, saved: [] as LabelStock[] };
  const form = new StockForm(
    () => ({ stock }) as LabelSettings,
    (next) => {
      main.saved.push(next);
      if (main.failure === null) stock = next;
      return Promise.resolve(main.failure);
    },
  );
  return { form, main };
}

describe('measures of a stock', () => {
  test.each([
    ['38.1', 38.1],
    ['38,1', 38.1],
    [' 70 ', 70],
    ['', null],
    ['-1', null],
    ['7 cm', null],
    ['1e3', null],
    ['99999', null],
  ])('%j is %j', (text, value) => expect(parseMeasure(text)).toBe(value));

  test('are saved as a whole once each is a number', async () => {
    const { form, main } = aForm();
    expect(form.valueOf('label.width')).toBe('70');
    form.type('label.width', 'wide');
    await form.save();
    expect(main.saved).toEqual([]);
    expect(form.errorOf('label.width')).toContain(m.labels_label_width());
    form.type('label.width', '69,5');
    await form.save();
    expect(main.saved).toEqual([{ ...commonStock.a4By24, label: { width: 69.5, height: 37 } }]);
    expect(form.valueOf('label.width')).toBe('69.5');
    expect(form.errorOf('label.width')).toBe('');
  });

  test('that main does not take stay typed, each with its reason, until they are mended', async () => {
    const { form, main } = aForm();
    const problem = (field: string) => ({ field, reason: 'offPage', detail: '' }) as const;
    main.failure = { kind: 'invalid', ...problem('stock.columns'), others: [problem('stock.rows')] };
    form.type('columns', '4');
    form.type('rows', '9');
    await form.save();
    expect(form.valueOf('columns')).toBe('4');
    expect(form.errorOf('columns')).toContain(m.labels_columns());
    expect(form.errorOf('rows')).toContain(m.labels_rows());
    expect(form.errorOf('label.width')).toBe('');
    main.failure = null;
    await form.take(commonStock.roll);
    expect([form.valueOf('columns'), form.errorOf('columns')]).toEqual(['1', '']);
  });

  test('that the disk does not take stay typed, and no field is wrong', async () => {
    const { form, main } = aForm();
    main.failure = { kind: 'settings', why: 'full' };
    form.type('columns', '2');
    await form.save();
    expect([form.valueOf('columns'), form.errorOf('columns')]).toEqual(['2', '']);
  });
});

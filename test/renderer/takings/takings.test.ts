import { describe, expect, test } from 'vitest';
import type { ClosedTill, Comparison, OpenTill, Takings, TillPlace } from '../../../src/contract/takings.ts';
import { comparisonLines, foundIn, verdictOn } from '../../../src/renderer/takings/comparison.ts';
import { ClosedTillsState } from '../../../src/renderer/takings/closed-tills.svelte.ts';
import { DrawerCount, TillDraft } from '../../../src/renderer/takings/count.svelte.ts';
import { slipOf, textOf, verdictOf } from '../../../src/renderer/takings/report.ts';
import { TakingsReport } from '../../../src/renderer/takings/takings.svelte.ts';
import { Slip } from '../../../src/contract/slips.ts';
import { main, settled } from '../support/main.ts';
import { unknown } from '../support/views.ts';

const none = { count: 0, sum: '0.00' };
const takings = (more: Partial<Takings> = {}): Takings => ({
  ...{ from: '2026-11-02T08:00:00.000Z', to: '2026-11-02T17:00:00.000Z', currency: 'EUR', decimals: 2 },
  ...{ paid: [{ method: 'CASH', count: 2, sum: '14.10' }], deposits: none, refunded: none },
  ...{ waived: none, unclear: none, unreadable: 0, total: '14.10' },
  ...more,
});
const at = (library: string, desk: string): TillPlace => ({
  library: { code: library, label: library },
  desk: { code: desk, label: desk },
});
const till = (mark: string, more: Partial<Takings> = {}): OpenTill => ({
  ...{ takings: takings(more), mark, float: '50.00', floatKnown: true, closedAt: null },
  windows: [{ window: 'this', count: 2, sum: '14.10' }],
  ...{ place: at('MAIN', 'FRONT'), others: [] },
});
const comparison = (lines: Comparison['lines'] = []): Comparison => ({
  ...{ at: '2026-11-02T17:01:00.000Z', matched: 2, byTime: 0, lines },
});
const closed = (more: Partial<ClosedTill> = {}): ClosedTill => ({
  ...{ ...takings(), id: 'one', library: 'Main', desk: 'Front', windows: [], comparison: null },
  cash: {
    ...{
      float: '50.00',
      paid: '14.10',
      deposits: '0.00',
      refunded: '0.00',
      expected: '64.10',
      other: '0.00',
    },
    ...{ counted: '64.05', difference: '-0.05', left: '50.00', removed: '14.05' },
    pieces: [{ kind: 'note', value: '50.00', count: 1, sum: '50.00' }],
  },
  ...more,
});

describe('the till that is counted', () => {
  test('begins with the float that was left, and leaves as much again', () => {
    const count = new DrawerCount(till('a'), {});
    expect([count.text('float'), count.counted, count.text('left')]).toEqual(['50.00', '0.00', '0.00']);
    count.draft.counts['note 50'] = '1';
    count.draft.counts['coin 2'] = '7';
    count.draft.typed.other = '0.10';
    expect(count.counted).toBe('64.10');
    expect(count.balance).toEqual({ expected: '64.10', difference: '0.00', removed: '14.10' });
    expect(count.ready).toBe(true);
    expect(count.input).toMatchObject({
      ...{ float: '50.00', other: '0.10', left: '50.00' },
      pieces: [
        { kind: 'note', value: '50', count: 1 },
        { kind: 'coin', value: '2', count: 7 },
      ],
    });
  });

  test('takes no float for granted where the report that says it cannot be read', () => {
    const count = new DrawerCount({ ...till('a'), float: '0.00', floatKnown: false }, {});
    expect([count.text('float'), count.error('float') !== '', count.ready]).toEqual(['', true, false]);
    count.draft.typed.float = '0';
    expect([count.error('float'), count.ready]).toEqual(['', true]);
  });

  test('says what is no count and no amount, and what is more than there is', () => {
    const count = new DrawerCount(till('a', { deposits: { count: 1, sum: '20.00' } }), {});
    expect(count.text('deposits')).toBe('20.00');
    count.draft.counts['note 50'] = 'x';
    expect([count.countError('note 50') !== '', count.ready]).toEqual([true, false]);
    count.draft.counts['note 50'] = '1';
    count.draft.typed.deposits = '20.01';
    expect([count.error('deposits') !== '', count.ready]).toEqual([true, false]);
    count.draft.typed.deposits = '';
    count.draft.typed.left = '50.01';
    expect(count.error('left')).not.toBe('');
    count.draft.typed.left = '50';
    count.draft.typed.float = '1,5';
    expect(count.error('float')).not.toBe('');
    count.draft.typed.float = '0';
    expect([count.ready, count.balance.expected]).toEqual([true, '14.10']);
  });

  test('has one sum where the currency has no coins we know of', () => {
    const count = new DrawerCount(till('a', { currency: 'ISK', decimals: 0 }), {});
    expect([count.notes, count.coins]).toEqual([[], []]);
    count.draft.typed.other = '64';
    expect(count.counted).toBe('64');
  });
});

describe('the drafts of two drawers', () => {
  test('are apart, and closing one leaves the other', () => {
    const draft = new TillDraft();
    const [main, law] = [
      { library: 'MAIN', desk: 'FRONT' },
      { library: 'LAW', desk: 'FRONT' },
    ];
    draft.at(main).typed.other = '5';
    expect(draft.at(law).typed.other).toBeUndefined();
    draft.at(law).counts['note 50'] = '1';
    draft.closed();
    expect([draft.isUnsaved, draft.at(main).typed.other]).toEqual([true, '5']);
    draft.forget();
    expect(draft.isUnsaved).toBe(false);
  });
});

describe('closing', () => {
  async function counting(): Promise<TakingsReport> {
    const report = new TakingsReport();
    void report.begin({});
    await main.open('takings.till').answer(till('first'));
    await settled();
    return report;
  }

  test('is asked once, with what was seen, and its report stays', async () => {
    const report = await counting();
    void report.close();
    void report.close();
    expect(main.times('takings.close')).toBe(1);
    expect(main.open('takings.close').input).toMatchObject({
      ...{ seen: 'first', count: { float: '50.00' }, place: { library: 'MAIN', desk: 'FRONT' } },
    });
    await main.open('takings.close').answer(closed());
    expect(report.made).toEqual(closed());
    await report.close();
    expect(main.times('takings.close')).toBe(1);
  });

  test('is asked again, with the same count, where something was taken meanwhile', async () => {
    const report = await counting();
    const { count } = report;
    if (count) count.draft.counts['note 50'] = '2';
    void report.close();
    await main.open('takings.close').fail({ kind: 'conflict', differences: [] });
    await main.open('takings.till').answer(till('second', { total: '20.10' }));
    await settled();
    expect([report.changed, report.made, report.closing.failure]).toEqual([true, null, null]);
    expect(report.count?.counted).toBe('100.00');
    void report.close();
    expect(main.open('takings.close').input).toMatchObject({ seen: 'second' });
    expect(report.changed).toBe(false);
  });

  test('of which nobody knows whether it happened is not asked again from here', async () => {
    const report = await counting();
    void report.close();
    await main.open('takings.close').fail(unknown);
    expect([report.made, report.closing.unclear]).toEqual([null, true]);
    await report.close();
    expect(main.times('takings.close')).toBe(1);
  });

  test('can be put off: nothing was closed', async () => {
    const report = await counting();
    void report.back();
    await settled();
    expect([report.count, report.made, main.times('takings.close')]).toEqual([null, null, 0]);
  });
});

describe('the report of a closed till', () => {
  test('says in words whether the drawer agrees', () => {
    expect(verdictOf('0.00', 'EUR')).toMatchObject({ meaning: 'done' });
    expect(verdictOf('-0.05', 'EUR').word).toContain('€0.05 missing');
    expect(verdictOf('1.00', 'EUR').word).toContain('€1.00 too much');
  });

  test('is the same on paper and as text, with the drawer and what differs', () => {
    const line = {
      ...{ kind: 'missing' as const, at: '2026-11-02T12:00:00.000Z', method: 'CASH', id: 'number' },
      ...{ ours: '3.00', theirs: null },
    };
    const report = closed({
      comparison: comparison([line]),
      windows: [
        { window: 'this', count: 1, sum: '4.10' },
        { window: 'other', count: 1, sum: '10.00' },
      ],
    });
    const slip = Slip.parse(slipOf(report));
    expect(slip).toMatchObject({ kind: 'takings', to: report.to, cash: { verdict: '€0.05 missing' } });
    const text = textOf(report, 'Main');
    for (const words of ['Another window: €10.00', '€0.05 missing', 'Not in the library system', 'number']) {
      expect(text).toContain(words);
      expect(JSON.stringify(slip)).toContain(words);
    }
  });

  test('says on paper what is in no sum, and prints no more lines than a slip takes', () => {
    const line = (kind: 'elsewhere' | 'missing', id: string) => ({
      ...{ kind, id, at: '2026-11-02T12:00:00.000Z', method: 'CASH' },
      ...(kind === 'missing' ? { ours: '3.00', theirs: null } : { ours: null, theirs: '3.00' }),
    });
    const elsewhere = Array.from({ length: 1200 }, (_, nth) => line('elsewhere', `e${String(nth)}`));
    const report = closed({
      ...{ unclear: { count: 1, sum: '3.00' }, unreadable: 2 },
      comparison: comparison([...elsewhere, line('missing', 'the last')]),
    });
    const slip = Slip.parse(slipOf(report));
    const printed = slip.kind === 'takings' ? slip.lines.join('\n') : '';
    for (const words of [
      'Not confirmed, not in the sums above: €3.00',
      '2 entries',
      'the last',
      'And 701 more',
    ])
      expect(printed).toContain(words);
    expect(textOf(report, 'Main')).toContain('2 entries');
  });

  test('counts what was paid elsewhere as no fault', () => {
    const line = (kind: 'elsewhere' | 'differs' | 'unclear', theirs: string | null) => ({
      ...{ kind, at: '', method: '', ours: null, theirs, id: '' },
    });
    expect(verdictOn(comparison([line('elsewhere', '1.00')])).meaning).toBe('done');
    expect(verdictOn(comparison([line('differs', '1.00')])).meaning).toBe('attention');
    expect(foundIn(line('unclear', null)).word).not.toBe(foundIn(line('unclear', '1.00')).word);
    expect(comparisonLines({ ...comparison(), byTime: 1 }, 'EUR').join(' ')).toContain('by amount and time');
  });
});

describe('the closed tills', () => {
  test('are listed, opened with their comparison, and read again on the way back', async () => {
    const state = new ClosedTillsState();
    state.stale();
    expect(main.times('takings.closed')).toBe(0);
    void state.list.load();
    await main
      .open('takings.closed')
      .answer({ tills: [closed({ comparison: comparison() })], unreadable: 0, next: null });
    const [first] = state.list.value?.tills ?? [];
    if (first) state.open(first);
    expect(state.comparing?.value).toEqual(comparison());
    void state.comparing?.list.load();
    expect(main.open('takings.compare').input).toEqual({ id: 'one', place: null, agreed: false });
    await main
      .open('takings.compare')
      .fail({ kind: 'invalid', field: 'calls', reason: 'tooLarge', detail: '58' });
    expect(state.comparing?.many).toBe(58);
    void state.comparing?.agree();
    expect(main.open('takings.compare').input).toMatchObject({ agreed: true });
    expect([state.close(), state.close()]).toEqual([true, false]);
    expect(main.times('takings.closed')).toBe(2);
    // An older page is read after those that are shown; read again, there are as many.
    await main.open('takings.closed').answer({ tills: [closed()], unreadable: 1, next: 7 });
    void state.showOlder();
    await main.open('takings.closed').answer({ tills: [closed()], unreadable: 1, next: 7 });
    expect(main.open('takings.closed').input).toEqual({ before: 7 });
    await main.open('takings.closed').answer({ tills: [closed({ id: 'two' })], unreadable: 0, next: null });
    expect(state.list.value).toMatchObject({
      tills: [{ id: 'one' }, { id: 'two' }],
      unreadable: 1,
      next: null,
    });
    void state.showOlder();
    expect(state.list.loading).toBe(false);
    state.forget();
    expect([state.list.value, state.opened]).toEqual([null, null]);
  });
});

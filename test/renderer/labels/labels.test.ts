import { describe, expect, test } from 'vitest';
import type { LabelQueueView, WaitingLabels } from '../../../src/contract/labels.ts';
import { m } from '../../../src/messages/compiled/messages.js';
import { Labels } from '../../../src/renderer/labels/labels.svelte.ts';
import type { ScanText } from '../../../src/renderer/scan/scan-text.ts';
import { main } from '../support/main.ts';
import { away } from '../support/views.ts';

const book = (more: Partial<WaitingLabels> = {}): WaitingLabels => ({
  ...{ id: '1', title: 'Wolf Hall', barcode: 'b', callNumber: 'PR 6063', count: 2, problems: [] },
  ...more,
});
const view = (...waiting: readonly WaitingLabels[]): LabelQueueView => ({
  ...{ waiting, used: 2, places: 24, again: false },
});
const item = { mmsId: '1', holdingId: '2', pid: '3', barcode: 'b', title: 'Wolf Hall' };

function aQueue() {
  const results: ScanText[] = [];
  const labels = new Labels((text) => results.push(text));
  labels.start();
  return { labels, results };
}

describe('the labels of a window', () => {
  test('are those that main reports', async () => {
    const { labels } = aQueue();
    expect([labels.queue, labels.waitingCount]).toEqual([null, 0]);
    await main.open('labels.watch').report(view(book(), book({ id: '2', count: 1 })));
    expect(labels.waitingCount).toBe(3);
  });

  test('wait; what a book does not get is said', async () => {
    const { labels, results } = aQueue();
    void labels.add(item);
    await main.open('labels.add').answer({ already: false, labels: book(), printed: null, failure: null });
    void labels.add(item);
    await main.open('labels.add').answer({
      ...{ already: true, printed: null, failure: null },
      labels: book({ count: 1, problems: ['noCallNumber'] }),
    });
    expect(results.map(({ meaning, outcome, what }) => [meaning, outcome, what])).toEqual([
      ['done', m.labels_added(), 'Wolf Hall'],
      ['attention', m.labels_already(), `Wolf Hall · ${m.labels_problem_no_call_number()}`],
    ]);
  });

  test('are printed when the sheet is full, or the reason why not is said and kept in sight', async () => {
    const { labels, results } = aQueue();
    void labels.add(item);
    const printed = { file: null, count: 24, sheets: 1 };
    await main.open('labels.add').answer({ already: false, labels: book(), printed, failure: null });
    expect(results.at(-1)).toMatchObject({
      outcome: m.slips_done(),
      what: m.labels_count({ count: 24, shown: '24' }),
    });
    void labels.add(item);
    const failure = { kind: 'printer', why: 'refused', detail: '' } as const;
    await main.open('labels.add').answer({ already: false, labels: book(), printed: null, failure });
    expect(labels.failure).toEqual(failure);
    expect(results.at(-1)?.sound).toBe('attention');
    void labels.add(item);
    await main.open('labels.add').fail(away);
    expect([labels.failure, labels.about]).toEqual([away, 'Wolf Hall']);
  });

  test('are not sent to the printer twice; a dialog that was closed is said', async () => {
    const { labels, results } = aQueue();
    void labels.print();
    void labels.print();
    expect(main.times('labels.print')).toBe(1);
    await main.open('labels.print').answer({ file: null, stopped: true, count: 0, sheets: 0 });
    expect(results.at(-1)?.what).toBe(m.labels_stopped());
    void labels.again();
    await main.open('labels.again').answer({ file: '/f.pdf', count: 2, sheets: 1 });
    expect(results.at(-1)?.outcome).toBe(m.slips_saved());
    void labels.print();
    await main.open('labels.print').answer({ file: null, count: 0, sheets: 0 });
    expect(results.at(-1)?.what).toBe(m.labels_none_wait());
  });

  test('are taken off the list, or that is said', async () => {
    const { labels } = aQueue();
    void labels.remove(book());
    expect(main.open('labels.remove').input).toEqual({ id: '1' });
    await main.open('labels.remove').fail(away);
    expect(labels.failure).toEqual(away);
  });
});

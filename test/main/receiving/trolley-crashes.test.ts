import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { rest } from '../support/lost.ts';
import { type TestStation, until, type Window } from '../support/test-station.ts';
import { asideOf, booksOf, copiesAt, isbnAt, later, openTrolley, put, unfinishedOf } from './trolley.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-trolley-crashes-'));
afterAll(() => rmSync(folder, { recursive: true }));

const orders = [code('polSeveral'), code('polNoBarcode')];

/** What may happen while a trolley is received. */
type Step =
  | { readonly do: 'scan'; readonly what: number }
  | { readonly do: 'kill' }
  | { readonly do: 'wait' }
  | { readonly do: 'aside' }
  | { readonly do: 'answer'; readonly yes: boolean }
  | {
      readonly do: 'fault';
      readonly at: 'acq.pol.items.receive' | 'bibs.items.scanIn' | 'items.byBarcode';
      readonly fault: 'drop-before' | 'drop-after' | 'status';
    };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('scan' as const), what: fc.nat(5) }) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<Step>({ do: 'kill' }, { do: 'wait' }, { do: 'aside' }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('answer' as const), yes: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      at: fc.constantFrom(
        'acq.pol.items.receive' as const,
        'bibs.items.scanIn' as const,
        'items.byBarcode' as const,
      ),
      fault: fc.constantFrom('drop-before' as const, 'drop-after' as const, 'status' as const),
    }),
  },
);

const busy = ['looking', 'waiting', 'receiving', 'keeping'];
const isQuiet = (window: Window): boolean => !booksOf(window).some(({ state }) => busy.includes(state));

class Play {
  readonly #testStation: TestStation;
  readonly #codes: readonly string[];
  window: Window;

  constructor(testStation: TestStation, window: Window, codes: readonly string[]) {
    this.#testStation = testStation;
    this.window = window;
    this.#codes = codes;
  }

  async play(one: Step): Promise<void> {
    const testStation = this.#testStation;
    if (one.do === 'scan') await put(this.window, this.#codes[one.what] ?? '');
    else if (one.do === 'wait') {
      await until(() => isQuiet(this.window));
      await later(testStation);
    } else if (one.do === 'kill') {
      testStation.restart();
      this.window = testStation.window();
    } else if (one.do === 'fault')
      await testStation.faults({ operation: one.at, fault: one.fault, status: 400, count: 1 });
    else if (one.do === 'aside') {
      if (booksOf(this.window).length === 0) return;
      await this.window.ask('receiving.trolley.putAside', {});
      await this.window.ask('receiving.trolley.takeUp', { id: asideOf(this.window)[0]?.id ?? '' });
    } else {
      const asking = booksOf(this.window).find(({ state }) => state === 'asks');
      if (asking)
        await this.window.ask('receiving.trolley.answer', {
          id: asking.id,
          answer: { kind: one.yes ? 'receive' : 'leave' },
        });
    }
  }

  /** Everything that was begun is finished: what was refused is tried again, what is not confirmed is found out. */
  async finish(): Promise<void> {
    const testStation = this.#testStation;
    await testStation.faults();
    for (let round = 0; round < 4; round += 1) {
      await rest(testStation);
      await until(() => isQuiet(this.window));
      for (const { id, state, unfinished } of booksOf(this.window))
        if (state === 'refused' && unfinished !== null)
          await this.window.ask('receiving.trolley.again', { id });
      await until(() => isQuiet(this.window));
    }
  }
}

test('whatever happens on the way, each book is received once, and none is forgotten', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      const { testStation, window } = await openTrolley(folder);
      const [isbn, other] = await Promise.all(orders.map((pol) => isbnAt(testStation, pol)));
      const codes = [...orders, isbn ?? '', other ?? '', code('itemOrdered'), code('itemFree1')];
      const play = new Play(testStation, window, codes);
      for (const one of steps) await play.play(one);
      await play.finish();
      const books = booksOf(play.window);
      const kept = books.filter(({ state }) => state === 'kept').map(({ pid }) => pid);
      const copies = (await Promise.all(orders.map((pol) => copiesAt(testStation, pol)))).flat();
      const received = copies.filter((copy) => copy.received !== null);
      expect(kept.toSorted()).toEqual(received.map(({ pid }) => pid).toSorted());
      expect(received.every(({ process }) => process === 'WORK_ORDER_DEPARTMENT')).toBe(true);
      expect(unfinishedOf(play.window)).toEqual([]);
      for (const { state } of books) expect(['kept', 'refused', 'asks']).toContain(state);
      testStation.domain.close();
    }),
    { seed: 17, numRuns: 12 },
  );
}, 240_000);

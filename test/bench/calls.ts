import type { Page } from 'playwright';
import type { Bridge } from '../../src/contract/bridge.ts';
import { openCarrel } from '../e2e/app.ts';
import { openEmpty } from './empty-app.ts';
import { figuresOf } from './figures.ts';
import type { Findings } from './target.ts';

const turns = 10;
const samplesEach = 10;
/** Calls in a row that make one sample: the clock of a page is too coarse for one. */
const inARow = 20;
const mostTimes = 1.5;
const kilobyte = 1000;

interface InPage {
  readonly carrel: Bridge;
  readonly bare: { readonly invoke: (channel: string, value?: unknown) => Promise<unknown> };
}

/**
 * A call of the contract against a bare `ipcRenderer.invoke`, a kilobyte each way: window, bridge, main, and back.
 * `station.get` is the contract's plainest call; its question is padded to a kilobyte, and the bare handler answers
 * with the very record that Carrel answers, its envelope too. So the difference is Carrel's own: looking at the sender,
 * parsing the question, finding the handler.
 */
export async function measureCalls(): Promise<Findings> {
  await using carrel = await openCarrel();
  await using empty = await openEmpty();
  const { page } = empty;
  const answer = await carrel.ask('station.get', {});
  await page.evaluate(
    (value) => (globalThis as unknown as InPage).bare.invoke('answer', value),
    answer as unknown,
  );
  const took = { bare: [] as number[], contract: [] as number[] };
  for (let turn = -1; turn < turns; turn += 1) {
    const [one, other] = [await callBare(page), await callContract(carrel.page)];
    if (turn < 0) continue;
    took.bare.push(...one);
    took.contract.push(...other);
  }
  const [floor, ours] = [figuresOf(took.bare), figuresOf(took.contract)];
  const { length } = JSON.stringify(answer);
  return {
    series: [
      { what: 'Call: bare invoke', figures: floor },
      { what: 'Call: of the contract', figures: ours },
    ],
    targets: [
      {
        what: 'Contract call against a bare invoke, medians',
        unit: 'times',
        atMost: mostTimes,
        measured: ours.median / floor.median,
      },
    ],
    notes: [
      `A call asks with ${kilobyte} bytes and is answered with ${length}; each measurement is the mean of ${inARow} in a row. On the stand-in this mostly measures the stand-in.`,
    ],
  };
}

function callBare(page: Page): Promise<number[]> {
  return page.evaluate(
    async ({ samples, row, size }) => {
      const { bare } = globalThis as unknown as InPage;
      const input = { pad: 'x'.repeat(size) };
      const took: number[] = [];
      for (let sample = 0; sample < samples; sample += 1) {
        const began = performance.now();
        for (let call = 0; call < row; call += 1) await bare.invoke('ask', input);
        took.push((performance.now() - began) / row);
      }
      return took;
    },
    { samples: samplesEach, row: inARow, size: kilobyte },
  );
}

function callContract(page: Page): Promise<number[]> {
  return page.evaluate(
    async ({ samples, row, size }) => {
      const { carrel } = globalThis as unknown as InPage;
      const input = { pad: 'x'.repeat(size) };
      const took: number[] = [];
      for (let sample = 0; sample < samples; sample += 1) {
        const began = performance.now();
        for (let call = 0; call < row; call += 1) {
          const reply = (await carrel.call('station.get', crypto.randomUUID(), input)) as { ok: boolean };
          if (!reply.ok) throw new Error('the call of the contract was refused');
        }
        took.push((performance.now() - began) / row);
      }
      return took;
    },
    { samples: samplesEach, row: inARow, size: kilobyte },
  );
}

import { expect, test } from 'vitest';
import { printersInTime } from '../../../src/main/slips/printer-list.ts';

const never = <T>(): Promise<T> => new Promise<T>(() => undefined);
const desk = { name: 'desk', label: 'Desk', isDefault: true };

test('a print system that hangs, or fails, is one that does not say', async () => {
  const late = { sleep: () => Promise.resolve() };
  expect(await printersInTime({ list: never }, late)).toBeNull();
  expect(await printersInTime({ list: () => Promise.reject(new Error('no')) }, { sleep: never })).toBeNull();
});

test('one that answers is not waited for any longer', async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const clock = {
    sleep(_ms: number, signal?: AbortSignal) {
      signals.push(signal);
      return never<undefined>();
    },
  };
  expect(await printersInTime({ list: () => Promise.resolve([desk]) }, clock)).toEqual([desk]);
  expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
});

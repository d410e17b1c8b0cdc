import { describe, expect, test } from 'vitest';
import type { Failure } from '../../../src/contract/failure.ts';
import type { JobStep } from '../../../src/contract/invoices.ts';
import { m } from '../../../src/messages/compiled/messages.js';
import { isNothingMade, totalTrouble } from '../../../src/renderer/invoices/job-words.ts';
import { jobOf, lineOf } from './jobs.ts';

const invalid = (field: string, reason: 'several' | 'noIds' | 'twice' | 'doesNotAddUp', detail = '') =>
  ({ kind: 'invalid', field, reason, detail }) satisfies Failure;
const failed = (failure: Failure): JobStep => ({ state: 'failed', failure });

describe('that lines do not come to the total', () => {
  const tooHigh = { totalTooHigh: true, linesTotal: '5.00' };

  test('can be agreed to once no line can change it any more', () => {
    const leftOut = lineOf({ state: 'leftOut', reason: 'Damaged' });
    const trouble = { word: m.invoices_too_high(), lines: '5.00' };
    expect(totalTrouble(jobOf({ ...tooHigh, draftLines: [leftOut] }))).toEqual({
      ...trouble,
      mayProcess: true,
    });
    for (const open of [lineOf({ state: 'toDo' }), lineOf(failed({ kind: 'throttled' }))]) {
      const job = jobOf({ ...tooHigh, draftLines: [leftOut, open] });
      expect(totalTrouble(job)).toEqual({ ...trouble, mayProcess: false });
    }
    expect(totalTrouble(jobOf({ ...tooHigh, then: 'nothing' }))).toMatchObject({ mayProcess: false });
  });

  test('is said as well where only the invoice itself has other lines', () => {
    const process = failed(invalid('total', 'doesNotAddUp', '22.10'));
    expect(totalTrouble(jobOf({ steps: { process } }))).toEqual({
      ...{ word: m.invoices_alert_total(), lines: '22.10', mayProcess: true },
    });
    expect(totalTrouble(jobOf({ steps: { process: failed({ kind: 'throttled' }) } }))).toBeNull();
    expect(totalTrouble(jobOf())).toBeNull();
  });
});

test.each([
  ['a number that is taken', invalid('number', 'twice'), true],
  ['several invoices with the number', invalid('invoice', 'several'), false],
  ['an invoice that is not found again', invalid('number', 'noIds'), false],
  ['a lost connection', { kind: 'throttled' } as const, false],
])('after %s, whether nothing was made', (_, failure, expected) => {
  expect(isNothingMade(jobOf({ steps: { create: failed(failure) } }))).toBe(expected);
});

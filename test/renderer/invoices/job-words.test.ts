import { describe, expect, test } from 'vitest';
import type { Failure } from '../../../src/contract/failure.ts';
import type { JobStep } from '../../../src/contract/invoices.ts';
import { m } from '../../../src/messages/compiled/messages.js';
import {
  isChoosable,
  isNothingMade,
  mayProcess,
  totalTrouble,
} from '../../../src/renderer/invoices/job-words.ts';
import { failureLine } from '../../../src/renderer/failures/failure-text.ts';
import { alertWord } from '../../../src/renderer/invoices/invoice-words.ts';
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

describe('an alert because of which an invoice was not processed', () => {
  const alert = (code: string, detail: string): Failure => ({
    ...{ kind: 'invalid', field: `alerts.${code}`, reason: 'hasAlert', detail },
  });

  test('is told in our words where they are known, else in those of the library system', () => {
    const todo = m.failures_invalid_do_hasAlert();
    expect(failureLine(alert('LINES_TOTAL_MISMATCH', 'Total differs'))).toBe(
      `${m.invoices_alert_total()}. ${todo}`,
    );
    expect(failureLine(alert('FUND_CLOSED', 'A fund is closed'))).toBe(
      `${m.failures_invalid_hasAlert({ detail: 'A fund is closed' })}. ${todo}`,
    );
    expect(alertWord({ code: 'LINES_TOTAL_MISMATCH', label: 'Total differs' })).toBe(
      m.invoices_alert_total(),
    );
    expect(alertWord({ code: 'FUND_CLOSED', label: 'A fund is closed' })).toBe('A fund is closed');
  });

  test('can be accepted once no line can change it any more', () => {
    const process = failed(alert('FUND_CLOSED', 'A fund is closed'));
    expect(mayProcess(jobOf({ steps: { process } }))).toBe(true);
    const open = lineOf({ state: 'toDo' });
    expect(mayProcess(jobOf({ steps: { process }, draftLines: [open] }))).toBe(false);
    // It says nothing of the total.
    expect(totalTrouble(jobOf({ steps: { process } }))).toBeNull();
  });
});

test.each([
  ['several invoices with the number', invalid('invoice', 'several'), true],
  [
    'an answer that did not come',
    { kind: 'unknown-outcome', operation: 'acq.invoices.create', journalId: '1', trackingId: null } as const,
    true,
  ],
  ['an invoice that is not found again', invalid('number', 'noIds'), false],
  ['a number that is taken', invalid('number', 'twice'), false],
])('after %s, whether a person can say which invoice it is', (_, failure, expected) => {
  expect(isChoosable(jobOf({ steps: { create: failed(failure) } }))).toBe(expected);
});

test.each([
  ['a number that is taken', invalid('number', 'twice'), true],
  ['several invoices with the number', invalid('invoice', 'several'), false],
  ['an invoice that is not found again', invalid('number', 'noIds'), false],
  ['a lost connection', { kind: 'throttled' } as const, false],
])('after %s, whether nothing was made', (_, failure, expected) => {
  expect(isNothingMade(jobOf({ steps: { create: failed(failure) } }))).toBe(expected);
});

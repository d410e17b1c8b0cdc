import { m } from '../../messages/compiled/messages.js';
import type { InvoiceJob, InvoiceThen, JobProgress } from '../../contract/invoices.ts';
import type { ScanText } from '../scan/scan-text.ts';
import { countText, moneyText } from '../ui/format.ts';

/** What a finished invoice was brought to. */
const doneWords: Readonly<Record<InvoiceThen, () => string>> = {
  nothing: m.invoices_done_created,
  process: m.invoices_done_process,
  pay: m.invoices_done_pay,
};

/** What is said of an invoice that is in, with all that was asked for. */
export const completeText = ({ draft, number, vendor, then, total, currency }: InvoiceJob): ScanText => ({
  meaning: 'done',
  outcome: doneWords[then](),
  what: [number || draft.number, vendor].filter(Boolean).join(' · '),
  code: false,
  consequence: moneyText({ amount: total, currency }),
  sound: 'done',
});

/** What a running job does now. */
export function progressWord({ step, line, of }: JobProgress): string {
  switch (step) {
    case 'create':
      return m.invoices_step_create();
    case 'line':
      return m.invoices_step_line({ shown: countText(line), of: countText(of) });
    case 'process':
      return m.invoices_step_process();
    case 'pay':
      return m.invoices_step_pay();
  }
}

/** Nothing was made: all of it can be changed. Not so where it was made, and it is only unclear which one it is. */
export const isNothingMade = ({ steps: { create } }: Pick<InvoiceJob, 'steps'>): boolean =>
  create.state === 'failed' &&
  (create.failure.kind === 'refused' ||
    (create.failure.kind === 'invalid' && !['several', 'noIds'].includes(create.failure.reason)));

/** It may have been made, and a person can say which invoice of the library system it is. */
export const isChoosable = ({ steps: { create } }: Pick<InvoiceJob, 'steps'>): boolean =>
  create.state === 'failed' &&
  (create.failure.kind === 'unknown-outcome' ||
    (create.failure.kind === 'invalid' && create.failure.reason === 'several'));

/** That the lines of an invoice do not come to its total. */
interface TotalTrouble {
  readonly word: string;
  /** What the lines come to. */
  readonly lines: string;
  /** Whether a person can agree to that. */
  readonly mayProcess: boolean;
}

/** Whether a person can agree to what stops the processing: it is wanted, and no line can change it any more. */
export const mayProcess = ({ then, steps, draftLines }: InvoiceJob): boolean =>
  then !== 'nothing' &&
  steps.process.state !== 'done' &&
  draftLines.every(({ step }) => step.state === 'done' || step.state === 'leftOut');

/** Whether the lines come to the total, by the job, or by the invoice as it was read before it was processed. */
export function totalTrouble(job: InvoiceJob): TotalTrouble | null {
  const { process } = job.steps;
  if (job.totalTooHigh || job.totalTooLow) {
    const word = job.totalTooHigh ? m.invoices_too_high() : m.invoices_too_low();
    return { word, lines: job.linesTotal, mayProcess: mayProcess(job) };
  }
  if (process.state !== 'failed') return null;
  const { failure } = process;
  if (failure.kind !== 'invalid' || failure.reason !== 'doesNotAddUp') return null;
  return { word: m.invoices_alert_total(), lines: failure.detail, mayProcess: mayProcess(job) };
}

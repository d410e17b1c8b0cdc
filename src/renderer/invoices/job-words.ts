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

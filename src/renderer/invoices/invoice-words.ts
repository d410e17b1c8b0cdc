import { m } from '../../messages/compiled/messages.js';
import type { Coded } from '../../contract/common.ts';
import type { InvoiceDeed, InvoiceRow } from '../../contract/invoices.ts';
import type { Meaning } from '../ui/meanings.ts';

/** The statuses that an invoice goes through, in that order, and what they are called. Source: Invoices (states). */
export const statuses = [
  { code: 'WAITING_TO_BE_SENT', label: m.invoices_status_to_be_sent },
  { code: 'WAITING_FOR_INVOICE', label: m.invoices_status_for_invoice },
  { code: 'ACTIVE', label: m.invoices_status_active },
  { code: 'IN_REVIEW', label: m.invoices_status_in_review },
  { code: 'READY_TO_BE_PAID', label: m.invoices_status_ready },
  { code: 'CLOSED', label: m.invoices_status_closed },
] as const;

/** A code as people say it: the library system's own word, or else ours. */
export const nameOf = ({ code, label }: Coded): string => label || code;

/** The status of an invoice in words. */
export const statusWord = ({ code, label }: Coded): string =>
  statuses.find((status) => status.code === code)?.label() ?? (label || code);

/** How an invoice stands, in one mark. Paid goes before everything else. */
export function stateOf({ paid, status }: InvoiceRow): { readonly meaning: Meaning; readonly word: string } {
  if (paid) return { meaning: 'done', word: m.invoices_paid() };
  if (status.code === 'IN_REVIEW') return { meaning: 'attention', word: statusWord(status) };
  return { meaning: status.code === 'READY_TO_BE_PAID' ? 'information' : 'quiet', word: statusWord(status) };
}

const alerts: Readonly<Record<string, () => string>> = {
  LINES_TOTAL_MISMATCH: m.invoices_alert_total,
};

/** An alert in words; one that is not known here in those of the library system. */
export const alertWord = ({ code, label }: Coded): string => alerts[code]?.() ?? (label || code);

const deeds: Readonly<Record<InvoiceDeed['deed'], () => string>> = {
  create: m.invoices_done_created,
  line: m.invoices_done_line,
  process: m.invoices_done_process,
  pay: m.invoices_done_pay,
  markInErp: m.invoices_done_erp,
  reject: m.invoices_done_reject,
};

/** What this workstation did to an invoice, in words. */
export const deedWord = ({ deed }: InvoiceDeed): string => deeds[deed]();

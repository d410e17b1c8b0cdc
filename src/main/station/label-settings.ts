import * as z from 'zod';
import type { Parsed } from '../../contract/index.ts';
import { labelChoices, Stock, type LabelSettings } from '../../contract/labels.ts';
import { PrinterChoice } from '../../contract/slips.ts';
import { commonStock, placesOn, stockProblems, type StockProblem } from '../../shared/label-stock.ts';
import { Failed, invalid } from '../failure.ts';
import { definedOf } from '../forms/fields.ts';

/** The stored settings of labels. Each has a default, so that a new one does not count as damage. */
export const StoredLabels = z.object({
  to: z.enum(['paper', 'pdf']).default('paper'),
  printer: PrinterChoice.default({ at: 'ask' }),
  what: z.enum(labelChoices).default('both'),
  whenFull: z.boolean().default(true),
  /** One that cannot be printed on, as an edited file may have it, is no damage to the other settings. */
  stock: Stock.refine((stock) => stockProblems(stock).length === 0).catch(commonStock.a4By24),
  next: z.int().min(1).catch(1),
});

const problem = ({ field, reason }: StockProblem) => ({ field: `stock.${field}`, reason, detail: '' });

/**
 * Changes the settings. Throws an invalid field of the stock (`stock.columns`: `offPage` where the labels do not fit
 * the page), or an invalid `next` where the sheet has no such place. Another stock begins with a new sheet.
 */
export function applyLabelChange(stored: LabelSettings, change: Parsed<'labels.change'>): LabelSettings {
  const next: LabelSettings = { ...stored, ...definedOf(change) };
  const [first, ...others] = stockProblems(next.stock).map(problem);
  if (first) throw new Failed({ kind: 'invalid', ...first, ...(others.length > 0 ? { others } : {}) });
  const places = placesOn(next.stock);
  if (change.next !== undefined) {
    if (!Number.isInteger(next.next)) throw invalid('next', 'notWhole');
    if (next.next < 1 || next.next > places) throw invalid('next', 'outOfRange');
    return next;
  }
  return change.stock === undefined ? next : { ...next, next: 1 };
}

import { randomUUID } from 'node:crypto';
import type { ImportPreview, SaidForm } from '../../../../src/contract/invoice-import.ts';
import { type Beside, previewOf } from '../../../../src/main/invoices/import/preview.ts';

const nothingKnown: Beside = { vendors: {}, currency: 'ILS' };

/** Reads a file as main does when it is opened. */
export function preview(
  content: string | Uint8Array,
  {
    name = 'invoice.csv',
    csv = null,
    vendor = '',
    beside = nothingKnown,
  }: { name?: string; csv?: SaidForm | null; vendor?: string; beside?: Beside } = {},
): ImportPreview {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const file = { file: randomUUID(), name, size: bytes.byteLength, bytes };
  return previewOf(file, { charset: null, csv, vendor }, beside);
}

/** What is said of a file: where, of what, and why. */
export const said = ({ problems }: ImportPreview): string[] =>
  problems.map(({ place, field, reason, detail }) =>
    [`${place.segment}${place.line}`, field ?? '-', reason, detail].join(' ').trim(),
  );

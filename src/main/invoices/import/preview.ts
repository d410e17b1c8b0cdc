import type { Parsed } from '../../../contract/index.ts';
import {
  type Charset,
  type CsvForm,
  type ImportPreview,
  mostColumns,
  type SaidForm,
} from '../../../contract/invoice-import.ts';
import type { VendorFilesOfLibrary } from '../../station/vendor-files.ts';
import { charsetOf, decoded, isText } from '../../records/charset.ts';
import type { FileToImport } from '../../records/import-files.ts';
import { columnsOf, formOf, shortText } from './csv-form.ts';
import { invoicesOf } from './csv-invoices.ts';
import { readRows, separatorOf } from './csv.ts';
import { charsetOfInterchange, isEdifact } from './edifact.ts';
import { type Judging, judgedInvoice } from './judge.ts';
import { readMessages } from './messages.ts';
import { type FileInvoice, Problems } from './parsed.ts';
import { rememberedForm, vendorOfColumns, vendorOfSender } from './known-vendors.ts';

/** What is known beside the file. */
export interface Beside {
  /** What is remembered of the vendors of the connected library. */
  readonly vendors: VendorFilesOfLibrary;
  /** The institution's currency. */
  readonly currency: string;
}

/** How a person wants the file read; what is null or `''` is found out. */
type How = Pick<Parsed<'invoices.import.map'>, 'charset' | 'csv' | 'vendor'>;

type Found = Pick<ImportPreview, 'kind' | 'charset' | 'vendor' | 'csv' | 'invoices'>;

/** So many problems are told at once: whoever has more has mapped a column wrongly, or has another file. */
const mostProblems = 500;
/** So many values of a column are shown. */
const shownValues = 3;

/** Reads a file as it would be taken over: nothing is asked of the service, and nothing is sent. */
export function previewOf(file: FileToImport, how: How, beside: Beside): ImportPreview {
  const problems = new Problems();
  const found = read(file, how, beside, problems);
  const { file: id, name, size } = file;
  return {
    ...{ file: id, name, size },
    ...found,
    problems: problems.first(mostProblems),
    problemCount: problems.count,
  };
}

function read({ name, bytes }: FileToImport, how: How, beside: Beside, problems: Problems): Found {
  const guessed = charsetOf(bytes);
  const isInterchange = isEdifact(decoded(bytes.subarray(0, 400), guessed));
  const charset = how.charset ?? (isInterchange ? charsetOfInterchange(bytes) : guessed);
  const text = decoded(bytes, charset);
  const nothing = { charset, vendor: how.vendor, csv: null, invoices: [] };
  if (text.trim() === '') problems.add('empty');
  else if (!isText(text)) problems.add('notText');
  else if (isInterchange) return readEdifact(text, charset, { how, beside, problems });
  else if (/\.(edi|edifact|invoic)$/i.test(name))
    problems.add('notEdifact', { detail: text.trim().slice(0, 20) });
  else return readCsv(text, charset, { how, beside, problems });
  return { kind: isInterchange ? 'edifact' : 'csv', ...nothing };
}

interface Reading {
  readonly how: How;
  readonly beside: Beside;
  readonly problems: Problems;
}

function readEdifact(text: string, charset: Charset, { how, beside, problems }: Reading): Found {
  const invoices = readMessages(text, problems);
  const senders = invoices.map(({ sender }) => vendorOfSender(beside.vendors, sender));
  const vendor = how.vendor || (senders.find((one) => one !== '') ?? '');
  // Both signs are for decimals, whatever UNA says. Source: ISO 9735.
  const notation = { decimal: 'either', days: 'ymd' } as const;
  const judging = { notation, currency: beside.currency, problems, vendor: how.vendor };
  return {
    ...{ kind: 'edifact', charset, vendor, csv: null },
    invoices: judged(invoices, (nth) => ({ ...judging, knownVendor: senders[nth] ?? '' })),
  };
}

function readCsv(text: string, charset: Charset, { how, beside, problems }: Reading): Found {
  const separator = how.csv?.separator ?? separatorOf(text);
  const rows = readRows(text, separator, problems);
  const guessed = formOf(rows, separator, how.csv);
  const names = columnsOf(rows, guessed.form);
  const wide = rows.find(({ values }) => values.length > mostColumns);
  if (wide) {
    const place = { line: wide.line, segment: '' };
    problems.add('tooManyColumns', { place, detail: String(mostColumns) });
  }
  const vendor = how.vendor || vendorOfColumns(beside.vendors, names);
  const remembered = rememberedForm(beside.vendors[vendor], names);
  const form = formFor(how.csv, remembered, guessed.form);
  const isSaid = how.csv ? how.csv.decimal !== null : remembered !== null;
  const open = isSaid ? null : guessed.anySign;
  if (open) problems.add('anySign', { place: open.place, detail: open.text });
  const shown = form.header ? rows.slice(1) : rows;
  const columns = names.map((name, column) => ({
    name,
    values: shown.slice(0, shownValues).map(({ values }) => shortText(values[column] ?? '')),
  }));
  const invoices = invoicesOf(rows, form, problems);
  const judging = {
    ...{ notation: { ...form, anySign: open !== null }, currency: beside.currency, problems },
    ...{ vendor: how.vendor, knownVendor: vendor },
  };
  return {
    ...{ kind: 'csv', charset, vendor, csv: { form, anySign: open !== null, columns } },
    invoices: judged(invoices, () => judging),
  };
}

/** As the person says; else as the vendor's files were read before; else as it looks. */
function formFor(said: SaidForm | null, remembered: CsvForm | null, guessed: CsvForm): CsvForm {
  // What was guessed has the columns that they name.
  if (said) return { ...said, columns: guessed.columns, decimal: said.decimal ?? guessed.decimal };
  return remembered ? { ...remembered, separator: guessed.separator } : guessed;
}

const judged = (invoices: readonly FileInvoice[], judgingOf: (nth: number) => Judging): Found['invoices'] =>
  invoices.map((invoice, nth) => judgedInvoice(invoice, nth, judgingOf(nth)));

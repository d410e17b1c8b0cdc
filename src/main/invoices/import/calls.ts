import type { Parsed } from '../../../contract/index.ts';
import type { ImportedInvoice, ImportPreview } from '../../../contract/invoice-import.ts';
import { m } from '../../../messages/compiled/messages.js';
import { decimalsOf } from '../../../service/currency.ts';
import type { Deps } from '../../deps.ts';
import { Failed, invalid } from '../../failure.ts';
import type { FileToImport, ImportFiles } from '../../records/import-files.ts';
import type { HandlersOf } from '../../router.ts';
import type { VendorFiles } from '../../station/vendor-files.ts';
import { draftOf } from './draft.ts';
import { matchLines } from './match.ts';
import { previewOf } from './preview.ts';
import { saveSample } from './sample.ts';

/** What the import of invoices works with. */
interface ImportDeps {
  readonly deps: Deps;
  readonly files: ImportFiles;
  readonly vendorFiles: VendorFiles;
}

const foundOut = { charset: null, csv: null, vendor: '' } as const;

/** The invoices of a vendor's file, as a person sees them before anything is sent. */
export function importHandlers({ deps, files, vendorFiles }: ImportDeps): HandlersOf<'invoices.import'> {
  const beside = () => ({
    vendors: vendorFiles.of(deps.connection.library()?.id ?? ''),
    currency: deps.connection.view().currency,
  });
  const preview = (
    file: FileToImport,
    how: Pick<Parsed<'invoices.import.map'>, 'charset' | 'csv' | 'vendor'>,
  ) => previewOf(file, how, beside());
  const invoiceIn = async (window: number, input: Parsed<'invoices.import.match'>) => {
    const whole = preview(await files.read(window, input.file), input);
    return { whole, invoice: nthOf(whole, input.invoice) };
  };
  return {
    'invoices.import.open': async (_input, { window }) => {
      const file = await deps.files.choose(window, { use: 'invoices', title: m.desktop_invoice_choose() });
      return file && preview(await files.chosen(window, file), foundOut);
    },
    'invoices.import.begin': async (file, { window }) => Promise.resolve(files.begin(window, file)),
    'invoices.import.piece': async ({ file, bytes }, { window }) =>
      Promise.resolve({ received: files.piece(window, file, bytes) }),
    'invoices.import.map': async ({ file, ...how }, { window }) =>
      preview(await files.read(window, file), how),
    'invoices.import.match': async (input, { window, signal, report }) => {
      const service = await deps.connection.service();
      const { invoice } = await invoiceIn(window, input);
      return matchLines(service, invoice.lines, { journal: deps.journal, signal, report });
    },
    'invoices.import.go': async (input, { window }) => {
      const { whole, invoice } = await invoiceIn(window, input);
      if (invoice.barred !== null) throw invalid('invoice', 'notNow');
      remember({ deps, vendorFiles }, whole, invoice);
      const currency = invoice.currency || deps.connection.view().currency;
      return draftOf(invoice, input.pols, decimalsOf(currency));
    },
    'invoices.import.forget': async ({ file }, { window }) => {
      files.forget(window, file);
      return Promise.resolve(null);
    },
    'invoices.import.sample': ({ kind }, { window, signal }) => saveSample(deps, { kind, window }, signal),
  };
}

function nthOf({ invoices }: ImportPreview, nth: number): ImportedInvoice {
  const invoice = invoices[nth];
  if (!invoice) throw invalid('invoice', 'gone');
  return invoice;
}

/** Remembers for the vendor how its file was read. A setting that cannot be saved does not keep an invoice back. */
function remember(
  { deps, vendorFiles }: Pick<ImportDeps, 'deps' | 'vendorFiles'>,
  { csv }: ImportPreview,
  { vendor, sender }: ImportedInvoice,
): void {
  const library = deps.connection.library()?.id;
  if (library === undefined || vendor === '') return;
  const before = vendorFiles.of(library)[vendor];
  const senders = new Set([...(before?.senders ?? []), ...(csv === null && sender !== '' ? [sender] : [])]);
  const names = csv?.columns.map(({ name }) => name) ?? [];
  try {
    vendorFiles.keep(library, vendor, {
      senders: [...senders],
      csv: csv ? { ...csv.form, names } : (before?.csv ?? null),
    });
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    deps.log.line('vendorFiles.notKept', { why: error.failure.kind });
  }
}

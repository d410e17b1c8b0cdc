import path from 'node:path';
import type { Parsed } from '../../../contract/index.ts';
import { m } from '../../../messages/compiled/messages.js';
import { searchValue } from '../../../service/query.ts';
import { codeOf } from '../../../service/read.ts';
import { sampleCode } from '../../../service/samples.ts';
import { vendorInvoice, writeCsv, writeEdifact } from '../../../service/vendor-invoice.ts';
import { localDay } from '../../../shared/days.ts';
import type { Deps } from '../../deps.ts';
import { Failed, invalid } from '../../failure.ts';
import { readPol } from '../../orders/find.ts';

/** So many of the vendor's order lines are on it. */
const mostLines = 5;

const forms = {
  csv: { write: writeCsv, extension: 'csv', type: 'CSV' },
  edifact: { write: writeEdifact, extension: 'edi', type: 'EDIFACT' },
} as const;

/**
 * Saves an invoice as the vendor of the practice library's first order line would send it, where the user chooses; null
 * if they cancel. Throws an invalid `kind` at any other library: nothing there is to be made up.
 */
export async function saveSample(
  { connection, files, clock }: Deps,
  { kind, window }: Parsed<'invoices.import.sample'> & { readonly window: number },
  signal: AbortSignal,
): Promise<{ savedAs: string } | null> {
  const service = await connection.service();
  if (service.library.mode !== 'practice') throw invalid('kind', 'notNow');
  const first = await readPol(service, sampleCode('polSeveral'), { signal });
  const q = `vendor_code~${searchValue(codeOf(first.vendor))}`;
  const theirs = await service.client.call('acq.pol.search', { query: { q, limit: mostLines } }, { signal });
  // Once every order line of the vendor is closed, none is found.
  const pols = theirs.items.length > 0 ? theirs.items : [first];
  const invoice = vendorInvoice(pols, localDay(clock.now()));
  const { write, extension, type } = forms[kind];
  const place = await files.placeFor(window, {
    use: 'invoices',
    title: m.desktop_sample_invoice_save(),
    name: `${invoice.number}.${extension}`,
    type: { name: type, extensions: [extension] },
  });
  if (place === null) return null;
  if (signal.aborted) throw new Failed({ kind: 'cancelled' });
  await files.write(place, write([invoice]));
  return { savedAs: path.basename(place) };
}

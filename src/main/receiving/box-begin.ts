import type { BoxInvoice, BoxProgress, BoxSource } from '../../contract/box-check.ts';
import type { Parsed } from '../../contract/index.ts';
import { codeOf, dateOf, textOf } from '../../service/read.ts';
import type { Invoice } from '../../service/shapes/invoice.ts';
import { typedOrders } from '../../shared/box-check.ts';
import { invalid } from '../failure.ts';
import { codeIn } from '../forms/fields.ts';
import { invoicesNumbered, linesOfInvoice, readInvoice } from '../invoices/find.ts';
import { orAbsent } from '../commands/refusals.ts';
import { readPol } from '../orders/find.ts';
import type { Service } from '../ports.ts';
import { codedOf } from '../records/values.ts';
import { readBoxList, wantedOf, type BoxList } from './box-list.ts';
import type { Receiving } from './receiving.ts';
import type { Trolley } from './trolley.ts';

interface BeginOptions {
  readonly signal: AbortSignal;
  readonly report: (progress: BoxProgress) => void;
}

/** A list that was read, and where it comes from; or the invoices to choose from. */
type Begun =
  { readonly source: BoxSource; readonly list: BoxList } | { readonly choices: readonly BoxInvoice[] };

/**
 * Begins a box check on the trolley of a room: its list is read, and kept with the trolley. Nothing is sent. Answers the
 * invoices to choose from where several have the number.
 */
export async function beginBoxCheck(
  { deps, trolleys, rooms }: Receiving,
  room: object,
  { from }: Parsed<'receiving.box.begin'>,
  { signal, report }: BeginOptions,
): Promise<{ readonly choices: readonly BoxInvoice[] }> {
  const trolley = trolleys.of(room);
  if (trolley.check) throw invalid('check', 'notNow');
  const service = await deps.connection.service();
  const options = { signal, report, books: trolley.all };
  const begun =
    from.kind === 'typed'
      ? await readTyped(service, from.text, options)
      : await readListOf(service, await readInvoice(service, from.invoiceId, signal), options);
  if ('choices' in begun) return begun;
  const { source, list } = begun;
  const field = source.kind === 'invoice' ? 'invoiceNumber' : 'pol';
  if (list.lines.length === 0) throw invalid(field, 'noOrderLine', list.unchecked[0]?.why ?? '');
  signal.throwIfAborted();
  mustStillBe(trolleys.of(room), trolley, service, deps.connection.library()?.id);
  const since = deps.clock.now().toISOString();
  trolley.setCheck({ since, source, ...copyOf(list), damaged: [], notes: [] }, service.library.id);
  rooms.trolleyChanged(trolley);
  return { choices: [] };
}

/** While the list was read, the room may have another trolley, or the station another library. */
function mustStillBe(now: Trolley, trolley: Trolley, { library }: Service, here?: string): void {
  if (library.id !== here || (trolley.library !== '' && trolley.library !== here))
    throw invalid('library', 'moved');
  if (now !== trolley) throw invalid('check', 'gone');
  if (trolley.check) throw invalid('check', 'notNow');
}

/** One code is the number of an order line or an invoice, whichever there is; several are order lines. */
async function readTyped(
  service: Service,
  text: string,
  options: BeginOptions & Pick<Parameters<typeof readBoxList>[2], 'books'>,
): Promise<Begun> {
  const numbers = typedOrders(text);
  const whole = text.trim();
  if (/[\n,;]/u.test(whole)) return readOrders(service, numbers, options);
  const number = codeIn('invoiceNumber', whole);
  const { signal } = options;
  const invoices = await invoicesNumbered(service.client, number, { signal });
  const [invoice, ...others] = invoices;
  if (invoice && others.length === 0) return readListOf(service, invoice, options);
  if (invoice) return { choices: invoices.map(choiceOf) };
  const isOrder = numbers.length > 1 || (await orAbsent(readPol(service, number, { signal }))) !== null;
  if (!isOrder) throw invalid('invoiceNumber', 'gone', number);
  return readOrders(service, numbers, options);
}

async function readOrders(
  service: Service,
  numbers: readonly string[],
  options: Parameters<typeof readBoxList>[2],
): Promise<Begun> {
  const wanted = numbers.map((pol) => ({ pol, count: null }));
  return { source: { kind: 'orders' }, list: await readBoxList(service, wanted, options) };
}

async function readListOf(
  service: Service,
  invoice: Invoice,
  options: Parameters<typeof readBoxList>[2],
): Promise<Begun> {
  const { signal } = options;
  const invoiceId = textOf(invoice.id);
  const { wanted, unchecked } = wantedOf(await linesOfInvoice(service.client, invoiceId, { signal }));
  const list = await readBoxList(service, wanted, options);
  return {
    source: {
      ...{ kind: 'invoice', invoiceId, number: textOf(invoice.number), vendor: codedOf(invoice.vendor) },
      account: codeOf(invoice.vendor_account),
    },
    list: { lines: list.lines, unchecked: [...unchecked, ...list.unchecked] },
  };
}

const choiceOf = (invoice: Invoice): BoxInvoice => ({
  invoiceId: textOf(invoice.id),
  number: textOf(invoice.number),
  vendor: codedOf(invoice.vendor),
  date: dateOf(invoice.invoice_date),
});

const copyOf = ({ lines, unchecked }: BoxList) => ({ lines: [...lines], unchecked: [...unchecked] });

import type { Insertable } from 'kysely';
import { codeOf, momentOf, textOf } from '../../service/read.ts';
import type { Attachment } from '../../service/shapes/attachment.ts';
import type { Deposit } from '../../service/shapes/deposit.ts';
import type { Fee } from '../../service/shapes/fee.ts';
import type { LendingRequest } from '../../service/shapes/lending-request.ts';
import type { Invoice, InvoiceLine } from '../../service/shapes/invoice.ts';
import type { Loan } from '../../service/shapes/loan.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import type { SharingRequest } from '../../service/shapes/resource-sharing.ts';
import type { User } from '../../service/shapes/user.ts';
import { attachmentColumns } from '../store/attachments.ts';
import { insertMany } from '../store/bulk.ts';
import { depositColumns } from '../store/deposits.ts';
import { toDoc } from '../store/documents.ts';
import { feeTransactionRows } from '../store/fee-transactions.ts';
import { orderKey } from '../store/fold.ts';
import { invoiceWords } from '../store/invoice-words.ts';
import { invoiceColumns, lineColumns } from '../store/invoices.ts';
import { itemColumns, type ItemData } from '../store/items.ts';
import { lendingColumns } from '../store/lending-requests.ts';
import { loanColumns } from '../store/loans.ts';
import { orderLineWords } from '../store/order-line-words.ts';
import { polColumns } from '../store/pols.ts';
import { purchaseColumns, type StoredPurchase } from '../store/purchase-requests.ts';
import { requestColumns, type StoredRequest } from '../store/requests.ts';
import type { Db, Schema } from '../store/schema.ts';
import { sharingColumns } from '../store/sharing-requests.ts';
import { identifierKey, identifiersOf, sourceColumns, userColumns } from '../store/users.ts';
import { userWords } from '../store/user-words.ts';

/** All tables but the library's own id, which it has before it has records. */
type Rows = { [T in Exclude<keyof Schema, 'library'>]: Insertable<Schema[T]>[] };

/** Rows of every table, gathered to be written many at a time. */
export class RowsOfAll {
  readonly #rows: Rows = {
    users: [],
    user_identifiers: [],
    user_words: [],
    user_sources: [],
    fees: [],
    fee_transactions: [],
    workflow_instances: [],
    deposits: [],
    user_attachments: [],
    bibs: [],
    holdings: [],
    items: [],
    loans: [],
    requests: [],
    sharing_requests: [],
    purchase_requests: [],
    lending_requests: [],
    pols: [],
    pol_words: [],
    invoices: [],
    invoice_lines: [],
    invoice_words: [],
    config: [],
    counters: [],
  };

  user(key: number, user: User): void {
    const values = new Set(identifiersOf(user).map(({ value }) => identifierKey(value)));
    this.#rows.users.push({ key, ...userColumns(user) });
    for (const value of values) this.#rows.user_identifiers.push({ value, user_key: key });
    const source = sourceColumns(key, user);
    if (source) this.#rows.user_sources.push(source);
    for (const word of userWords(user)) this.#rows.user_words.push({ ...word, user_key: key });
  }

  bib(mmsId: string, bib: { title: string } & Record<string, unknown>): void {
    this.#rows.bibs.push({ mms_id: mmsId, title: orderKey(bib.title), doc: toDoc(bib) });
  }

  holding(
    { holdingId, mmsId, ...place }: { holdingId: string; mmsId: string; library: string; location: string },
    holding: object,
  ): void {
    this.#rows.holdings.push({ holding_id: holdingId, mms_id: mmsId, ...place, doc: toDoc(holding) });
  }

  item(ids: { pid: string; mmsId: string; holdingId: string }, data: ItemData): void {
    const { pid, mmsId, holdingId } = ids;
    this.#rows.items.push({ pid, mms_id: mmsId, holding_id: holdingId, ...itemColumns(data) });
  }

  loan(userKey: number, loan: Loan): void {
    this.#rows.loans.push(loanColumns(userKey, loan));
  }

  request(request: StoredRequest): void {
    this.#rows.requests.push(requestColumns(request));
  }

  sharingRequest(userKey: number, request: SharingRequest): void {
    this.#rows.sharing_requests.push(sharingColumns(userKey, request));
  }

  purchaseRequest(userKey: number, stored: StoredPurchase): void {
    this.#rows.purchase_requests.push(purchaseColumns(userKey, stored));
  }

  lendingRequest(partner: string, request: LendingRequest): void {
    this.#rows.lending_requests.push(lendingColumns(partner, request));
  }

  fee(userKey: number, fee: Fee): void {
    this.#rows.fees.push({
      id: textOf(fee.id),
      user_key: userKey,
      status: codeOf(fee.status),
      created: momentOf(fee.creation_time),
      doc: toDoc(fee),
    });
    this.#rows.fee_transactions.push(...feeTransactionRows(fee));
  }

  deposit(userKey: number, deposit: Deposit): void {
    this.#rows.deposits.push(depositColumns(userKey, deposit));
  }

  attachment(userKey: number, attachment: Attachment, record: { now: Date; content: Uint8Array }): void {
    this.#rows.user_attachments.push(attachmentColumns(userKey, attachment, record));
  }

  pol(number: string, pol: Pol): void {
    this.#rows.pols.push(polColumns(number, pol));
    for (const word of orderLineWords(pol)) this.#rows.pol_words.push({ ...word, number });
  }

  invoice(invoice: Invoice, lines: readonly InvoiceLine[]): void {
    const row = invoiceColumns(invoice);
    this.#rows.invoices.push(row);
    for (const line of lines) this.#rows.invoice_lines.push(lineColumns(row.id, line));
    for (const word of invoiceWords(invoice, lines)) {
      this.#rows.invoice_words.push({ ...word, invoice_id: row.id });
    }
  }

  config(entries: readonly { kind: string; scope: string; code: string; doc: object }[]): void {
    entries.forEach((entry, position) =>
      this.#rows.config.push({ ...entry, position, doc: toDoc(entry.doc) }),
    );
  }

  /** Writes what was gathered, tables that others refer to first, and forgets it. */
  async write(db: Db): Promise<void> {
    for (const [table, rows] of Object.entries(this.#rows)) {
      await insertMany(db, table as keyof Schema, rows);
      rows.length = 0;
    }
  }
}

import type { Generated, Kysely } from 'kysely';

/**
 * The tables. `doc` is a record as JSON, as it came and with fields we have never heard of; the other columns are
 * what we look up, order or count by, and are written together with it.
 */
export interface Schema {
  users: UserRow;
  user_identifiers: { value: string; user_key: number };
  user_words: { field: string; word: string; user_key: number; shared: number; sort: string };
  user_sources: { user_key: number; source_user_id: string; institution: string };
  fees: { id: string; user_key: number; status: string; created: string; doc: string };
  deposits: { id: string; user_key: number; status: string; created: string; doc: string };
  user_attachments: { id: string; user_key: number; created: string; doc: string; content: Uint8Array };
  bibs: { mms_id: string; title: string; doc: string };
  holdings: { holding_id: string; mms_id: string; library: string; location: string; doc: string };
  items: ItemRow;
  loans: LoanRow;
  requests: RequestRow;
  sharing_requests: SharingRow;
  purchase_requests: { request_id: string; sequence: number; user_key: number; status: string; doc: string };
  lending_requests: { request_id: string; partner: string; external_id: string; doc: string };
  pols: { number: string; status: string; doc: string };
  pol_words: { word: string; field: string; number: string };
  invoices: InvoiceRow;
  invoice_lines: { id: string; invoice_id: string; position: number; doc: string };
  invoice_words: { word: string; field: string; invoice_id: string };
  /** What was done with fees, one row for each entry of their `transaction`, to be found by its time. */
  fee_transactions: { fee_id: string; position: number; type: string; time: string };
  workflow_instances: { id: string; workflow_id: string; status: string; started: string; doc: string };
  config: { kind: string; scope: string; code: string; position: number; doc: string };
  counters: { name: string; value: number };
  /** One row: what tells this library from every other, and from a later one in its place. */
  library: { id: string };
}

interface UserRow {
  key: Generated<number>;
  primary_id: string;
  last_name: string;
  first_name: string;
  user_group: string;
  doc: string;
}

interface ItemRow {
  pid: string;
  mms_id: string;
  holding_id: string;
  barcode: string | null;
  process_type: string;
  policy: string;
  library: string;
  location: string;
  pol_number: string | null;
  doc: string;
}

interface LoanRow {
  loan_id: string;
  user_key: number;
  pid: string;
  mms_id: string;
  active: number;
  barcode: string;
  title: string;
  author: string;
  due_date: string;
  loan_date: string;
  return_date: string;
  doc: string;
}

interface RequestRow {
  request_id: string;
  /** The order in the queue. */
  sequence: number;
  user_key: number;
  type: string;
  status: string;
  active: number;
  mms_id: string;
  holding_id: string | null;
  pid: string | null;
  /** The item on its way to this request, or on the hold shelf for it. */
  assigned_pid: string | null;
  doc: string;
}

interface SharingRow {
  request_id: string;
  user_key: number;
  /** The caller's own id; no two requests of a patron share one. */
  external_id: string | null;
  status: string;
  active: number;
  doc: string;
}

interface InvoiceRow {
  id: string;
  vendor: string;
  /** As it is compared; no two invoices of a vendor share one. */
  number: string;
  status: string;
  owner: string;
  doc: string;
}

/** What handlers see of the database, in and out of a transaction. */
export type Db = Kysely<Schema>;

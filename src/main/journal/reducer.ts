import * as z from 'zod';
import { endpoints, type Command } from '../../service/endpoints.ts';
import type { JournalDatabase, SqlRow } from './database.ts';

/**
 * The fields of a settled command that are still needed: by the report of its till, to say why a check was skipped, or
 * to tell an invoice that was made from those that were there before. The other fields were only for looking it up.
 */
interface RetainedFields {
  readonly query?: readonly string[];
  readonly before?: readonly string[];
  /** All of its body: the record of what was asked is nowhere else. */
  readonly body?: true;
}

/**
 * By operation, the fields of the payload and of the state before that are kept once a command is settled. What it was
 * about, its queue, library, times and outcome are kept for all: that is the audit trail. Source: takings/takings.ts,
 * invoices/deeds.ts, invoices/with-lines.ts, configuration/workflows/run.ts.
 */
export const retainedFields: Readonly<Partial<Record<Command, RetainedFields>>> = {
  'users.fees.pay': { query: ['op', 'amount', 'method'] },
  'users.fees.payAll': { query: ['op', 'amount', 'method'] },
  'users.fees.waive': { query: ['op', 'amount'], before: ['waived'] },
  'users.deposits.act': { query: ['op'], before: ['amount'] },
  'acq.invoices.create': { before: ['invoiceIds'] },
  'acq.invoices.process': { before: ['reason'] },
  'acq.invoices.paid': { before: ['reason'] },
  'conf.workflows.run': { body: true },
};

const Fields = z.record(z.string(), z.unknown()).catch({});
const Payload = z.looseObject({ query: Fields.optional(), body: z.unknown().optional() }).catch({});

const pick = (from: Readonly<Record<string, unknown>>, names: readonly string[] = []) =>
  Object.fromEntries(names.flatMap((name) => (Object.hasOwn(from, name) ? [[name, from[name]]] : [])));

/** The payload and the state before of a settled command, with only the fields that are kept. */
export function reduceFields(operation: Command, payload: unknown, before: unknown) {
  const keep = retainedFields[operation] ?? {};
  const { query = {}, body } = Payload.parse(payload);
  return {
    payload: { query: pick(query, keep.query), ...(keep.body && body !== undefined && { body }) },
    before: keep.before ? pick(Fields.parse(before), keep.before) : null,
  };
}

const isCommand = (operation: unknown): operation is Command =>
  typeof operation === 'string' &&
  Object.hasOwn(endpoints, operation) &&
  endpoints[operation as keyof typeof endpoints].kind === 'command';

/** The outcome is final: no lookup will follow. */
const isSettled = `state IN ('accepted', 'refused', 'notSent') AND recheck IS NULL AND reduced_at IS NULL`;

/** Reduces settled commands to the fields that are kept. */
export interface Reducer {
  /** Reduces this command if it is settled. One that cannot be read, or is from another version, stays as it is. */
  one(id: string): void;
  /** Reduces up to `most` settled commands after row `from`. Returns the row to continue from; null at the end. */
  some(from: number, most: number): number | null;
}

export function reducerIn(db: JournalDatabase): Reducer {
  function reduce(row: SqlRow): void {
    const { id, operation } = row;
    if (!isCommand(operation)) return;
    const opened = db.openRow('entries', row);
    const [payload, before] = [opened.value('payload'), opened.value('before')];
    if (opened.isUnreadable) return;
    const retained = reduceFields(operation, payload, before);
    const sealed = (['payload', 'before'] as const).map((column) =>
      db.seal('entries', String(id), column, retained[column]),
    );
    db.one(
      String(id),
      `UPDATE entries SET payload = ?, before = ?, reduced_at = ? WHERE id = ?`,
      ...[...sealed, db.now(), String(id)],
    );
  }

  return {
    one(id) {
      const row = db
        .sql(`SELECT id, operation, payload, before FROM entries WHERE id = ? AND ${isSettled}`)
        .get(id);
      if (row) reduce(row);
    },
    some(from, most) {
      const rows = db
        .sql(
          `SELECT seq, id, operation, payload, before FROM entries WHERE seq > ? AND ${isSettled} ORDER BY seq LIMIT ?`,
        )
        .all(from, most);
      db.transaction(() => rows.forEach(reduce));
      return rows.length < most ? null : Number(rows.at(-1)?.seq);
    },
  };
}

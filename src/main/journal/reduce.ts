import * as z from 'zod';
import { endpoints, type Command } from '../../service/endpoints.ts';
import type { JournalDatabase, Row } from './database.ts';

/** What is asked of a command once it is known what came of it: by the report of its till. Everything else was for looking it up. */
interface KeptFields {
  readonly query?: readonly string[];
  readonly before?: readonly string[];
}

/**
 * By operation, what of a settled command's payload and of the state before it is kept. What it was about, whose lane,
 * at which library, when, and what came of it is kept of all: that is the audit trail. Source: takings/takings.ts.
 */
export const keptFields: Readonly<Partial<Record<Command, KeptFields>>> = {
  'users.fees.pay': { query: ['op', 'amount', 'method'] },
  'users.fees.payAll': { query: ['op', 'amount', 'method'] },
  'users.fees.waive': { query: ['op', 'amount'], before: ['waived'] },
  'users.deposits.act': { query: ['op'], before: ['amount'] },
};

const Fields = z.record(z.string(), z.unknown()).catch({});
const Payload = z.looseObject({ query: Fields.optional() }).catch({});

const picked = (from: Readonly<Record<string, unknown>>, names: readonly string[] = []) =>
  Object.fromEntries(names.flatMap((name) => (Object.hasOwn(from, name) ? [[name, from[name]]] : [])));

/** What is kept of the payload of a settled command, and of the state before it. */
export function reduced(operation: Command, payload: unknown, before: unknown) {
  const keep = keptFields[operation] ?? {};
  return {
    payload: { query: picked(Payload.parse(payload).query ?? {}, keep.query) },
    before: keep.before ? picked(Fields.parse(before), keep.before) : null,
  };
}

const isCommand = (operation: unknown): operation is Command =>
  typeof operation === 'string' &&
  Object.hasOwn(endpoints, operation) &&
  endpoints[operation as keyof typeof endpoints].kind === 'command';

/** It is known for good what came of it: nothing will look it up again. */
const isOver = `state IN ('accepted', 'refused', 'notSent') AND recheck IS NULL AND reduced_at IS NULL`;

/** Commands as they are kept once they are over. */
export interface Reducing {
  /** Reduces this one, where it is over. One that cannot be read, or that another version made, stays as it is. */
  one(id: string): void;
  /** Reduces so many of those that are over, from this number on. Answers where to go on; null at the end. */
  some(from: number, most: number): number | null;
}

export function reducingIn(db: JournalDatabase): Reducing {
  function reduce(row: Row): void {
    const { id, operation } = row;
    if (!isCommand(operation)) return;
    const opened = db.opened('entries', row);
    const [payload, before] = [opened.value('payload'), opened.value('before')];
    if (opened.isUnreadable) return;
    const kept = reduced(operation, payload, before);
    const sealed = (['payload', 'before'] as const).map((column) =>
      db.sealed('entries', String(id), column, kept[column]),
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
        .sql(`SELECT id, operation, payload, before FROM entries WHERE id = ? AND ${isOver}`)
        .get(id);
      if (row) reduce(row);
    },
    some(from, most) {
      const rows = db
        .sql(
          `SELECT seq, id, operation, payload, before FROM entries WHERE seq > ? AND ${isOver} ORDER BY seq LIMIT ?`,
        )
        .all(from, most);
      db.together(() => rows.forEach(reduce));
      return rows.length < most ? null : Number(rows.at(-1)?.seq);
    },
  };
}

import * as z from 'zod';
import type { Journal, JournalEntry, Recheck } from './port.ts';
import type { JournalDatabase, SqlRow } from './database.ts';
import { FailureRow, words } from './failure-row.ts';
import type { Reducer } from './reducer.ts';

/** The id was used before: the same command is not sent again. */
export class AlreadyIntended extends Error {
  override readonly name = 'AlreadyIntended';
  readonly id: string;

  constructor(id: string) {
    super('already intended');
    this.id = id;
  }
}

const Text = z.string();
const TextOrEmpty = Text.catch('');
const TextOrNull = Text.nullable().catch(null);

/** The columns of a command that are not sealed. */
const PlainColumns = z.object({
  id: TextOrEmpty,
  // A name that this version does not know is kept: no lookup is possible, so a person is asked.
  operation: TextOrEmpty.transform((name) => name as JournalEntry['operation']),
  library: TextOrEmpty,
  till: TextOrNull,
  settled_by: words<NonNullable<JournalEntry['settledBy']>>({
    answer: true,
    read: true,
    silence: true,
    person: true,
    notLeft: true,
    late: true,
  })
    .nullable()
    .catch(null),
  recheck: words<Recheck>({ due: true, start: true, repeated: true }).nullable().catch('due'),
  state: words<JournalEntry['state']>({
    intended: true,
    sent: true,
    accepted: true,
    refused: true,
    unknown: true,
    notSent: true,
  }).catch('unknown'),
  at: TextOrEmpty,
  undid: TextOrNull,
  settled_at: TextOrNull,
  tracking_id: TextOrNull,
});

/** The column of the queue has its older name, `lane`. */
const SealedColumns = z.object({ queue: Text, about: Text });
const FailureColumn = FailureRow.nullable().catch(null);

/** The states in which the outcome is known. Any other state, even an unknown one, means unclear. */
const settledStates = `('accepted', 'refused', 'notSent')`;

type Entries = Pick<
  Journal,
  | 'intend'
  | 'sent'
  | 'settle'
  | 'entry'
  | 'doneIn'
  | 'madeAt'
  | 'unsettled'
  | 'notFound'
  | 'rechecked'
  | 'overtaken'
  | 'late'
  | 'acknowledgeLate'
>;

/** Parses the row of a command. If something in it cannot be read, the entry is marked, and is listed all the same. */
export function entryOf(db: JournalDatabase, row: SqlRow): JournalEntry {
  const opened = db.openRow('entries', row);
  const sealed = { queue: opened.value('lane'), about: opened.value('about') };
  const [payload, before, failure] = ['payload', 'before', 'failure'].map((column) => opened.value(column));
  const parsed = SealedColumns.safeParse(sealed);
  const isDamaged = !parsed.success && !opened.isUnreadable;
  if (isDamaged) db.reportDamaged('entries', row);
  const {
    settled_by: settledBy,
    settled_at: settledAt,
    tracking_id: trackingId,
    ...rest
  } = PlainColumns.parse(row);
  return {
    ...rest,
    ...{ settledBy, settledAt, trackingId },
    ...(parsed.success ? parsed.data : { queue: '', about: '' }),
    ...{ payload, before, failure: FailureColumn.parse(failure) },
    ...(opened.isUnreadable || isDamaged ? { unreadable: true } : {}),
  };
}

/** Reads and writes the commands. */
export function entriesIn(db: JournalDatabase, reducer: Reducer): Entries {
  const all = (text: string, ...values: readonly string[]): JournalEntry[] =>
    db
      .sql(text)
      .all(...values)
      .map((row) => entryOf(db, row));

  return {
    intend(entry) {
      const { id, operation, library, till = null, queue: lane, about, payload, before } = entry;
      const sealed = Object.entries({ lane, about, payload, before }).map(([column, value]) =>
        db.seal('entries', id, column, value),
      );
      const insert = db.sql(
        `INSERT INTO entries (id, operation, library, state, at, till, lane, about, payload, before)
         VALUES (?, ?, ?, 'intended', ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
      );
      const { changes } = db.withoutFlush(() =>
        insert.run(id, operation, library, db.now(), till, ...sealed),
      );
      if (changes === 0) throw new AlreadyIntended(id);
    },

    sent(id) {
      db.one(id, `UPDATE entries SET state = 'sent', at = ? WHERE id = ?`, db.now(), id);
    },

    settle(id, state, detail = {}) {
      const open = state === 'unknown';
      const settledAt = open ? null : db.settledTime();
      const by = open ? null : (detail.by ?? 'answer');
      const recheck = by === 'silence' ? 'due' : null;
      const failure = detail.failure ? db.seal('entries', id, 'failure', detail.failure) : null;
      const values = [state, settledAt, by, recheck, failure, detail.trackingId ?? null, id];
      db.withoutFlush(() => {
        db.one(
          id,
          `UPDATE entries SET state = ?, settled_at = ?, settled_by = ?, recheck = ?, failure = ?,
             tracking_id = coalesce(?, tracking_id)
           WHERE id = ?`,
          ...values,
        );
        reducer.one(id);
      });
    },

    entry(id) {
      const row = db.sql(`SELECT * FROM entries WHERE id = ?`).get(id);
      return row ? entryOf(db, row) : null;
    },

    doneIn: (queue, operation) =>
      // The queue is sealed, so it is opened to compare it. The rest is opened only for the rows that match.
      db
        .sql(
          `SELECT * FROM entries WHERE operation = ? AND state IN ('accepted', 'unknown') ORDER BY seq DESC`,
        )
        .all(operation)
        .filter((row) => db.openRow('entries', row).value('lane') === queue)
        .map((row) => entryOf(db, row)),

    madeAt: (library, operations, most) =>
      all(
        `SELECT * FROM entries
         WHERE library = ? AND operation IN (SELECT value FROM json_each(?)) ORDER BY seq DESC LIMIT ${most}`,
        library,
        JSON.stringify(operations),
      ),

    unsettled: () => all(`SELECT * FROM entries WHERE state NOT IN ${settledStates} ORDER BY seq`),
    notFound: () => all(`SELECT * FROM entries WHERE recheck IS NOT NULL AND state = 'notSent' ORDER BY seq`),
    rechecked(id, next) {
      db.one(id, `UPDATE entries SET recheck = ? WHERE id = ?`, next, id);
      reducer.one(id);
    },
    overtaken: (id, by) =>
      // What a read finds from now on is not the effect of a repeat that came before.
      db.one(
        id,
        `UPDATE entries SET undid = ?, recheck = CASE recheck WHEN 'repeated' THEN 'due' ELSE recheck END
         WHERE id = ?`,
        by,
        id,
      ),
    late: () => all(`SELECT * FROM entries WHERE settled_by = 'late' AND late_seen_at IS NULL ORDER BY seq`),
    acknowledgeLate: (id) => db.one(id, `UPDATE entries SET late_seen_at = ? WHERE id = ?`, db.now(), id),
  };
}

/** The money that commands moved, by till. */
export function tillsIn(
  db: JournalDatabase,
  { keep }: Pick<Journal, 'keep'>,
): Pick<Journal, 'atTill' | 'closeTills' | 'tillsOf' | 'openTills'> {
  return {
    atTill: (till) =>
      db
        .sql(`SELECT * FROM entries WHERE till = ? AND state NOT IN ('refused', 'notSent') ORDER BY seq`)
        .all(till)
        .map((row) => {
          const { reported_at: reportedAt } = row;
          return { entry: entryOf(db, row), reportedAt: reportedAt === null ? null : String(reportedAt) };
        }),

    closeTills(report, ids) {
      const now = db.now();
      db.transaction(() => {
        keep(report);
        for (const id of ids) db.one(id, `UPDATE entries SET reported_at = ? WHERE id = ?`, now, id);
      });
    },

    tillsOf(library, ids) {
      const rows = db
        .sql(
          `SELECT id, till FROM entries
           WHERE till IS NOT NULL AND library = ? AND id IN (SELECT value FROM json_each(?))`,
        )
        .all(library, JSON.stringify(ids));
      return new Map(rows.map(({ id, till }) => [String(id), String(till)]));
    },

    openTills: () =>
      db
        .sql(
          `SELECT till, max(seq) AS newest FROM entries
           WHERE till IS NOT NULL AND reported_at IS NULL AND state NOT IN ('refused', 'notSent')
           GROUP BY till ORDER BY newest DESC`,
        )
        .all()
        .map((row) => String(row.till)),
  };
}

import * as z from 'zod';
import type { Journal, JournalEntry, Recheck } from './port.ts';
import type { JournalDatabase, Row } from './database.ts';
import { FailureRow, words } from './failure-row.ts';
import type { Reducing } from './reduce.ts';

/** The id was used before: what it names was already asked for, and is not asked for again. */
export class AlreadyIntended extends Error {
  override readonly name = 'AlreadyIntended';
  readonly id: string;

  constructor(id: string) {
    super('already intended');
    this.id = id;
  }
}

const Text = z.string();
const Said = Text.catch('');
const Maybe = Text.nullable().catch(null);

/** What of a command stands in plain in its row. */
const Plain = z.object({
  id: Said,
  // A name that this version does not know stays as it is: nobody can look it up, so a person is asked.
  operation: Said.transform((name) => name as JournalEntry['operation']),
  library: Said,
  till: Maybe,
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
  at: Said,
  settled_at: Maybe,
  tracking_id: Maybe,
});

/** The column of the queue has its older name. */
const Sealed = z.object({ queue: Text, about: Text });
const Failed = FailureRow.nullable().catch(null);

/** The states in which it is known what came of a command: any other, also one that no version knows, is a question. */
const settled = `('accepted', 'refused', 'notSent')`;

type Entries = Pick<
  Journal,
  | 'intend'
  | 'sent'
  | 'settle'
  | 'entry'
  | 'doneIn'
  | 'unsettled'
  | 'notFound'
  | 'rechecked'
  | 'late'
  | 'acknowledgeLate'
>;

/** A command's row as it was parsed; one of which something cannot be read says so, and is listed all the same. */
export function entryOf(db: JournalDatabase, row: Row): JournalEntry {
  const opened = db.opened('entries', row);
  const sealed = { queue: opened.value('lane'), about: opened.value('about') };
  const [payload, before, failure] = ['payload', 'before', 'failure'].map((column) => opened.value(column));
  const said = Sealed.safeParse(sealed);
  const makesNoSense = !said.success && !opened.isUnreadable;
  if (makesNoSense) db.isDamaged('entries', row);
  const { settled_by: settledBy, settled_at: settledAt, tracking_id: trackingId, ...rest } = Plain.parse(row);
  return {
    ...rest,
    ...{ settledBy, settledAt, trackingId },
    ...(said.success ? said.data : { queue: '', about: '' }),
    ...{ payload, before, failure: Failed.parse(failure) },
    ...(opened.isUnreadable || makesNoSense ? { unreadable: true } : {}),
  };
}

/** The commands. */
export function entriesIn(db: JournalDatabase, reducing: Reducing): Entries {
  const all = (text: string, ...values: readonly string[]): JournalEntry[] =>
    db
      .sql(text)
      .all(...values)
      .map((row) => entryOf(db, row));

  return {
    intend(entry) {
      const { id, operation, library, till = null, queue: lane, about, payload, before } = entry;
      const sealed = Object.entries({ lane, about, payload, before }).map(([column, value]) =>
        db.sealed('entries', id, column, value),
      );
      const insert = db.sql(
        `INSERT INTO entries (id, operation, library, state, at, till, lane, about, payload, before)
         VALUES (?, ?, ?, 'intended', ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
      );
      const { changes } = db.later(() => insert.run(id, operation, library, db.now(), till, ...sealed));
      if (changes === 0) throw new AlreadyIntended(id);
    },

    sent(id) {
      db.one(id, `UPDATE entries SET state = 'sent', at = ? WHERE id = ?`, db.now(), id);
    },

    settle(id, state, detail = {}) {
      const open = state === 'unknown';
      const settledAt = open ? null : db.overAt();
      const by = open ? null : (detail.by ?? 'answer');
      const recheck = by === 'silence' ? 'due' : null;
      const failure = detail.failure ? db.sealed('entries', id, 'failure', detail.failure) : null;
      const values = [state, settledAt, by, recheck, failure, detail.trackingId ?? null, id];
      db.later(() => {
        db.one(
          id,
          `UPDATE entries SET state = ?, settled_at = ?, settled_by = ?, recheck = ?, failure = ?,
             tracking_id = coalesce(?, tracking_id)
           WHERE id = ?`,
          ...values,
        );
        reducing.one(id);
      });
    },

    entry(id) {
      const row = db.sql(`SELECT * FROM entries WHERE id = ?`).get(id);
      return row ? entryOf(db, row) : null;
    },

    doneIn: (queue, operation) =>
      // The lane is sealed: it is opened to be compared, and the rest only of what is asked for.
      db
        .sql(
          `SELECT * FROM entries WHERE operation = ? AND state IN ('accepted', 'unknown') ORDER BY seq DESC`,
        )
        .all(operation)
        .filter((row) => db.opened('entries', row).value('lane') === queue)
        .map((row) => entryOf(db, row)),

    unsettled: () => all(`SELECT * FROM entries WHERE state NOT IN ${settled} ORDER BY seq`),
    notFound: () => all(`SELECT * FROM entries WHERE recheck IS NOT NULL AND state = 'notSent' ORDER BY seq`),
    rechecked(id, next) {
      db.one(id, `UPDATE entries SET recheck = ? WHERE id = ?`, next, id);
      reducing.one(id);
    },
    late: () => all(`SELECT * FROM entries WHERE settled_by = 'late' AND late_seen_at IS NULL ORDER BY seq`),
    acknowledgeLate: (id) => db.one(id, `UPDATE entries SET late_seen_at = ? WHERE id = ?`, db.now(), id),
  };
}

/** The money that commands moved, by the till they moved it at. */
export function tillsIn(db: JournalDatabase): Pick<Journal, 'atTill' | 'markReported' | 'openTills'> {
  return {
    atTill: (till) =>
      db
        .sql(`SELECT * FROM entries WHERE till = ? AND state NOT IN ('refused', 'notSent') ORDER BY seq`)
        .all(till)
        .map((row) => {
          const { reported_at: reportedAt } = row;
          return { entry: entryOf(db, row), reportedAt: reportedAt === null ? null : String(reportedAt) };
        }),

    markReported(ids) {
      const now = db.now();
      db.together(() => {
        for (const id of ids) db.one(id, `UPDATE entries SET reported_at = ? WHERE id = ?`, now, id);
      });
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

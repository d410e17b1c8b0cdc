import type { DatabaseSync } from 'node:sqlite';
import type { JournalDatabase } from './database.ts';
import { metaOf, removeAsides, setMeta } from './meta.ts';

/**
 * How long what is over is kept, in days. The table in `.github/SECURITY.md` says the same in words, and a test holds
 * the two together.
 */
export const keptDays = {
  /** Commands, as the audit trail: reduced to what a report or a person asks of them. */
  entries: 400,
  /** Scans of sessions that were ended. */
  scans: 30,
  /** Second steps that were done. */
  owed: 30,
  /** A damaged journal that was set aside, from the day on which somebody acknowledged it. */
  setAside: 30,
} as const;

const dayMs = 86_400_000;
/** One start takes the journal at most so much further in its own time. */
const longestStepMs = 31 * dayMs;
/** A pause that is longer than this is rather a clock that is wrong. */
const longestPauseMs = 92 * dayMs;
/** Clocks that are set right move by less. */
const slackMs = 5 * 60_000;

/** The wall clock does not fit what the journal knows: it is before the newest row, or very long after it. */
export interface ClockNotice {
  readonly clock: 'behind' | 'ahead';
  /** When the newest row was written, by the clock as it was then. */
  readonly newest: string;
}

/** When the first or the last row of each table was written, the earliest first. */
function timesOf(db: DatabaseSync, which: 'first' | 'last'): string[] {
  const order = which === 'first' ? 'ASC' : 'DESC';
  return ['entries', 'scans', 'owed']
    .flatMap((table) => {
      const row = db.prepare(`SELECT at FROM ${table} ORDER BY seq ${order} LIMIT 1`).get();
      return typeof row?.at === 'string' && Number.isFinite(Date.parse(row.at)) ? [row.at] : [];
    })
    .toSorted();
}

/** When the newest row was written; null in an empty journal. */
const newestRow = (db: DatabaseSync): string | null => timesOf(db, 'last').at(-1) ?? null;

/** Before which nothing was written, whatever the clock has been since: rows written under a clock ahead say too much. */
const earliestTime = (db: DatabaseSync): string | null =>
  [...timesOf(db, 'first'), ...timesOf(db, 'last')].toSorted()[0] ?? null;

/** What the wall clock says, where that cannot be. */
export function clockNotice(db: DatabaseSync, now: Date): ClockNotice | null {
  const newest = newestRow(db);
  if (newest === null) return null;
  const after = now.getTime() - Date.parse(newest);
  if (after < -slackMs) return { clock: 'behind', newest };
  return after > longestPauseMs ? { clock: 'ahead', newest } : null;
}

/**
 * The moment from which age is counted. No clock is trusted with it: a year that passed in one night by the wall clock
 * is a clock that is wrong, and moves it by a month at most.
 */
function ageFrom(db: DatabaseSync, now: Date): number {
  const known = Date.parse(metaOf(db, 'aged_to') ?? earliestTime(db) ?? now.toISOString());
  const moment = Math.min(now.getTime(), known + longestStepMs);
  setMeta(db, 'aged_to', new Date(Math.max(moment, known)).toISOString());
  return moment;
}

/**
 * Deletes what is over and old. Nothing that somebody still has to do with is that: what is not settled or may yet turn
 * up, money that is in no report, what belongs to a scan or a step that is still open.
 */
export function forgetOld(
  db: DatabaseSync,
  rows: Pick<JournalDatabase, 'sql'>,
  file: string,
  now: Date,
): void {
  const moment = ageFrom(db, now);
  const before = (days: number): string => new Date(moment - days * dayMs).toISOString();
  rows
    .sql(
      `DELETE FROM entries WHERE settled_at < ? AND state IN ('accepted', 'refused', 'notSent')
       AND recheck IS NULL
       AND NOT (settled_by IS 'late' AND late_seen_at IS NULL)
       AND NOT (till IS NOT NULL AND reported_at IS NULL AND state = 'accepted')
       AND NOT EXISTS (SELECT 1 FROM scans WHERE scans.id = entries.id AND scans.ended_at IS NULL)
       AND NOT EXISTS (SELECT 1 FROM owed WHERE owed.done_at IS NULL AND owed.at <= entries.settled_at)`,
    )
    .run(before(keptDays.entries));
  rows.sql(`DELETE FROM scans WHERE ended_at < ?`).run(before(keptDays.scans));
  rows.sql(`DELETE FROM owed WHERE done_at < ?`).run(before(keptDays.owed));
  if (file !== ':memory:') removeAsides(db, file, before(keptDays.setAside));
}

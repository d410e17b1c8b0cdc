import type { DatabaseSync } from 'node:sqlite';
import type { JournalDatabase } from './database.ts';
import { metaOf, removeAsides, setMeta } from './meta.ts';
import { stepsIn } from './steps.ts';

/**
 * How long settled rows are kept, in days. The table in `.github/SECURITY.md` says the same in words; a test compares
 * the two.
 */
export const retentionDays = {
  /** Commands, as the audit trail: reduced to what reports and users need. */
  entries: 400,
  /** Scans of sessions that have ended. */
  scans: 30,
  /** Steps that are done. */
  owed: 30,
  /** Tables before they were replaced, reports of closed tills, and what else is kept for later. */
  kept: 400,
  /** A damaged journal that was set aside, counted from the day when the user acknowledged it. */
  setAside: 30,
} as const;

const dayMs = 86_400_000;
/** One start moves the journal's own time forward by this much at most. */
const longestStepMs = 31 * dayMs;
/** A longer pause than this probably means that the clock is wrong. */
const longestPauseMs = 92 * dayMs;
/** Normal corrections of a clock are smaller than this. */
const slackMs = 5 * 60_000;

/** The wall clock contradicts the journal: it is before the newest row, or very long after it. */
export interface ClockNotice {
  readonly clock: 'behind' | 'ahead';
  /** When the newest row was written, by the clock at that time. */
  readonly newest: string;
}

/** The times of the first or the last row of each table, in order. */
function timesOf(db: DatabaseSync, which: 'first' | 'last'): string[] {
  const order = which === 'first' ? 'ASC' : 'DESC';
  return ['entries', 'scans', 'owed', 'kept']
    .flatMap((table) => {
      const row = db.prepare(`SELECT at FROM ${table} ORDER BY seq ${order} LIMIT 1`).get();
      return typeof row?.at === 'string' && Number.isFinite(Date.parse(row.at)) ? [row.at] : [];
    })
    .toSorted();
}

/** The time of the newest row; null in an empty journal. */
const newestRow = (db: DatabaseSync): string | null => timesOf(db, 'last').at(-1) ?? null;

/** The earliest time in the journal, even if the clock was ahead for some rows. */
const earliestTime = (db: DatabaseSync): string | null =>
  [...timesOf(db, 'first'), ...timesOf(db, 'last')].toSorted()[0] ?? null;

/** The contradiction between the wall clock and the journal; null if there is none. */
export function clockNotice(db: DatabaseSync, now: Date): ClockNotice | null {
  const newest = newestRow(db);
  if (newest === null) return null;
  const after = now.getTime() - Date.parse(newest);
  if (after < -slackMs) return { clock: 'behind', newest };
  return after > longestPauseMs ? { clock: 'ahead', newest } : null;
}

/**
 * Returns the time from which age is counted, and moves it forward. No clock is fully trusted: if a year passes in one
 * night by the wall clock, the clock is wrong, and the time moves by a month at most.
 */
function advanceAge(db: DatabaseSync, now: Date): number {
  const known = Date.parse(metaOf(db, 'aged_to') ?? earliestTime(db) ?? now.toISOString());
  const moment = Math.min(now.getTime(), known + longestStepMs);
  setMeta(db, 'aged_to', new Date(Math.max(moment, known)).toISOString());
  return moment;
}

/**
 * Deletes settled rows that are old enough. It keeps everything that is still needed: what is not settled or may be
 * found late, money that is in no report, and rows that belong to an open scan or step. A step may be added after the
 * command that it names was settled; what it has sent since is not named in every kind of step.
 */
export function deleteExpired(db: DatabaseSync, rows: JournalDatabase, file: string, now: Date): void {
  const moment = advanceAge(db, now);
  const before = (days: number): string => new Date(moment - days * dayMs).toISOString();
  const steps = stepsIn(rows).openSteps();
  rows
    .sql(
      `DELETE FROM entries WHERE settled_at < ? AND state IN ('accepted', 'refused', 'notSent')
       AND recheck IS NULL
       AND NOT (settled_by IS 'late' AND late_seen_at IS NULL)
       AND NOT (till IS NOT NULL AND reported_at IS NULL AND state = 'accepted')
       AND NOT EXISTS (SELECT 1 FROM scans WHERE scans.id = entries.id AND scans.ended_at IS NULL)
       AND NOT EXISTS (SELECT 1 FROM owed WHERE owed.done_at IS NULL AND owed.at <= entries.settled_at)
       AND id NOT IN (SELECT atom FROM json_tree(?) WHERE type = 'text')`,
    )
    .run(before(retentionDays.entries), JSON.stringify(steps.map(({ data }) => data)));
  rows.sql(`DELETE FROM scans WHERE ended_at < ?`).run(before(retentionDays.scans));
  rows.sql(`DELETE FROM owed WHERE done_at < ?`).run(before(retentionDays.owed));
  rows.sql(`DELETE FROM kept WHERE at < ?`).run(before(retentionDays.kept));
  if (file !== ':memory:') removeAsides(db, file, before(retentionDays.setAside));
}

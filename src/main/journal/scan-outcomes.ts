import type { Failure } from '../../contract/failure.ts';
import { FailureRow } from './failure-row.ts';
import type { JournalDatabase, SqlRow } from './database.ts';
import type { Journal, ScanOutcome } from './port.ts';
import { ScanRow } from './scan-row.ts';

/** Of the columns of a scan, those that say nothing of what was scanned. */
const OutcomeRow = ScanRow.pick({
  at: true,
  room: true,
  kind: true,
  action: true,
  state: true,
  recovered: true,
});

/** A failure without its texts: the service's own words may name a patron. */
function bare(failure: Failure): Failure {
  switch (failure.kind) {
    case 'refused': {
      const { kind, operation, status, code } = failure;
      return { kind, operation, status, code, message: '', trackingId: null };
    }
    case 'unreachable':
      return { kind: 'unreachable', why: failure.why, detail: '' };
    case 'invalid':
      return { kind: 'invalid', field: failure.field, reason: failure.reason, detail: '' };
    case 'unknown-outcome':
      return { kind: 'unknown-outcome', operation: failure.operation, journalId: '', trackingId: null };
    case 'unsettled':
      return { kind: 'unsettled', operation: failure.operation, journalId: '', at: '' };
    case 'unauthorized':
      return { kind: 'unauthorized', trackingId: null };
    case 'conflict':
      return { kind: 'conflict', differences: [] };
    case 'printer':
      return { kind: 'printer', why: failure.why, detail: '' };
    case 'leaving':
      return { kind: 'leaving', unclear: 0, unfinished: 0 };
    case 'defect':
      return { kind: 'defect', id: '' };
    case 'throttled':
    case 'locked':
    case 'whichLibrary':
    case 'cancelled':
    case 'journal':
    case 'rowLost':
    case 'settings':
    case 'switchedOff':
      return failure;
  }
}

/** Reads what came of scans, for numbers: of the sealed columns only the failure is opened. */
export function scanOutcomesIn(db: JournalDatabase): Pick<Journal, 'scanOutcomes' | 'firstScan'> {
  function outcomeOf(row: SqlRow): ScanOutcome | null {
    const plain = OutcomeRow.safeParse(row);
    if (!plain.success) return null;
    const failure = FailureRow.nullable().safeParse(db.openRow('scans', row).value('failure'));
    const { at, room, kind, action, state, recovered } = plain.data;
    return {
      ...{ at, room, kind, action, state, recovered: recovered === 1 },
      settledAt: typeof row.settled_at === 'string' ? row.settled_at : null,
      failure: failure.success && failure.data ? bare(failure.data) : null,
    };
  }

  return {
    scanOutcomes({ library, since, until, after, most }) {
      const rows = db
        .sql(
          `SELECT seq, id, at, room, kind, action, state, recovered, settled_at, failure FROM scans
           WHERE library = ? AND at >= ? AND at < ? AND seq > ? ORDER BY seq LIMIT ?`,
        )
        .all(library, since, until, after, most);
      const last = rows.length < most ? null : Number(rows.at(-1)?.seq);
      return { scans: rows.map(outcomeOf).filter((one) => one !== null), last };
    },

    firstScan(library) {
      const row = db.sql(`SELECT min(at) AS first FROM scans WHERE library = ?`).get(library);
      return typeof row?.first === 'string' ? row.first : null;
    },
  };
}

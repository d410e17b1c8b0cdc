import { isOpen } from '../../shared/scan-state.ts';
import type { Journal, ScanEntry } from './port.ts';
import type { JournalDatabase, SqlRow } from './database.ts';
import { isDoubted } from './meta.ts';
import { ScanRow, scanVersion, sealedScan } from './scan-row.ts';

/**
 * Reads and writes the scans. A row that cannot be read stays in the file and belongs to no session; the scan appears
 * when its key is available again.
 */
export function scansIn(db: JournalDatabase): Pick<Journal, 'saveScan' | 'openScans' | 'endSession'> {
  function entryOf(row: SqlRow): ScanEntry | null {
    const opened = db.openRow('scans', row);
    const sealed = Object.fromEntries(
      (['text', 'code', 'result', 'failure'] as const).map((column) => [column, opened.value(column)]),
    );
    if (opened.isUnreadable) return null;
    const plain = ScanRow.safeParse(row);
    const parsed = plain.success ? sealedScan[plain.data.version].safeParse(sealed) : plain;
    if (!plain.success || !parsed.success) {
      db.reportDamaged('scans', row);
      return null;
    }
    const { session, library, room, mode, id, at, kind, action, state, position, recovered } = plain.data;
    return {
      ...{ session, library, room, mode },
      ...(row.doubted === 1 ? { afterLoss: true as const } : {}),
      scan: {
        ...{ id, at, kind, action, state, order: position, by: plain.data.code_is },
        ...parsed.data,
        title: '',
        question: null,
        recovered: recovered === 1,
      },
    };
  }

  return {
    saveScan({ session, library, room, scan, mode }) {
      const { id, order, kind, action, state, recovered, by } = scan;
      const changing = [session, mode, order, kind, action, state, recovered ? 1 : 0, scanVersion, by];
      // By the wall clock, as `at` is: the time between them is how long the answer took.
      const settledAt = isOpen(scan) ? null : db.now();
      const sealed = [
        db.seal('scans', id, 'text', scan.text),
        db.seal('scans', id, 'code', scan.code),
        scan.result && db.seal('scans', id, 'result', scan.result),
        scan.failure && db.seal('scans', id, 'failure', scan.failure),
      ];
      const save = (): void => {
        // Two statements, not an upsert: an upsert uses up a row number with each change, and missing row numbers count
        // as lost rows of a damaged journal.
        const { changes } = db
          .sql(
            `UPDATE scans SET session = ?, mode = ?, position = ?, kind = ?, action = ?, state = ?, recovered = ?,
               version = ?, code_is = ?, text = ?, code = ?, result = ?, failure = ?,
               settled_at = coalesce(settled_at, ?)
             WHERE id = ?`,
          )
          .run(...changing, ...sealed, settledAt, id);
        if (changes === 1) return;
        db.sql(
          `INSERT INTO scans (session, mode, position, kind, action, state, recovered, version, code_is, text, code,
             result, failure, settled_at, id, library, room, at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ).run(...changing, ...sealed, settledAt, id, library, room, scan.at);
      };
      if (isOpen(scan)) save();
      else db.withoutFlush(save);
    },

    openScans: (room) =>
      db
        .sql(
          `SELECT *, ${isDoubted('scans')} AS doubted FROM scans WHERE room = ? AND ended_at IS NULL ORDER BY seq`,
        )
        .all(room)
        .map(entryOf)
        .filter((entry) => entry !== null),

    endSession(session) {
      db.sql(`UPDATE scans SET ended_at = ? WHERE session = ? AND ended_at IS NULL`).run(
        db.settledTime(),
        session,
      );
    },
  };
}

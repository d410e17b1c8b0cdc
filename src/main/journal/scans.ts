import { isOpen } from '../../shared/scan-state.ts';
import type { Journal, ScanEntry } from '../ports.ts';
import type { JournalDatabase, Row } from './database.ts';
import { isDoubted } from './meta.ts';
import { ScanRow, SealedScan } from './scan-row.ts';

/** The scans. One that cannot be read is kept as it is: it is no session's, and is told once its key is back. */
export function scansIn(db: JournalDatabase): Pick<Journal, 'saveScan' | 'openScans' | 'endSession'> {
  function scanOf(row: Row): ScanEntry | null {
    const opened = db.opened('scans', row);
    const sealed = {
      text: opened.value('text'),
      result: opened.value('result'),
      failure: opened.value('failure'),
    };
    if (opened.isUnreadable) return null;
    const said = SealedScan.safeParse(sealed);
    const plain = ScanRow.safeParse(row);
    if (!said.success || !plain.success) {
      db.isDamaged('scans', row);
      return null;
    }
    const { session, library, room, mode, id, at, kind, action, state, position, recovered } = plain.data;
    return {
      ...{ session, library, room, mode },
      ...(row.doubted === 1 ? { doubted: true as const } : {}),
      view: {
        ...{ id, at, kind, action, state, order: position },
        ...said.data,
        title: '', // looked up for the eye, and not worth keeping
        question: null, // its patron has left the desk
        recovered: recovered === 1,
      },
    };
  }

  return {
    saveScan({ session, library, room, view, mode }) {
      const { id } = view;
      const changing = [
        session,
        mode,
        view.order,
        view.kind,
        view.action,
        view.state,
        view.recovered ? 1 : 0,
      ];
      const sealed = [
        db.sealed('scans', id, 'text', view.text),
        view.result && db.sealed('scans', id, 'result', view.result),
        view.failure && db.sealed('scans', id, 'failure', view.failure),
      ];
      const save = (): void => {
        // Not in one statement: that would take a number for each change, and numbers say what is missing.
        const { changes } = db
          .sql(
            `UPDATE scans SET session = ?, mode = ?, position = ?, kind = ?, action = ?, state = ?, recovered = ?,
               text = ?, result = ?, failure = ?
             WHERE id = ?`,
          )
          .run(...changing, ...sealed, id);
        if (changes === 1) return;
        db.sql(
          `INSERT INTO scans (session, mode, position, kind, action, state, recovered, text, result, failure,
             id, library, room, at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ).run(...changing, ...sealed, id, library, room, view.at);
      };
      if (isOpen(view)) save();
      else db.later(save);
    },

    openScans: (room) =>
      db
        .sql(
          `SELECT *, ${isDoubted('scans')} AS doubted FROM scans WHERE room = ? AND ended_at IS NULL ORDER BY seq`,
        )
        .all(room)
        .map(scanOf)
        .filter((scan) => scan !== null),

    endSession(session) {
      db.sql(`UPDATE scans SET ended_at = ? WHERE session = ? AND ended_at IS NULL`).run(
        db.overAt(),
        session,
      );
    },
  };
}

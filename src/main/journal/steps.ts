import type { Journal } from './port.ts';
import type { JournalDatabase } from './database.ts';
import { FailureRow } from './failure-row.ts';
import { isDoubted } from './meta.ts';

const FailureColumn = FailureRow.nullable().catch(null);

/** Reads and writes the pending steps. */
export function stepsIn(
  db: JournalDatabase,
): Pick<Journal, 'saveStep' | 'openSteps' | 'updateStep' | 'endSteps'> {
  return {
    saveStep({ id, at, library, data }, when = 'now') {
      const sealed = db.seal('owed', id, 'data', data);
      const save = (): void => {
        // Not an upsert: that uses up a row number with each change, and missing row numbers count as lost rows of a
        // damaged journal.
        const { changes } = db.sql(`UPDATE owed SET data = ?, done_at = NULL WHERE id = ?`).run(sealed, id);
        if (changes === 1) return;
        db.sql(`INSERT INTO owed (id, at, library, data) VALUES (?, ?, ?, ?)`).run(id, at, library, sealed);
      };
      if (when === 'now') save();
      else db.withoutFlush(save);
    },

    openSteps: () =>
      db
        .sql(`SELECT *, ${isDoubted('owed')} AS doubted FROM owed WHERE done_at IS NULL ORDER BY seq`)
        .all()
        .map((row) => {
          const opened = db.openRow('owed', row);
          const data = opened.value('data');
          const failure = FailureColumn.parse(opened.value('failure'));
          const { id, at, library } = row;
          return {
            ...{ id: String(id), at: String(at), library: String(library), data, failure },
            ...(opened.isUnreadable ? { unreadable: true as const } : {}),
            ...(row.doubted === 1 ? { afterLoss: true as const } : {}),
          };
        }),

    updateStep(id, outcome) {
      const failure = outcome && db.seal('owed', id, 'failure', outcome.failure);
      const doneAt = outcome ? null : db.settledTime();
      db.one(id, `UPDATE owed SET failure = ?, done_at = ? WHERE id = ?`, failure, doneAt, id);
    },

    endSteps(ids) {
      const doneAt = db.settledTime();
      db.transaction(() => {
        for (const id of ids) db.sql(`UPDATE owed SET done_at = ? WHERE id = ?`).run(doneAt, id);
      });
    },
  };
}

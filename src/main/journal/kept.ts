import type { JournalDatabase, SqlRow } from './database.ts';
import type { Journal, KeptRecord } from './port.ts';

/** Reads and writes the records that the station keeps for later. */
export function keptIn(db: JournalDatabase): Pick<Journal, 'keep' | 'kept' | 'keptOne' | 'dropKept'> {
  const recordOf = (row: SqlRow): KeptRecord => {
    const opened = db.openRow('kept', row);
    const data = opened.value('data');
    const { id, kind, library, at } = row;
    return {
      ...{ id: String(id), kind: String(kind) as KeptRecord['kind'], library: String(library) },
      ...{ at: String(at), data },
      ...(opened.isUnreadable ? { unreadable: true as const } : {}),
    };
  };

  return {
    keep({ id, kind, library, at, data }) {
      const sealed = db.seal('kept', id, 'data', data);
      // Not an upsert: that uses up a row number with each change, and missing row numbers count as lost rows.
      // Its age is counted from `at`: a clock that was set back makes nothing old.
      const { changes } = db
        .sql(`UPDATE kept SET at = max(at, ?), data = ? WHERE id = ?`)
        .run(at, sealed, id);
      if (changes === 1) return;
      db.sql(`INSERT INTO kept (id, kind, library, at, data) VALUES (?, ?, ?, ?, ?)`).run(
        ...[id, kind, library, db.notOld(at), sealed],
      );
    },

    kept: (library, kind, most, skip = 0) =>
      db
        .sql(`SELECT * FROM kept WHERE library = ? AND kind = ? ORDER BY seq DESC LIMIT ? OFFSET ?`)
        .all(library, kind, most, skip)
        .map(recordOf),

    keptOne(id) {
      const row = db.sql(`SELECT * FROM kept WHERE id = ?`).get(id);
      return row ? recordOf(row) : null;
    },

    dropKept(id) {
      db.sql(`DELETE FROM kept WHERE id = ?`).run(id);
    },
  };
}

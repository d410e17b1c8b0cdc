import type { JournalDatabase, SqlRow } from './database.ts';
import { isDoubted } from './meta.ts';
import type { Journal, KeptRecord } from './port.ts';

const doubted = `${isDoubted('kept')} AS doubted`;

/** Reads and writes the records that the station keeps for later. */
export function keptIn(
  db: JournalDatabase,
): Pick<Journal, 'keep' | 'kept' | 'keptPage' | 'keptOne' | 'dropKept'> {
  const recordOf = (row: SqlRow): KeptRecord => {
    const opened = db.openRow('kept', row);
    const data = opened.value('data');
    const { id, kind, library, at } = row;
    return {
      ...{ id: String(id), kind: String(kind) as KeptRecord['kind'], library: String(library) },
      ...{ at: String(at), data },
      ...(opened.isUnreadable ? { unreadable: true as const } : {}),
      ...(row.doubted === 1 ? { afterLoss: true as const } : {}),
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

    kept: (library, kind, most) =>
      db
        .sql(`SELECT *, ${doubted} FROM kept WHERE library = ? AND kind = ? ORDER BY seq DESC LIMIT ?`)
        .all(library, kind, most)
        .map(recordOf),

    keptPage(library, kind, { before, most }) {
      const rows = db
        .sql(
          `SELECT *, ${doubted} FROM kept WHERE library = ? AND kind = ? AND seq < coalesce(?, 9e15)
           ORDER BY seq DESC LIMIT ?`,
        )
        .all(library, kind, before, most + 1);
      const shown = rows.slice(0, most);
      const next = rows.length > most ? Number(shown.at(-1)?.seq) : null;
      return { records: shown.map(recordOf), next };
    },

    keptOne(id) {
      const row = db.sql(`SELECT *, ${doubted} FROM kept WHERE id = ?`).get(id);
      return row ? recordOf(row) : null;
    },

    dropKept(id) {
      db.sql(`DELETE FROM kept WHERE id = ?`).run(id);
    },
  };
}

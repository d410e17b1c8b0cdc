import type { Journal } from '../ports.ts';
import type { JournalDatabase } from './database.ts';
import { entryOf } from './entries.ts';

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

import * as z from 'zod';
import type { Journal } from '../ports.ts';
import type { JournalDatabase } from './database.ts';

const Text = z.string();
const Library = z.object({ id: Text, mode: z.enum(['practice', 'institution']), name: Text });
const Mark = z.object({ library: Text, address: Text, root: Text, code: Text, key: Text });

/** The libraries that this station has known. */
export function librariesIn(db: JournalDatabase): Pick<Journal, 'libraries' | 'keepLibrary'> {
  return {
    libraries() {
      const marks = z.array(Mark).parse(db.sql(`SELECT * FROM library_marks`).all());
      const known = z.array(Library).parse(db.sql(`SELECT * FROM libraries ORDER BY rowid`).all());
      return known.map((one) => ({
        ...one,
        marks: marks
          .filter(({ library }) => library === one.id)
          .map(({ address, root, code, key }) => ({ address, root, code, key })),
      }));
    },

    keepLibrary({ id, mode, name }, { address, root, code, key }) {
      db.sql(
        `INSERT INTO libraries (id, mode, name) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name`,
      ).run(id, mode, name);
      db.sql(
        `INSERT INTO library_marks (library, address, root, code, key) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      ).run(id, address, root, code, key);
    },
  };
}

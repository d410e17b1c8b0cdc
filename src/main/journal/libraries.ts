import * as z from 'zod';
import type { Elsewhere } from '../../contract/desk.ts';
import type { Journal } from './port.ts';
import type { Connection } from '../ports.ts';
import type { JournalDatabase } from './database.ts';

const Text = z.string();
const Library = z.object({ id: Text, mode: z.enum(['practice', 'institution']), name: Text });
const Mark = z.object({ library: Text, address: Text, root: Text, code: Text, key: Text });

/** Reads and writes the libraries that this station knows. */
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

/** Returns a function that names the library of a row, if it is not the connected one; null if it is. */
export function elsewhereIn(deps: {
  readonly connection: Pick<Connection, 'library'>;
  readonly journal: Pick<Journal, 'libraries'>;
}): (library: string) => Elsewhere | null {
  const here = deps.connection.library()?.id;
  const known = new Map(deps.journal.libraries().map(({ id, mode, name }) => [id, { mode, name }]));
  return (library) => (library === here ? null : (known.get(library) ?? { mode: 'institution', name: '' }));
}

/** The id of a row's library. Rows of early versions only say whether it was the practice library. */
export function libraryOf(library: string, data: unknown): string {
  if (library !== '') return library;
  const { mode } = z.looseObject({ mode: z.string().optional() }).safeParse(data).data ?? {};
  return mode === undefined ? '' : `before-${mode}`;
}

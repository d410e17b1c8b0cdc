import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

/** Looks into a library's database from outside, while the server has it open. */
export class Witness {
  readonly #database: DatabaseSync;
  #last: { readonly version: number; readonly print: string } | null = null;

  constructor(file: string) {
    this.#database = new DatabaseSync(file, { readOnly: true });
  }

  /** Everything in every table, as one short text; read anew only where somebody wrote since, as SQLite counts it. */
  print(): string {
    const version = Number(this.#database.prepare('PRAGMA data_version').get()?.['data_version']);
    if (this.#last?.version === version) return this.#last.print;
    const hash = createHash('sha256');
    for (const table of this.tables()) hash.update(JSON.stringify([table, this.#rows(table)]));
    this.#last = { version, print: hash.digest('hex') };
    return this.#last.print;
  }

  tables(): string[] {
    const rows = this.#database
      .prepare(
        "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
      )
      .all();
    return rows.map(({ name }) => String(name));
  }

  /** Every record that is kept as JSON. */
  records(): unknown[] {
    return this.tables().flatMap((table) =>
      this.#rows(table).flatMap((row) => {
        const { doc } = row;
        return typeof doc === 'string' ? [JSON.parse(doc) as unknown] : [];
      }),
    );
  }

  close(): void {
    this.#database.close();
  }

  #rows(table: string): Record<string, unknown>[] {
    return this.#database
      .prepare(`select * from "${table}"`)
      .all()
      .map((row) => ({
        ...row,
        // A file's bytes, so that they are compared too.
        ...Object.fromEntries(
          Object.entries(row).flatMap(([name, value]) =>
            value instanceof Uint8Array ? [[name, Buffer.from(value).toString('base64')]] : [],
          ),
        ),
      }));
  }
}

import { DatabaseSync } from 'node:sqlite';
import { startProcess, type ServerProcess } from '../../server/process.ts';

/** Something that the library wrote, as its own database noted it. */
export interface Change {
  readonly seq: number;
  readonly table: string;
  /** The loan's id, where it is a loan that was written. */
  readonly loan: string;
}

/** What the server looks things up by, and no record. */
const derived = /^(?:sqlite_|kysely_|witness|user_words|invoice_words)/;

/**
 * The practice library as a process of its own, on the real disk, that can be killed. A table in its database notes each
 * write in the very transaction of that write, so that its file alone says what was done.
 */
export class KilledLibrary {
  readonly key = 'a-practice-key';
  readonly #file: string;
  #process: ServerProcess | null = null;
  #database: DatabaseSync | null = null;
  #hasWitness = false;
  /** What it said on standard error of faults of its own. */
  readonly defects: string[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  /** Starts it on what the run before has left; answers where it listens. */
  async start(): Promise<string> {
    const started = startProcess('--database', this.#file, '--key', this.key);
    const url = await started.url;
    if (!this.#hasWitness) addWitness(this.#file);
    this.#hasWitness = true;
    this.#process = started;
    // Not before the server: what a kill has left in the log is the server's own to bring back.
    this.#database = new DatabaseSync(this.#file, { readOnly: true });
    return new URL(url).origin;
  }

  get isUp(): boolean {
    return this.#process !== null;
  }

  /** Nothing of it runs once this has come to its end. */
  async kill(): Promise<void> {
    const dying = this.#process;
    this.#process = null;
    if (!dying) return;
    dying.child.kill('SIGKILL');
    this.#database?.close();
    this.#database = null;
    const { err } = await dying.ended;
    this.defects.push(...err.split('\n').filter((line) => line.includes('"event":"defect"')));
  }

  /** Rows of its database, for whoever compares. */
  rows(sql: string): readonly Record<string, unknown>[] {
    if (!this.#database) throw new Error('the library does not run');
    return this.#database.prepare(sql).all();
  }

  /** The number of its last write. */
  written(): number {
    return Number(this.rows('SELECT coalesce(max(seq), 0) AS seq FROM witness')[0]?.['seq']);
  }

  changesAfter(seq: number): readonly Change[] {
    return this.rows(`SELECT seq, of, loan FROM witness WHERE seq > ${seq} ORDER BY seq`).map((row) => ({
      seq: Number(row['seq']),
      table: String(row['of']),
      loan: String(row['loan']),
    }));
  }
}

function addWitness(file: string): void {
  const database = new DatabaseSync(file, { timeout: 5000 });
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'")
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !derived.test(name));
  const triggers = tables.flatMap((table) =>
    (['INSERT', 'UPDATE', 'DELETE'] as const).map((act) => {
      const loan = table === 'loans' ? `${act === 'DELETE' ? 'OLD' : 'NEW'}.loan_id` : "''";
      return `CREATE TRIGGER witness_${table}_${act} AFTER ${act} ON "${table}"
        BEGIN INSERT INTO witness (of, loan) VALUES ('${table}', ${loan}); END;`;
    }),
  );
  database.exec(
    `BEGIN IMMEDIATE;
     CREATE TABLE witness (seq INTEGER PRIMARY KEY AUTOINCREMENT, of TEXT NOT NULL, loan TEXT NOT NULL);
     ${triggers.join('\n')}
     COMMIT;`,
  );
  database.close();
}

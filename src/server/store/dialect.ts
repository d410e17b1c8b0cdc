import { Worker } from 'node:worker_threads';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  SqliteAdapter,
  type DatabaseConnection,
  type Dialect,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteDatabase,
} from 'kysely';

/** Statements kept prepared. Our handlers use about a hundred; the rest of the room is for lists of varying length. */
const KEPT_STATEMENTS = 400;

/** Pages kept in memory at most: what the indexes of a library of 100,000 patrons and 500,000 items need. */
const CACHE_KIB = 256 * 1024;

/** How often what was written moves from the log to the database, and both to the disk; milliseconds. */
const CHECKPOINT_MS = 1000;
/** Should that never come to its turn, after so many pages all the same. */
const LOG_PAGES = 20_000;

/**
 * Kysely over Node's own SQLite.
 *
 * SQLite has one writer and this program one connection: Kysely's runtime lends the connection to one transaction at
 * a time (the adapter says that there is only one), so handlers that wait inside a transaction never interleave.
 *
 * `database`: one that is open already, on that file.
 */
export function nodeSqlite(file: string, database = new DatabaseSync(file)): Dialect {
  const checkpoints = prepared(database, file);
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new ImmediateDriver(wrapped(database), checkpoints),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class ImmediateDriver extends SqliteDriver {
  readonly #checkpoints: Checkpoints | undefined;

  constructor(database: SqliteDatabase, checkpoints: Checkpoints | undefined) {
    super({ database });
    this.#checkpoints = checkpoints;
  }

  /** Takes the write lock at the start: a transaction that begins with a read can then never fail on its first write. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  override async destroy(): Promise<void> {
    await this.#checkpoints?.end();
    await super.destroy();
  }
}

/** Runs in a thread of its own, on a connection of its own. */
const checkpointer = `
  const { workerData, parentPort } = require('node:worker_threads');
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(workerData.file);
  database.exec('pragma synchronous = normal; pragma busy_timeout = 0');
  const timer = setInterval(() => database.exec('pragma wal_checkpoint(passive)'), workerData.ms);
  parentPort.once('message', () => {
    clearInterval(timer);
    database.close();
    parentPort.close();
  });
`;

/**
 * Moves what was written into the database from time to time, beside the calls and not in one: a caller would wait for
 * the disk. What was acknowledged is the operating system's by then, and survives the end of this process, however it
 * ends; a power cut takes what came in the last second.
 */
class Checkpoints {
  readonly #worker: Worker;
  readonly #ended: Promise<void>;

  constructor(file: string) {
    this.#worker = new Worker(checkpointer, { eval: true, workerData: { file, ms: CHECKPOINT_MS } });
    this.#ended = new Promise((resolve) => {
      this.#worker.once('exit', () => resolve());
      // The log grows a while then, and is moved by a commit: nothing is lost.
      this.#worker.once('error', () => resolve());
    });
    this.#worker.unref();
  }

  async end(): Promise<void> {
    this.#worker.postMessage('end');
    await this.#ended;
  }
}

function prepared(database: DatabaseSync, file: string): Checkpoints | undefined {
  database.exec('pragma busy_timeout = 5000; pragma foreign_keys = on; pragma temp_store = memory;');
  // In KiB, and taken only as far as the library is that large.
  database.exec(`pragma cache_size = -${CACHE_KIB}`);
  if (file === ':memory:') {
    database.exec('pragma synchronous = off');
    return undefined;
  }
  database.exec(
    `pragma journal_mode = wal; pragma synchronous = normal; pragma wal_autocheckpoint = ${LOG_PAGES}`,
  );
  return new Checkpoints(file);
}

interface CachedStatement {
  readonly statement: StatementSync;
  /** Whether it answers rows. */
  readonly reader: boolean;
}

function wrapped(database: DatabaseSync): SqliteDatabase {
  const records = new Map<string, CachedStatement>();

  const prepare = (sql: string): CachedStatement => {
    const known = records.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    const one = { statement, reader: statement.columns().length > 0 };
    const eldest = records.size >= KEPT_STATEMENTS ? records.keys().next().value : undefined;
    if (eldest !== undefined) records.delete(eldest);
    records.set(sql, one);
    return one;
  };

  return {
    close: () => database.close(),
    prepare: (sql) => {
      const { statement, reader } = prepare(sql);
      return {
        reader,
        all: (parameters) => statement.all(...bound(parameters)),
        run: (parameters) => statement.run(...bound(parameters)),
        iterate: (parameters) => statement.iterate(...bound(parameters)),
      };
    },
  };
}

function bound(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => (typeof value === 'boolean' ? Number(value) : (value as SQLInputValue)));
}

import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { createApp } from './app.ts';
import { jsonLines, type Log } from './http/log.ts';
import { type FaultPanel, type Ports, portsFrom } from './ports.ts';
import { fill, type SampleSize } from './sample/index.ts';
import { isNew, libraryIdOf, openDatabase } from './store/database.ts';
import type { Db } from './store/schema.ts';

/** What a practice library is opened with, whether or not it listens. */
export interface LibraryOptions {
  /** A file, `:memory:` (the default), or a database in memory that is open already: it is closed with the library. */
  readonly database?: string | DatabaseSync | undefined;
  /** Any text; without it a random one is made. */
  readonly key?: string | undefined;
  /** Waits so long before each call, as a service far away would. */
  readonly delayMs?: number | undefined;
  /** Opens the route `/faults`, with what `faults/index.ts` makes. */
  readonly faults?: ((ports: Ports) => FaultPanel) | undefined;
  /** Configuration only: no patrons, no items. */
  readonly empty?: boolean | undefined;
  /** How large a new library is made, and from which seed. */
  readonly sample?: Partial<SampleSize> | undefined;
  /** What a new library counts money in, by ISO 4217; ILS. */
  readonly currency?: string | undefined;
  /** How long after a loan no new request on that title can be fulfilled; 3 s. Source: User requests, timing caveat. */
  readonly settleMs?: number | undefined;
  /** The institution's calls per day; 100,000. */
  readonly dailyCalls?: number | undefined;
  /** Calls a second before the service's recorded refusal; 25 is the deployed service's. Without it, no threshold. */
  readonly perSecond?: number | undefined;
  /** Takes a line of JSON for each call and for the server's own start and end. */
  readonly log?: ((line: string) => void) | undefined;
  /** The machine's, each of them, unless given. */
  readonly now?: Ports['now'] | undefined;
  readonly monotonic?: Ports['monotonic'] | undefined;
  readonly sleep?: Ports['sleep'] | undefined;
  readonly random?: Ports['random'] | undefined;
}

/** The sample library that was made, in milliseconds. */
export interface Filled {
  readonly patrons: number;
  readonly items: number;
  readonly ms: number;
}

/** An open practice library. Its `app` answers calls over HTTP, or in this process. */
export interface Library {
  readonly app: ReturnType<typeof createApp>;
  readonly key: string;
  readonly ports: Ports;
  readonly log?: Log;
  /** Random, of this database: another library has another, this one the same at every start. */
  readonly libraryId: string;
  /** What a new database was filled with, and how long that took. */
  readonly filled?: Filled;
  close(): Promise<void>;
}

/** Opens a practice library. A new database is filled with the sample library first. */
export async function openLibrary(options: LibraryOptions = {}): Promise<Library> {
  const ports = portsFrom(options);
  const key = options.key ?? randomBytes(18).toString('base64url');
  const log = options.log && jsonLines(options.log, ports.now);
  const { database = ':memory:' } = options;
  const db = await (typeof database === 'string'
    ? openDatabase(database)
    : openDatabase(':memory:', database));
  try {
    const libraryId = await libraryIdOf(db);
    const filled = (await isNew(db)) ? await filledNew(db, options, ports) : undefined;
    const app = createApp({
      ...ports,
      db,
      key,
      settings: { settleMs: options.settleMs ?? 3000 },
      delayMs: options.delayMs ?? 0,
      dailyCalls: options.dailyCalls ?? 100_000,
      perSecond: options.perSecond ?? 0,
      ...(log ? { log } : {}),
      ...(options.faults ? { faults: options.faults(ports) } : {}),
    });
    return {
      app,
      key,
      ports,
      libraryId,
      ...(log ? { log } : {}),
      ...(filled ? { filled } : {}),
      close: () => db.destroy(),
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

async function filledNew(db: Db, options: LibraryOptions, { now, monotonic }: Ports): Promise<Filled> {
  const { empty, sample, currency } = options;
  const start = monotonic();
  const made = await fill(db, {
    now: now(),
    empty: empty === true,
    ...(currency !== undefined && { currency }),
    ...sample,
  });
  return { ...made, ms: monotonic() - start };
}

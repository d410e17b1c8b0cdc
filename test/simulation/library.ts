import { DatabaseSync } from 'node:sqlite';
import { createApp } from '../../src/server/app.ts';
import { fill } from '../../src/server/sample/index.ts';
import { openDatabase } from '../../src/server/store/database.ts';
import type { Db } from '../../src/server/store/schema.ts';
import type { RecordedAnswer } from './answers.ts';
import { chanceOf } from './chance.ts';
import { begin, now } from './clock.ts';

/** When every world begins. */
export const firstDay = Date.parse('2026-11-02T08:00:00Z');

/** The sample library, made once: each world begins with a copy of it. */
export async function sampleLibrary(): Promise<Uint8Array> {
  begin('sample', firstDay);
  const database = new DatabaseSync(':memory:');
  const db = await openDatabase(':memory:', database);
  await fill(db, { now: new Date(firstDay), empty: false, patrons: 60, items: 400 });
  const image = database.serialize();
  await db.destroy();
  return image;
}

const socket = { remoteAddress: '127.0.0.1', destroy: () => undefined };

/** What is answered to a search by a field that the service does not know. */
const nothingFound: RecordedAnswer = {
  status: 200,
  type: 'application/json',
  date: '',
  text: '{"total_record_count":0}',
};

/** A practice library in this process. Its copies have the same ids in them: only the key tells one from another. */
export class SimulatedLibrary {
  readonly name: string;
  readonly key: string;
  readonly #app: ReturnType<typeof createApp>;
  #chance = chanceOf('tracking ids');
  #db: Db | null = null;
  #database: DatabaseSync | null = null;

  constructor(name: string) {
    this.name = name;
    this.key = `key-of-${name}`;
    const dbNow = (): Db => {
      if (!this.#db) throw new Error('the library is not open');
      return this.#db;
    };
    this.#app = createApp({
      get db() {
        return dbNow();
      },
      key: this.key,
      now: () => new Date(firstDay + now()),
      monotonic: now,
      sleep: () => Promise.resolve(),
      random: () => this.#chance.next(),
      settings: { settleMs: 0 },
      delayMs: 0,
      dailyCalls: 10_000_000,
      perSecond: 0,
    });
  }

  /** Begins anew with this copy. */
  async reset(image: Uint8Array): Promise<void> {
    await this.close();
    this.#chance = chanceOf('tracking ids', this.name);
    this.#database = new DatabaseSync(':memory:');
    this.#database.deserialize(image);
    this.#db = await openDatabase(':memory:', this.#database);
  }

  /** Answers a request, at once. */
  async answer(method: string, url: string, headers: Headers, body: string): Promise<RecordedAnswer> {
    // As deployed services do, and unlike the practice library. Source: service notes, Search fields.
    if (new URL(url).searchParams.get('q')?.startsWith('number~') === true) return nothingFound;
    const request = new Request(url, { method, headers, ...(body !== '' && { body }) });
    const response = await this.#app.fetch(request, { incoming: { socket } });
    const type = response.headers.get('content-type') ?? '';
    const date = response.headers.get('date') ?? '';
    return { status: response.status, type, date, text: await response.text() };
  }

  /** Rows of the library's own database, for whoever compares. */
  rows(sql: string): readonly Record<string, unknown>[] {
    return this.#database?.prepare(sql).all() ?? [];
  }

  async close(): Promise<void> {
    await this.#db?.destroy();
    this.#db = null;
  }
}

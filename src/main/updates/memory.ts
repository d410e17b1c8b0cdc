import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import type { UpdateLogLine, UpdateTrouble } from '../../contract/updates.ts';
import { writeWhole } from '../own-files.ts';
import type { Log } from '../ports.ts';

/** More lines are not kept. */
const mostLines = 100;

/** An installation that did not happen so often is not begun again by itself. */
export const mostAttempts = 2;

const File = z.object({ version: z.string(), file: z.string(), sha512: z.string(), journal: z.int() });

const Line = z.object({
  at: z.string(),
  event: z.enum(['found', 'downloaded', 'installing', 'installed', 'refused', 'wentBack']),
  version: z.string(),
  trouble: z.custom<UpdateTrouble>((value) => typeof value === 'string').nullable(),
});

/** What is remembered of updates between runs. */
const Memory = z.object({
  /** The feed with the highest number that was seen. */
  seen: z.object({ sequence: z.int(), digest: z.string() }).nullable().default(null),
  checkedAt: z.string().nullable().default(null),
  /** The newer version that the last feed had for this machine, and since when. */
  newer: z.object({ version: z.string(), since: z.string() }).nullable().default(null),
  /** A file that was downloaded and has the hash of the feed. */
  ready: File.nullable().default(null),
  /** The file that this version was installed from. */
  installed: File.nullable().default(null),
  /** An installation that was begun, from which version, and how often; and that it happened, and was undone. */
  begun: z
    .object({
      ...{ version: z.string(), from: z.string(), times: z.int() },
      isGoneBackFrom: z.boolean().default(false),
    })
    .nullable()
    .default(null),
  log: z.array(Line).default([]),
});
export type Memory = z.output<typeof Memory>;

/**
 * The file of what is remembered. It is replaced as a whole, so that a power cut leaves the one before or the one after.
 * A file that cannot be read is begun anew: then an older feed than the last is noticed only by its last day.
 */
export class UpdateMemory {
  readonly #file: string;
  readonly #log: Pick<Log, 'line' | 'defect'>;
  #now: Memory;

  constructor(folder: string, log: Pick<Log, 'line' | 'defect'>) {
    this.#file = path.join(folder, 'updates.json');
    this.#log = log;
    this.#now = this.#read();
  }

  get now(): Memory {
    return this.#now;
  }

  /** Where it cannot be written the program goes on: it asks, downloads and checks again in its next run. */
  change(change: Partial<Memory>): void {
    this.#now = { ...this.#now, ...change };
    try {
      writeWhole(this.#file, JSON.stringify(this.#now));
    } catch (error) {
      this.#log.defect(error);
    }
  }

  /** Adds a line to the log, unless it says the same as the last one. */
  note(line: UpdateLogLine): void {
    const [last] = this.#now.log;
    const isSame =
      last?.event === line.event && last.version === line.version && last.trouble === line.trouble;
    if (!isSame) this.change({ log: [line, ...this.#now.log].slice(0, mostLines) });
  }

  /** The user has gone back from a version: it is not installed again by itself. */
  wentBack({
    version,
    to,
    at,
  }: {
    readonly version: string;
    readonly to: string;
    readonly at: string;
  }): void {
    this.change({ begun: { version, from: to, times: mostAttempts, isGoneBackFrom: true } });
    this.note({ at, event: 'wentBack', version, trouble: null });
  }

  #read(): Memory {
    try {
      if (fs.existsSync(this.#file)) return Memory.parse(JSON.parse(fs.readFileSync(this.#file, 'utf8')));
    } catch {
      this.#log.line('updates.memoryLost');
    }
    return Memory.parse({});
  }
}

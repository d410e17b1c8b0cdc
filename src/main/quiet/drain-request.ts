import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { writeWhole } from '../own-files.ts';
import type { Clock } from '../ports.ts';
import type { Trust } from '../policy/trust.ts';

/** How long desks heed a drain that says nothing more, in milliseconds: it was killed, or its machine slept. */
export const leaseMs = 30_000;
/** How long desks stay as they are once all are quiet, in milliseconds: the installer works meanwhile. */
export const holdMs = 600_000;
/** More than two installers at once is an accident, or somebody's prank. */
const mostRequests = 20;
const mostBytes = 4096;

/** What a drain asks of all desks, in a file of its own in the folder of the machine. */
export const DrainRequest = z.object({
  schema: z.literal('carrel-drain/1'),
  id: z.uuid(),
  /** Of the Carrel that asks. One that starts anew with another version is the new one, for which nobody waits. */
  version: z.string().max(100),
  /** It is still waited for; or all desks are quiet, and the installer works. */
  phase: z.enum(['waiting', 'quiet']),
  /** Counts up while the drain lives. */
  beat: z.int().min(0),
  at: z.iso.datetime(),
});
export type DrainRequest = z.output<typeof DrainRequest>;

const fileOf = (folder: string, id: string): string => path.join(folder, `drain-${id}.json`);

/** Writes a request: whole or not at all, for whoever reads it meanwhile. */
export function writeRequest(folder: string, request: DrainRequest): void {
  writeWhole(fileOf(folder, request.id), JSON.stringify(request), 0o644);
}

/** Takes a request back: the desks go on. */
export function removeRequest(folder: string, id: string): void {
  fs.rmSync(fileOf(folder, id), { force: true });
}

/** The first thing on the way to a request that others than an administrator could change; null if there is none. */
export const inReach = (folder: string, id: string, trust: Trust): string | null => trust(fileOf(folder, id));

/** How long a request is heeded after it was last heard of. */
export const heededMs = ({ phase }: Pick<DrainRequest, 'phase'>): number =>
  phase === 'quiet' ? holdMs : leaseMs;

/** The requests in the folder of the machine. What an ordinary user could have written there is none. */
export function readRequests(folder: string, trust: Trust): readonly DrainRequest[] {
  const names = namesIn(folder).filter((name) => /^drain-[\da-f-]{36}\.json$/.test(name));
  // In a folder that others can write to no file counts, however many there are.
  if (names.length === 0 || trust(folder) !== null) return [];
  return names.flatMap((name) => readOne(path.join(folder, name), trust));
}

function namesIn(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return []; // no installer has ever asked
  }
}

function readOne(file: string, trust: Trust): readonly DrainRequest[] {
  try {
    if (trust(file) !== null || fs.statSync(file).size > mostBytes) return [];
    const request = DrainRequest.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
    return path.basename(file) === `drain-${request.id}.json` ? [request] : [];
  } catch {
    return []; // taken back meanwhile, or not ours
  }
}

/**
 * Which requests still count. A clock may be set, and a request may be left behind: one counts while it is heard of anew,
 * by this program's own time; only a request that is met for the first time is judged by the date in it.
 */
export class HeardRequests {
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly #version: string;
  readonly #heard = new Map<string, { readonly text: string; readonly at: number | null }>();

  constructor(clock: Pick<Clock, 'now' | 'monotonic'>, version: string) {
    this.#clock = clock;
    this.#version = version;
  }

  /** Those that count, of what is in the folder now: what was left behind there takes nobody's place. */
  counting(requests: readonly DrainRequest[]): readonly DrainRequest[] {
    const present = new Set(requests.map(({ id }) => id));
    for (const id of this.#heard.keys()) if (!present.has(id)) this.#heard.delete(id);
    return requests.filter((request) => this.#counts(request)).slice(0, mostRequests);
  }

  #counts(request: DrainRequest): boolean {
    const now = this.#clock.monotonic();
    const text = `${request.phase} ${request.beat}`;
    const before = this.#heard.get(request.id);
    if (before === undefined) {
      const age = Math.abs(this.#clock.now().getTime() - Date.parse(request.at));
      const isOurs = request.phase === 'waiting' || request.version === this.#version;
      const isNew = age < heededMs(request) && isOurs;
      this.#heard.set(request.id, { text, at: isNew ? now - age : null });
      return isNew;
    }
    if (before.text !== text) this.#heard.set(request.id, { text, at: now });
    const at = before.text === text ? before.at : now;
    return at !== null && now - at < heededMs(request);
  }
}

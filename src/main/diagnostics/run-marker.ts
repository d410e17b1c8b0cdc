import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import type { LastRun } from '../../contract/diagnostics.ts';
import { writeWhole } from '../own-files.ts';

/** Two moments of the same start of the machine differ at most this much, in milliseconds: clocks are set. */
const sameBootMs = 120_000;

const Marker = z.object({
  schema: z.literal('carrel-run/1'),
  id: z.uuid(),
  startedAt: z.iso.datetime(),
  /** When the machine was started, and Linux's own name for that; `''` elsewhere. */
  bootAt: z.iso.datetime(),
  boot: z.string().max(100),
});
type Marker = z.output<typeof Marker>;

/** What the machine says of its own start. */
export interface Boot {
  readonly at: Date;
  readonly id: string;
}

export function systemBoot(now: Date): Boot {
  const at = new Date(now.getTime() - os.uptime() * 1000);
  try {
    return { at, id: fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim() };
  } catch {
    return { at, id: '' };
  }
}

/**
 * The mark of a run in the station's folder: it is there while the program runs and is removed at its orderly end. One
 * that is there at a start says that the last run ended in another way. Where it cannot be written nothing is said.
 */
export class RunMarker {
  readonly #file: string;
  readonly #id = randomUUID();
  /** How the last run ended; null where it ended in order. */
  readonly lastRun: Pick<LastRun, 'ended' | 'startedAt'> | null;

  constructor(folder: string, now: Date, boot = systemBoot(now)) {
    this.#file = path.join(folder, 'running.json');
    const before = this.#read();
    this.lastRun = before && {
      startedAt: before.startedAt,
      ended: isSame(before, boot) ? 'byItself' : 'machineRestarted',
    };
    const marker: Marker = {
      ...{ schema: 'carrel-run/1', id: this.#id, startedAt: now.toISOString() },
      ...{ bootAt: boot.at.toISOString(), boot: boot.id },
    };
    try {
      writeWhole(this.#file, JSON.stringify(marker));
    } catch {
      // The journal reports a folder that cannot be written.
    }
  }

  /** The run ends in order. A mark of another run stays. */
  ended(): void {
    try {
      if (this.#read()?.id === this.#id) fs.rmSync(this.#file, { force: true });
    } catch {
      // Then the next start says that this run did not end in order.
    }
  }

  #read(): Marker | null {
    try {
      return Marker.parse(JSON.parse(fs.readFileSync(this.#file, 'utf8')));
    } catch {
      return null; // there is none, or a power cut has left half of one
    }
  }
}

function isSame(before: Marker, boot: Boot): boolean {
  if (before.boot !== '' && boot.id !== '') return before.boot === boot.id;
  return Math.abs(new Date(before.bootAt).getTime() - boot.at.getTime()) < sameBootMs;
}

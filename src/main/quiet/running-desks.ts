import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { busyReasons } from '../../contract/quiet.ts';
import { writeWhole } from '../own-files.ts';

const mostBytes = 4096;

/** What a running program answers to drains. Nothing in it names anybody. */
const Answer = z.object({
  /** The requests that it has heard. */
  requests: z.array(z.uuid()).max(20),
  quiet: z.boolean(),
  reasons: z.array(z.enum(busyReasons)).max(busyReasons.length),
});
export type DeskAnswer = z.output<typeof Answer>;

const RunningDesk = z.object({
  schema: z.literal('carrel-desk/1'),
  pid: z.int().positive(),
  /** When the process began, in the system's own words: process ids are used again. `''` where it does not say. */
  began: z.string().max(100),
  answer: Answer.nullable(),
});
export type RunningDesk = z.output<typeof RunningDesk>;

/** The folder in which each running program has a file of its own. Its users may add files, and change only their own. */
export const desksFolder = (machineFolder: string): string => path.join(machineFolder, 'desks');

/** When a process began, where the system says so without another program. */
function beganOf(pid: number): string {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')')).split(' ')[20] ?? '';
  } catch {
    return '';
  }
}

/** This program's own file among those of the running ones. */
export class OwnDesk {
  readonly #folder: string;
  readonly #file: string;
  #written = '';

  constructor(machineFolder: string) {
    this.#folder = desksFolder(machineFolder);
    this.#file = path.join(this.#folder, `${process.pid}-${randomUUID()}.json`);
  }

  /** Says that this program runs, and what it answers. Does nothing where no installer has made the folder. */
  tell(answer: DeskAnswer | null): void {
    const desk: RunningDesk = {
      schema: 'carrel-desk/1',
      pid: process.pid,
      began: beganOf(process.pid),
      answer,
    };
    const text = JSON.stringify(desk);
    try {
      if (!fs.existsSync(this.#folder) || (text === this.#written && fs.existsSync(this.#file))) return;
      writeWhole(this.#file, text, 0o644);
      this.#written = text;
    } catch {
      // A folder that this user may not write: an installer that waits is told that no desk is known.
    }
  }

  remove(): void {
    try {
      fs.rmSync(this.#file, { force: true });
    } catch {
      // It names a process that is gone.
    }
  }
}

/**
 * The programs that run on this computer, of all its users, however many files somebody puts beside theirs. Files of
 * programs that are gone are removed.
 */
export function readDesks(machineFolder: string): readonly RunningDesk[] {
  const folder = desksFolder(machineFolder);
  const names = fs.readdirSync(folder).filter((name) => /^\d+-[\da-f-]{36}\.json$/.test(name));
  return names.flatMap((name) => readDesk(path.join(folder, name)));
}

function readDesk(file: string): readonly RunningDesk[] {
  try {
    const stats = fs.lstatSync(file);
    if (!stats.isFile() || stats.size > mostBytes) return [];
    const desk = RunningDesk.parse(JSON.parse(fs.readFileSync(file, 'utf8')));
    if (isRunning(desk, stats)) return [desk];
    fs.rmSync(file, { force: true });
  } catch {
    // Gone meanwhile, or no file of a desk.
  }
  return [];
}

/** Whether a file's process runs: it is there, it is the one that began then, and it is its user's. */
function isRunning({ pid, began }: RunningDesk, { uid, mtimeMs }: fs.Stats): boolean {
  if (mtimeMs < Date.now() - os.uptime() * 1000 - 60_000) return false; // from before the computer was started
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false; // any other: it is another user's
  }
  if (began === '') return true;
  return beganOf(pid) === began && fs.statSync(`/proc/${pid}`).uid === uid;
}

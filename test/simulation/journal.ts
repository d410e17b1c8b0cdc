import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Journal } from '../../src/main/ports.ts';
import { causeNow, enter } from './clock.ts';

/** The program is dead: nothing of what it still computes reaches the world. */
export class Dead extends Error {
  override readonly name = 'Dead';
}

/** The machine's side of a journal: whether its program lives, and what its disk does. */
export interface Machine {
  /** False where the program has died before it. */
  act(what: string): boolean;
  readonly dead: boolean;
  readonly diskIsFull: boolean;
  /** A power cut is near: what a write may lose is to be kept. */
  readonly powerFails: boolean;
  /** A command was put down. */
  intended(entry: Parameters<Journal['intend']>[0]): void;
}

const writes: ReadonlySet<string> = new Set([
  'intend',
  'sent',
  'settle',
  'rechecked',
  'acknowledgeLate',
  'keepLibrary',
  'markReported',
  'saveScan',
  'endSession',
  'owe',
  'updateOwed',
]);

/** Whether the write of this moment may be lost in a power cut: the journal says so to SQLite. */
let relaxed = false;
// eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own object below
const exec = DatabaseSync.prototype.exec;
DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string): void {
  if (/synchronous\s*=\s*NORMAL/i.test(sql)) relaxed = true;
  exec.call(this, sql);
};

const companions = ['', '-wal'] as const;

function copy(from: string, to: string): void {
  for (const end of companions) {
    rmSync(to + end, { force: true });
    if (existsSync(from + end)) copyFileSync(from + end, to + end);
  }
  rmSync(`${to}-shm`, { force: true });
}

/** A journal on a disk that can be full, under a program that can die before or after any write. */
export class Disk {
  readonly #file: string;
  readonly #machine: Machine;
  /** As a power cut would leave it, where that is not as it is. */
  #safe = false;

  constructor(file: string, machine: Machine) {
    this.#file = file;
    this.#machine = machine;
  }

  /** The journal as the program finds it. */
  under(journal: Journal): Journal {
    return new Proxy(journal, {
      get: (real, name: keyof Journal) => {
        const method = real[name].bind(real) as (...given: unknown[]) => unknown;
        return (...given: unknown[]): unknown => this.#call(name, method, given);
      },
    });
  }

  /** What is left for the next run: all that was written or, after a power cut, all that had reached the disk. */
  leave(to: string, power: boolean): void {
    copy(power && this.#safe ? `${this.#file}.safe` : this.#file, to);
  }

  #call(name: string, method: (...given: unknown[]) => unknown, given: readonly unknown[]): unknown {
    const machine = this.#machine;
    if (name === 'close') return method(...given);
    if (machine.dead) throw new Dead();
    if (!writes.has(name)) return method(...given);
    if (!machine.act(`journal.${name}`)) throw new Dead();
    if (machine.diskIsFull) {
      throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
    }
    if (machine.powerFails && !this.#safe) copy(this.#file, `${this.#file}.safe`);
    relaxed = false;
    const answer = method(...given);
    // A write that reaches the disk takes those before it along.
    this.#safe = machine.powerFails && relaxed;
    if (name === 'intend') machine.intended(given[0] as Parameters<Journal['intend']>[0]);
    if (name === 'sent') {
      const cause = causeNow();
      if (cause) enter({ ...cause, command: String(given[0]) });
    }
    if (!machine.act(`journal.${name}, done`)) throw new Dead();
    return answer;
  }
}

import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Journal } from '../../src/main/journal/port.ts';
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
  /** A command leaves, or its answer is to be put down: it may be that nothing can be. */
  noted(what: 'sent' | 'settle', id: string, state: unknown, by: unknown): void;
  /** A command was put down. */
  intended(entry: Parameters<Journal['intend']>[0]): void;
}

const writes: ReadonlySet<string> = new Set<keyof Journal>([
  'intend',
  'sent',
  'settle',
  'rechecked',
  'overtaken',
  'acknowledgeLate',
  'keepLibrary',
  'closeTills',
  'saveScan',
  'endSession',
  'saveStep',
  'updateStep',
]);

/** What is kept of a table is written before the command that changes it. */
const isTable = (called: string, inputs: readonly unknown[]): boolean =>
  called === 'keep' && (inputs[0] as { readonly kind: string }).kind.startsWith('table');

/**
 * Whether what is written may be lost in a power cut: the journal says so to SQLite, and it holds for its database until
 * it says otherwise. `been`: at any moment of the call that is under way.
 */
const relaxed = { now: false, been: false };
// eslint-disable-next-line @typescript-eslint/unbound-method -- called with its own object below
const exec = DatabaseSync.prototype.exec;
DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string): void {
  const [, level] = /synchronous\s*=\s*(\w+)/i.exec(sql) ?? [];
  if (level !== undefined) relaxed.now = !/^(?:FULL|EXTRA)$/i.test(level);
  relaxed.been ||= relaxed.now;
  exec.call(this, sql);
};

const name = 'journal.sqlite';
const companions = [name, `${name}-wal`];

function copy(from: string, to: string, names: readonly string[]): void {
  mkdirSync(to, { recursive: true });
  for (const one of names) {
    const file = path.join(to, one);
    rmSync(file, { force: true });
    if (existsSync(path.join(from, one))) copyFileSync(path.join(from, one), file);
  }
}

/** A journal on a disk that can be full, under a program that can die before or after any write. */
export class Disk {
  readonly #folder: string;
  readonly #machine: Machine;
  /** As a power cut would leave it, where that is not as it is. */
  #safe = false;
  /** Its database does not wait for the disk, also outside of any call. */
  #relaxed = false;

  constructor(folder: string, machine: Machine) {
    this.#folder = folder;
    this.#machine = machine;
  }

  /** The journal as the program finds it. */
  under(journal: Journal): Journal {
    return new Proxy(journal, {
      get: (real, called: keyof Journal) => {
        const method = real[called].bind(real) as (...inputs: unknown[]) => unknown;
        return (...inputs: unknown[]): unknown => this.#call(called, method, inputs);
      },
    });
  }

  /** What is left for the next run: all that was written or, after a power cut, all that had reached the disk. */
  leave(to: string, power: boolean): void {
    const files = readdirSync(this.#folder, { withFileTypes: true }).filter((entry) => entry.isFile());
    const others = files.map((entry) => entry.name).filter((one) => !one.startsWith(name));
    copy(this.#folder, to, others);
    copy(power && this.#safe ? path.join(this.#folder, 'safe') : this.#folder, to, companions);
  }

  #call(called: string, method: (...inputs: unknown[]) => unknown, inputs: readonly unknown[]): unknown {
    const machine = this.#machine;
    if (called === 'close') return method(...inputs);
    if (machine.dead) throw new Dead();
    if (!writes.has(called) && !isTable(called, inputs)) return method(...inputs);
    if (!machine.act(`journal.${called}`)) throw new Dead();
    if (called === 'sent' || called === 'settle') {
      const by = (inputs[2] as { readonly by?: unknown } | undefined)?.by;
      machine.noted(called, String(inputs[0]), inputs[1], by);
    }
    if (machine.diskIsFull) {
      throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
    }
    if (machine.powerFails && !this.#safe) copy(this.#folder, path.join(this.#folder, 'safe'), companions);
    const answer = this.#written(method, inputs);
    if (called === 'intend') machine.intended(inputs[0] as Parameters<Journal['intend']>[0]);
    if (called === 'sent') {
      const cause = causeNow();
      if (cause) enter({ ...cause, command: String(inputs[0]) });
    }
    if (!machine.act(`journal.${called}, done`)) throw new Dead();
    return answer;
  }

  #written(method: (...inputs: unknown[]) => unknown, inputs: readonly unknown[]): unknown {
    relaxed.now = relaxed.been = this.#relaxed;
    try {
      const answer = method(...inputs);
      // A write that reaches the disk takes those before it along.
      this.#safe = this.#machine.powerFails && relaxed.been;
      return answer;
    } finally {
      this.#relaxed = relaxed.now;
    }
  }
}

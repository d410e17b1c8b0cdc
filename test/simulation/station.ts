import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { createKeychain } from '../../src/main/station/keychain.ts';
import { firstSettings, type Settings, type SettingsStore } from '../../src/main/station/settings.ts';
import type { Chance } from './chance.ts';
import { after, because, causeNow, now, type Cause } from './clock.ts';
import type { History } from './history.ts';
import { Disk } from './journal.ts';
import type { Sender } from './network.ts';
import { Program, type Machinery } from './program.ts';
import { MemoryFiles } from '../main/support.ts';

/** How long the keychain takes to answer: later than anybody waits for it, or as long as its user is asked. */
const answersAfterMs = { open: 3, locked: 3, gone: 3, slow: 60_000, asks: 6000 };

/** What the keychain of a workstation does. */
export type Lock = keyof typeof answersAfterMs;

/** A command, as it was put down before it left. */
export interface Intended {
  readonly id: string;
  readonly operation: string;
  readonly payload: unknown;
  readonly before: unknown;
  readonly till?: string;
  readonly lane: string;
  readonly step: number;
  /** When it was put down, when it left, and when its own answer had come, or was not to come any more. */
  readonly at: number;
  leftAt: number | null;
  answeredAt: number | null;
  /** No answer that says anything. */
  isUnclear: boolean;
  /** Where the station stood when it was asked for. */
  readonly library: string | null;
  /** The library it is for, by its id in the journal. */
  readonly noted: string;
}

/** A workstation: what outlives a run of the program on it, and that run. */
export class Workstation {
  readonly name: string;
  program: Program | null = null;
  /** On whose behalf people act here: what they do dies with it. */
  run: Sender | null = null;
  /** How often the program was killed here. */
  crashes = 0;
  lock: Lock = 'open';
  diskIsFull = false;
  /** The library that the people here have connected it to; null where they cannot be sure. */
  library: string | null = null;
  /** The one they want it connected to. */
  wanted: string = 'A';
  /** Every command that its program ever put down, by its id. */
  readonly intended = new Map<string, Intended>();
  readonly defects: unknown[] = [];
  readonly #folder: string;
  readonly #history: History;
  /** Each library's id in the journal. */
  readonly #known = new Map<string, string>();
  readonly #secrets = new Map<string, string>();
  readonly #settings: SettingsStore;
  #runs = 0;
  /** The program dies at the so-manyth thing it does from now on; null: it does not. */
  #dies: { left: number; power: boolean; then: () => void } | null = null;
  #kill: (() => void) | null = null;

  constructor(name: string, folder: string, history: History) {
    this.name = name;
    this.#folder = folder;
    this.#history = history;
    let settings: Settings = {
      ...firstSettings,
      mode: 'institution',
      institutionPlace: firstSettings.practicePlace,
    };
    this.#settings = {
      get now() {
        return settings;
      },
      change: (change) => {
        if (this.diskIsFull) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
        settings = { ...settings, ...change };
      },
    };
  }

  /** Starts the program, on what the run before has left. */
  async start(chance: Chance): Promise<void> {
    const act = (what: string): boolean => {
      if (run.dead) return false;
      if (this.#dies) {
        this.#dies.left -= 1;
        if (this.#dies.left <= 0) {
          this.#history.note(this.name, () => `dies at ${what}`);
          this.#kill?.();
        }
      }
      return !run.dead;
    };
    const run = { name: this.name, dead: false, act };
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- read through getters below
    const here = this;
    const machine: Machinery = {
      name: this.name,
      settings: this.#settings,
      keychain: this.#keychain(run),
      files: new MemoryFiles(),
      folder: this.#folderOf(this.#runs),
      act,
      get dead() {
        return run.dead;
      },
      get diskIsFull() {
        return here.diskIsFull;
      },
      get powerFails() {
        return here.#dies?.power === true;
      },
      defect: (error) => {
        // That the disk is full is no fault of the program's.
        if (run.dead || (error instanceof Error && 'errcode' in error && error.errcode === 13)) return;
        this.defects.push(error);
        this.#history.note(
          this.name,
          () => `DEFECT ${error instanceof Error ? (error.stack ?? '') : String(error)}`,
        );
      },
      intended: (entry) => {
        const { step = 0, library = null } = causeNow() ?? {};
        const times = { at: now(), leftAt: null, answeredAt: null, isUnclear: false };
        this.intended.set(entry.id, { ...entry, ...times, step, library, noted: entry.library });
      },
      noted: (what, id, state) => {
        const own = this.intended.get(id);
        if (!own) return;
        if (what === 'sent') own.leftAt ??= now();
        else if (own.answeredAt === null) {
          own.answeredAt = now();
          own.isUnclear = state === 'unknown';
        }
      },
      note: (what) => this.#history.note(this.name, what),
    };
    this.#kill = () => {
      const { program } = this;
      const dying = this.#dies;
      run.dead = true;
      this.#kill = null;
      this.program = null;
      this.run = null;
      this.#dies = null;
      this.crashes += 1;
      const disk = program?.disk ?? new Disk(machine.folder, machine);
      this.#runs += 1;
      disk.leave(this.#folderOf(this.#runs), dying?.power === true);
      // Its promises may still be at work in this moment; its files are taken from it in the next.
      because({ step: 0, of: null, chance }, () => after(0, () => program?.bury()));
      dying?.then();
    };
    const cause: Cause = { step: causeNow()?.step ?? 0, of: run, chance };
    this.#history.note(this.name, () => 'starts');
    const program = await because(cause, () => Program.start(machine));
    if (run.dead) return;
    this.program = program;
    this.run = run;
  }

  /** What somebody says who is asked which library this is: one they know, or another. */
  whichOf(library: string, mayBe: readonly { readonly id: string }[]): string {
    const known = this.#known.get(library);
    if (known !== undefined) return known;
    const others = [...this.#known.values()];
    // Met before, and nobody was told that it was.
    return mayBe.find(({ id }) => !others.includes(id))?.id ?? 'another';
  }

  /** The library with this id in the journal; null where nobody has learned that it is one of them. */
  nameOf(id: string | null): string | null {
    return [...this.#known].find(([, known]) => known === id)?.[0] ?? null;
  }

  /** The library that the program stands on at this moment; null where that is not known. */
  get standsOn(): string | null {
    return this.nameOf(this.program?.library ?? null);
  }

  /** It is connected: the library that was not known before is this one. */
  learn(library: string): void {
    const known = [...this.#known.values()];
    const met = this.program?.journal.libraries().find(({ id }) => !known.includes(id));
    if (met && !this.#known.has(library)) this.#known.set(library, met.id);
  }

  /** The program dies, at the so-manyth thing that it does from now on; `then` comes at once after it. */
  dieSoon(left: number, power: boolean, then: () => void): void {
    if (this.program) this.#dies = { left, power, then };
  }

  /** It lives on after all. */
  dieNot(): void {
    this.#dies = null;
  }

  /** It is killed now, with all that was written. */
  stop(): void {
    this.#dies = null;
    this.#kill?.();
  }

  #folderOf(run: number): string {
    const folder = path.join(this.#folder, `${this.name}-${run}`);
    mkdirSync(folder, { recursive: true });
    return folder;
  }

  #keychain(run: { readonly dead: boolean }): Machinery['keychain'] {
    const within = async <T>(work: () => T): Promise<T> => {
      await new Promise<void>((resolve) => after(answersAfterMs[this.lock], resolve));
      if (run.dead) return new Promise(() => undefined);
      if (this.lock === 'gone') throw new Error('Cannot autolaunch D-Bus');
      return work();
    };
    return createKeychain({
      service: 'simulation',
      load: () =>
        Promise.resolve({
          // A secret service that is locked says "nothing" of what it keeps, and asks its user when it is to keep more.
          getPassword: (_, account) =>
            within(() => (this.lock === 'locked' ? null : (this.#secrets.get(account) ?? null))),
          setPassword: (_, account, secret) => within(() => void this.#secrets.set(account, secret)),
          deletePassword: (_, account) => within(() => this.#secrets.delete(account)),
        }),
    });
  }
}

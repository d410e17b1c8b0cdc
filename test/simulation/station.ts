import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { JournalView } from '../../src/contract/journal.ts';
import { Failed } from '../../src/main/failure.ts';
import { createKeychain } from '../../src/main/station/keychain.ts';
import { defaultSettings, type Settings, type SettingsStore } from '../../src/main/station/settings.ts';
import { MemoryFiles } from '../main/support/ports.ts';
import type { Chance } from './chance.ts';
import { after, because, causeNow, now, type Cause } from './clock.ts';
import {
  bytesIn,
  countOf,
  damage,
  inside,
  makeNewer,
  makeOurs,
  versionIn,
  wrongLoss,
  type Rows,
} from './damage.ts';
import type { History } from './history.ts';
import { Disk } from './journal.ts';
import type { Sender } from './network.ts';
import { Program, type Machinery } from './program.ts';

/** How long the keychain takes to answer: later than anybody waits for it, or as long as its user is asked. */
const answersAfterMs = { open: 3, locked: 3, refusing: 3, gone: 3, slow: 60_000, asks: 6000 };

/** A key of the journal, which is never written over or taken away. What is written to try the keychain is none. */
const isSeal = (account: string): boolean => /^journal seal(?! probe)/.test(account);

/** What the keychain of a workstation does. */
export type Lock = keyof typeof answersAfterMs;

/** A command, as it was put down before it left. */
export interface Intended {
  readonly id: string;
  readonly operation: string;
  readonly payload: unknown;
  readonly before: unknown;
  readonly till?: string;
  readonly queue: string;
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
  expected: string = 'A';
  /** Every command that its program ever put down, by its id. */
  readonly intended = new Map<string, Intended>();
  readonly defects: unknown[] = [];
  /** What was wrong with its journal or its keys. */
  readonly wrongs: string[] = [];
  /** What was in its journal before it was damaged, until somebody has read what is left. */
  #damaged: Rows | null = null;
  readonly #lost: Rows[] = [];
  /** Its journal was damaged once. */
  #wasDamaged = false;
  /** Values of rows were lost with that, which shows once they are opened, and that was told. */
  #hasTorn = false;
  #isNewer = false;
  readonly #entered = new Set<string>();
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
  /** A run that was ended and is not gone yet. */
  #ending: Program | null = null;

  constructor(name: string, folder: string, history: History) {
    this.name = name;
    this.#folder = folder;
    this.#history = history;
    let settings: Settings = {
      ...defaultSettings,
      mode: 'institution',
      institutionPlace: defaultSettings.practicePlace,
    };
    this.#settings = {
      get now() {
        return settings;
      },
      change: (change) => {
        if (this.diskIsFull) throw new Failed({ kind: 'settings', why: 'full' });
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
      noted: (what, id, state, by) => {
        const own = this.intended.get(id);
        if (!own) return;
        if (what === 'sent') own.leftAt ??= now();
        // Found or decided while its own answer is still to come: until then its lane is not free.
        else if (own.answeredAt === null && by !== 'read' && by !== 'person') {
          own.answeredAt = now();
          own.isUnclear = state === 'unknown';
        }
      },
      note: (what) => this.#history.note(this.name, what),
      journalSays: (view) => this.#read(view, machine.folder),
    };
    this.#kill = () => {
      const program = this.program ?? this.#ending;
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
  whichOf(library: string, possibleLibraries: readonly { readonly id: string }[]): string {
    // Nobody has entered its key here: whatever the journal calls those it knows by now, this is none of them.
    if (!this.#entered.has(library)) return 'another';
    const known = this.#known.get(library);
    if (known !== undefined && possibleLibraries.some(({ id }) => id === known)) return known;
    const others = [...this.#known.values()];
    // Met before, and nobody was told that it was.
    return possibleLibraries.find(({ id }) => !others.includes(id))?.id ?? 'another';
  }

  /** Nothing came of connecting it: it stands where it stood, unless somebody else has connected it meanwhile. */
  staysAt(before: string | null): void {
    this.library ??= before;
  }

  /** Somebody enters a library's key here: without a word where no other may be meant, or with what they say it is. */
  enters(library: string, hasSaid: boolean): void {
    if (hasSaid || this.#known.size === 0) this.#entered.add(library);
  }

  /** The library with this id in the journal; null where nobody has learned that it is one of them. */
  nameOf(id: string | null): string | null {
    return [...this.#known].find(([, known]) => known === id)?.[0] ?? null;
  }

  /** The library that the program stands on at this moment; null where that is not known. */
  get standsOn(): string | null {
    return this.nameOf(this.program?.library ?? null);
  }

  /** It is connected: this is what the journal calls the library. */
  learn(library: string): void {
    const id = this.program?.library ?? null;
    if (id !== null) this.#known.set(library, id);
  }

  /** The program dies, at the so-manyth thing that it does from now on; `then` comes at once after it. */
  dieSoon(remaining: number, power: boolean, then: () => void): void {
    if (this.program) this.#dies = { left: remaining, power, then };
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

  /** The journal that the next run will find is damaged. */
  damage(chance: Chance): void {
    this.#damaged = damage(this.#folderOf(this.#runs), chance);
    this.#wasDamaged = true;
  }

  /** It has another version's journal, until somebody has got that version: it may be ours after all. */
  getNewer(forMs: number): void {
    const folder = this.#folderOf(this.#runs);
    const version = versionIn(folder);
    makeNewer(folder);
    const bytes = bytesIn(folder);
    this.#isNewer = true;
    after(forMs, () => {
      if (!bytesIn(folder).equals(bytes)) this.wrongs.push(`the newer journal of ${this.name} was changed`);
      makeOurs(folder, version);
      this.#isNewer = false;
    });
  }

  /** What is lost in a damaged journal, and was told of. */
  isLost(table: keyof Rows, id: string): boolean {
    return this.#lost.some((rows) => rows[table].has(id));
  }

  /** Rows, or values of them, were lost, and told of: what they would have said is not known here any more. */
  get hasLost(): boolean {
    return this.#hasTorn || this.#lost.some((rows) => countOf(rows) > 0);
  }

  /** Somebody reads how the journal stands. */
  #read(view: JournalView, folder: string): void {
    if (this.#isNewer !== (view.state === 'newer'))
      this.wrongs.push(`the journal of ${this.name} is said to be ${view.state}`);
    if (view.state === 'open' && view.unreadable > 0 && view.keys === 'all') {
      if (this.#wasDamaged) this.#hasTorn = true;
      else this.wrongs.push(`${view.unreadable} rows of ${this.name} cannot be read, and no key is missed`);
    }
    const before = this.#damaged;
    if (!before || (view.state !== 'salvaged' && view.state !== 'open')) return;
    this.#damaged = null;
    const now = inside(folder);
    const lost = (table: keyof Rows): Rows[keyof Rows] =>
      new Map([...before[table]].filter(([id]) => !now.rows[table].has(id)));
    this.#lost.push({
      ...{ entries: lost('entries'), scans: lost('scans') },
      ...{ owed: lost('owed'), kept: lost('kept') },
    });
    const report = view.state === 'salvaged' ? view.losses.at(-1) : { saved: countOf(before), lost: 0 };
    const wrong = report ? wrongLoss(before, now, report) : 'nobody was told';
    if (wrong !== null) this.wrongs.push(`the damaged journal of ${this.name}: ${wrong}`);
  }

  /** It is ended in order, with whatever is under way: the windows are gone first. */
  end(): void {
    const { program } = this;
    const kill = this.#kill;
    if (!program || !kill) return;
    this.#dies = null;
    program.end();
    this.program = null;
    this.run = null;
    // What is under way has a moment to notice.
    after(20, () => {
      this.#ending = program;
      if (this.#kill === kill) this.stop();
      this.#ending = null;
      this.crashes -= 1;
    });
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
            within(() =>
              this.lock === 'locked' || this.lock === 'refusing'
                ? null
                : (this.#secrets.get(account) ?? null),
            ),
          setPassword: (_, account, secret) =>
            within(() => {
              if (this.lock === 'refusing') throw new Error('Cannot create an item in a locked collection');
              const before = this.#secrets.get(account);
              if (isSeal(account) && before !== undefined && before !== secret)
                this.wrongs.push(`${account} of ${this.name} was written over`);
              this.#secrets.set(account, secret);
            }),
          deletePassword: (_, account) =>
            within(() => {
              if (isSeal(account)) this.wrongs.push(`${account} of ${this.name} was taken away`);
              return this.#secrets.delete(account);
            }),
        }),
    });
  }
}

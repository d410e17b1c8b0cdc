import { mkdirSync, rmSync } from 'node:fs';
import { chanceOf, type Chance } from './chance.ts';
import { castsOf } from './cast.ts';
import { after, because, begin, jump, now, runUntil, type Cause } from './clock.ts';
import { Desk, pause } from './desk.ts';
import { faultsOf, type Fault } from './oracle.ts';
import { notesIn } from './order-notes.ts';
import { History } from './history.ts';
import { firstDay, type SimulatedLibrary } from './library.ts';
import { Model } from './model.ts';
import { Network } from './network.ts';
import { finishAll } from './people/receiving.ts';
import { resumeAll } from './people/invoices.ts';
import { readTables } from './people/tables.ts';
import { clearTrolleys } from './people/trolleys.ts';
import { befall, otherMishaps, type OtherMishap } from './mishaps.ts';
import { acts } from './people/people.ts';
import { isFirst, isShared, mishaps, type Mishap, type Script, type Step } from './script.ts';
import { Workstation } from './station.ts';
import { Weather } from './weather.ts';

/** What came of one world. */
export interface Outcome {
  readonly commands: number;
  /** How much went wrong in it, on purpose. */
  readonly struck: number;
  readonly crashes: number;
  readonly late: number;
  readonly faults: readonly Fault[];
  readonly history: readonly string[];
}

/** What a world is played on, and with. */
export interface Stage {
  readonly libraries: readonly [SimulatedLibrary, SimulatedLibrary];
  readonly image: Uint8Array;
  /** For the journals: a folder in memory. */
  readonly folder: string;
}

/** What nobody caught, in this world. */
export const unhandled: unknown[] = [];

const address = {
  address: 'https://library.example',
  root: 'svcws',
  keep: 'keychain',
  commit: true,
} as const;

const place = { library: 'MAIN', desk: 'DEFAULT_CIRC_DESK', department: 'ACQ' };

const isOther = (does: Step['does']): does is OtherMishap => otherMishaps.some((one) => one === does);
const isMishap = (does: Step['does']): does is Mishap => mishaps.some((one) => one === does);

/** What befell keychains in the first worlds. */
const firstLocks = ['locked', 'gone', 'slow'] as const;

const dayMs = 86_400_000;
const yearsMs = 2 * 366 * dayMs;

/** Longer than anything is looked for: what is not found out by then is not found out by itself. */
const lookingMs = 20 * 60_000;

/** A world: its libraries, workstations and people, from its first moment until everything has come to rest. */
export class World {
  readonly #script: Script;
  readonly #stage: Stage;
  readonly #history: History;
  readonly #weather: Weather;
  readonly #model: Model;
  readonly #network: Network;
  readonly #stations: Workstation[];
  readonly #desks: Desk[][];

  private constructor(script: Script, stage: Stage, report: boolean) {
    const { seed } = script.setup;
    this.#script = script;
    this.#stage = stage;
    this.#history = new History(report);
    this.#weather = new Weather(
      chanceOf(seed, 'weather'),
      script.lengthMs,
      script.setup.late,
      isFirst(script.setup) ? null : chanceOf(seed, 'more weather'),
    );
    this.#model = new Model(this.#history);
    this.#network = new Network(stage.libraries, this.#weather, this.#history);
    const { tables } = this.#model;
    tables.effects = this.#network.effects;
    this.#network.onRead = (...read) => tables.reads(...read);
    const casts = castsOf(stage.libraries[0], script.stations, isShared(script.setup));
    this.#stations = casts.map(
      (_, nth) => new Workstation(`station ${nth + 1}`, stage.folder, this.#history),
    );
    this.#desks = this.#stations.map((station, nth) =>
      Array.from({ length: script.windows }, (_, window) => {
        const cast = casts[nth];
        if (!cast) throw new RangeError('a station without a cast');
        return new Desk(window + 1, station, cast, this.#model);
      }),
    );
  }

  /** Plays a script. `told`: with its history, line by line. */
  static async play(script: Script, stage: Stage, report: boolean): Promise<Outcome> {
    begin(script.setup.seed, firstDay);
    unhandled.length = 0;
    rmSync(stage.folder, { recursive: true, force: true });
    mkdirSync(stage.folder);
    for (const library of stage.libraries) await library.reset(stage.image);
    return new World(script, stage, report).#play();
  }

  async #play(): Promise<Outcome> {
    globalThis.fetch = this.#network.fetch;
    this.#weather.fair = true;
    for (const [nth] of this.#stations.entries()) void this.#boot(nth, 'A');
    await runUntil(4000);
    this.#weather.fair = false;
    for (const step of this.#script.steps) {
      because(this.#cause(step.nth, null), () => after(step.at - now(), () => this.#do(step)));
    }
    await runUntil(now() + this.#script.lengthMs + 120_000);
    await this.#rest();
    const outcome = this.#outcome();
    for (const station of this.#stations) station.stop();
    await runUntil(now());
    return outcome;
  }

  #cause(nth: number, of: Cause['of']): Cause {
    return { step: nth, of, chance: chanceOf(this.#script.setup.seed, 'step', nth) };
  }

  #do(step: Step): void {
    const station = this.#stations[step.station];
    const desk = this.#desks[step.station]?.[step.window - 1];
    if (!station || !desk) return;
    const cause = this.#cause(step.nth, station.run);
    const { chance } = cause;
    const { does } = step;
    this.#history.note('—', () => `step ${step.nth}: ${station.name}, window ${step.window}: ${does}`);
    if (isOther(does)) this.#befallOther(does, step, station, desk, cause);
    else if (isMishap(does)) this.#befall(does, step, station, cause);
    else if (station.run && this.#isAtWork(station) && !desk.isClosed)
      because(cause, () => void acts[does](desk, chance));
  }

  /** Somebody begins things there: in the first worlds, nobody does while somebody else connects it. */
  #isAtWork({ library }: Workstation): boolean {
    return library !== null || isShared(this.#script.setup);
  }

  #befall(mishap: Mishap, step: Step, station: Workstation, cause: Cause): void {
    const { chance } = cause;
    switch (mishap) {
      case 'crash':
      case 'power':
        station.dieSoon(1 + chance.below(25), mishap === 'power', () => {
          this.#model.died(station.name);
          because(this.#cause(step.nth + 10_000, null), () =>
            after(chance.between(500, 60_000), () => void this.#boot(step.station, station.expected)),
          );
        });
        break;
      case 'jump':
        this.#clockJumps(chance);
        break;
      case 'disk':
        station.diskIsFull = true;
        after(chance.between(100, 60_000), () => {
          station.diskIsFull = false;
        });
        break;
      case 'lock':
        station.lock = chance.pick(
          isFirst(this.#script.setup) ? firstLocks : [...firstLocks, 'asks' as const],
        );
        after(chance.between(1000, 120_000), () => {
          station.lock = 'open';
        });
        break;
      case 'switch':
        // Nobody else connects it while somebody does.
        if (!station.run || station.library === null) break;
        because(cause, () => {
          void this.#connect(step.station, station.library === 'A' ? 'B' : 'A', chance.happens(0.6));
        });
    }
  }

  /** A clock that is years ahead is put right again; by as much as a day, it stays so. */
  #clockJumps(chance: Chance): void {
    const usual = [-dayMs, -180_000, -5000, 5000, 180_000, dayMs];
    const ms = chance.pick(isFirst(this.#script.setup) ? usual : [...usual, yearsMs]);
    jump(ms);
    if (ms === yearsMs) after(chance.between(30_000, 600_000), () => jump(-ms));
  }

  #befallOther(mishap: OtherMishap, step: Step, station: Workstation, desk: Desk, { chance }: Cause): void {
    const startAgain = (ms: number): void =>
      because(this.#cause(step.nth + 10_000, null), () => {
        after(ms, () => void this.#boot(step.station, station.expected));
      });
    befall(mishap, { station, desk, model: this.#model, chance, startAgain });
  }

  /** Starts a station's program; whoever sits there opens the windows, and connects it where they must. */
  async #boot(nth: number, library: string): Promise<void> {
    const station = this.#stations[nth];
    if (!station || station.program) return;
    await station.start(this.#cause(20_000 + nth, null).chance);
    const { run } = station;
    if (!run) return;
    for (const desk of this.#desks[nth] ?? []) desk.open();
    if (station.library === null)
      because(this.#cause(30_000 + nth, run), () => void this.#connect(nth, library, true));
  }

  /** Connects a station to a library, with the key that somebody has at hand; `leave`, whatever is unfinished here. */
  async #connect(nth: number, library: string, leave: boolean): Promise<void> {
    const station = this.#stations[nth];
    const desk = this.#desks[nth]?.[0];
    const key = this.#stage.libraries.find(({ name }) => name === library)?.key;
    if (!station || !desk || key === undefined) return;
    if (desk.isClosed) {
      await pause(5000);
      await this.#connect(nth, library, leave);
      return;
    }
    const before = station.library;
    // Should the program die now, nobody knows where it stands.
    station.library = null;
    station.expected = library;
    const request = { ...address, key, leave };
    station.enters(library, false);
    let reply = await desk.ask('station.connect', request);
    if (reply.ok && reply.value.possibleLibraries.length > 0) {
      const which = station.whichOf(library, reply.value.possibleLibraries);
      station.enters(library, true);
      reply = await desk.ask('station.connect', { ...request, library: which });
    }
    if (reply.ok) await desk.ask('station.choose', place);
    if (reply.ok) station.learn(library);
    if (reply.ok) station.library = library;
    else station.staysAt(before);
    this.#history.note(station.name, () => `connect to ${library}: ${JSON.stringify(reply)}`);
    if (reply.ok || before !== null) return;
    await pause(5000);
    await this.#connect(nth, library, true);
  }

  /** Everything is mended, and time is given for every look; then people ask about what is left. */
  async #rest(): Promise<void> {
    this.#weather.fair = true;
    for (const [nth, station] of this.#stations.entries()) {
      station.diskIsFull = false;
      station.lock = 'open';
      station.dieNot();
      if (!station.program) void this.#boot(nth, station.expected);
    }
    await runUntil(now() + lookingMs);
    // What silence has settled is read once more when the program starts.
    for (const [nth, station] of this.#stations.entries()) {
      this.#model.died(station.name);
      station.stop();
      void this.#boot(nth, station.expected);
    }
    for (const library of ['B', 'A', 'B', 'A']) {
      this.#everyStation((nth, station) => {
        if (station.library !== library) void this.#connect(nth, library, true);
      });
      await runUntil(now() + lookingMs);
      for (const desk of this.#desks.flat()) {
        const { run } = desk.station;
        if (run) because(this.#cause(60_000, run), () => void desk.count());
      }
      this.#everyStation((_, station, desk) => {
        for (const { id } of desk.unclear) void this.#seeTo(desk, id, station.library);
      });
      await runUntil(now() + 60_000);
      this.#everyStation((nth, _, desk) => {
        void resumeAll(desk, this.#cause(50_000 + nth, null).chance);
        void finishAll(desk, this.#cause(40_000 + nth, null).chance);
      });
      await runUntil(now() + 600_000);
      await this.#clearTrolleys();
      await this.#readTables();
    }
  }

  /** Every trolley is worked through to its end, where there ever was one. */
  async #clearTrolleys(): Promise<void> {
    if (this.#model.books.all.size === 0) return;
    for (const desk of this.#desks.flat()) {
      const { run } = desk.station;
      if (run)
        because(this.#cause(70_000, run), () => void clearTrolleys(desk, chanceOf('clears', desk.window)));
    }
    await runUntil(now() + 600_000);
  }

  /** Somebody opens every table that was ever saved, and reads what is told with it. */
  async #readTables(): Promise<void> {
    if (this.#model.tables.isEmpty) return;
    this.#everyStation((_, __, desk) => void readTables(desk));
    await runUntil(now() + 60_000);
  }

  #everyStation(act: (nth: number, station: Workstation, desk: Desk) => void): void {
    for (const [nth, station] of this.#stations.entries()) {
      const desk = this.#desks[nth]?.[0];
      if (desk && station.run) because(this.#cause(40_000 + nth, station.run), () => act(nth, station, desk));
    }
  }

  /** Somebody has it looked up; and where no read can tell, goes and sees. */
  async #seeTo(desk: Desk, id: string, library: string | null): Promise<void> {
    await desk.lookAgain(id);
    const remaining = desk.unclear.find((one) => one.id === id);
    if (!remaining || remaining.late || remaining.elsewhere !== null || desk.station.library !== library)
      return;
    if (remaining.until === null)
      await desk.decide(
        id,
        this.#network.effects.some(({ command }) => command === id),
      );
  }

  #outcome(): Outcome {
    const { late, faults } = faultsOf({
      model: this.#model,
      effects: this.#network.effects,
      sent: this.#network.sent,
      stations: this.#stations,
      desks: this.#desks,
      late: this.#script.setup.late,
      notesAt: (library) => notesIn(this.#stage.libraries.find(({ name }) => name === library)),
      isShared: isShared(this.#script.setup),
      mayWait: false,
    });
    for (const error of unhandled) {
      faults.push({
        wrong: 'defect',
        what: `nobody caught ${error instanceof Error ? (error.stack ?? '') : ''}`,
        step: 0,
      });
    }
    return {
      commands: this.#stations.reduce((sum, { intended }) => sum + intended.size, 0),
      struck: this.#weather.faults,
      crashes: this.#stations.reduce((sum, { crashes }) => sum + crashes, 0),
      late,
      faults,
      history: this.#history.lines,
    };
  }
}

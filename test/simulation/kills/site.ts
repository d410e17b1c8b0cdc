import path from 'node:path';
import { castsOf } from '../cast.ts';
import { chanceOf } from '../chance.ts';
import { because } from '../clock.ts';
import { Desk } from '../desk.ts';
import { Model } from '../model.ts';
import { KilledLibrary } from './library.ts';
import { Notes } from './notes.ts';
import { RealProgram } from './program.ts';
import { Wire, type Moment } from './wire.ts';

export type Victim = 'program' | 'library' | 'both';

const place = { library: 'MAIN', desk: 'DEFAULT_CIRC_DESK', department: 'ACQ' };

/** So long after a connection that did not come about somebody tries again. */
const againMs = 200;

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The workstation, as its window knows it. */
interface Station {
  readonly name: string;
  program: RealProgram | null;
  run: RealProgram | null;
  library: string | null;
  readonly standsOn: string | null;
  nameOf(id: string | null): string | null;
}

/** Where it is played: a station and its library, each with its files, the way between them, and a window. */
export class Site {
  readonly notes: Notes;
  readonly model: Model;
  readonly library: KilledLibrary;
  readonly wire: Wire;
  readonly station: Station = {
    ...{ name: 'station 1', program: null, run: null, library: null },
    get standsOn() {
      return this.library;
    },
    // There is one library here.
    nameOf: () => this.station.library,
  };
  readonly desk: Desk;
  /** The program's own folder. */
  readonly userData: string;
  /** What went wrong that nobody foresaw. */
  readonly defects: unknown[] = [];
  crashes = 0;
  /** Requests that were under way when somebody was killed. */
  struck = 0;

  private constructor(folder: string, library: KilledLibrary, moment: (moment: Moment) => void) {
    const [cast] = castsOf(library, 1);
    if (!cast) throw new RangeError('nobody plays');
    this.notes = new Notes(path.join(folder, 'told.txt'));
    this.model = new Model(this.notes);
    this.library = library;
    this.wire = new Wire(library, moment);
    this.desk = new Desk(1, this.station, cast, this.model);
    this.userData = path.join(folder, 'station');
  }

  /** `moment`: hears of each step that a request makes on its way. */
  static async open(folder: string, moment: (moment: Moment) => void): Promise<Site> {
    const library = new KilledLibrary(path.join(folder, 'library.sqlite'));
    const origin = await library.start();
    const site = new Site(folder, library, moment);
    await site.wire.open(origin);
    return site;
  }

  /** Starts the library where it does not run. */
  async openLibrary(): Promise<void> {
    if (!this.library.isUp) await this.wire.open(await this.library.start());
  }

  /**
   * Starts the program where none runs, and whoever sits there connects it with the key that they have at hand. `begun`
   * hears that there is a process. Comes to its end too where the program dies meanwhile.
   */
  async boot(pending: () => void = () => undefined): Promise<void> {
    if (this.station.program) return;
    const program = await RealProgram.start(this.station.name, this.userData, (error) => this.trouble(error));
    Object.assign(this.station, { program, run: program });
    pending();
    // What is asked of a program that dies is never answered.
    const cause = { step: 0, of: program, chance: chanceOf('connects') };
    await Promise.race([because(cause, () => this.#connect(program)), program.ended]);
  }

  async #connect(program: RealProgram): Promise<void> {
    if (!(await program.isOpen())) return;
    this.desk.open();
    const service = { address: this.wire.origin, root: 'svcws', key: this.library.key };
    for (;;) {
      const reply = await this.desk.ask('station.connect', {
        ...service,
        keep: 'thisRun',
        commit: true,
        leave: true,
      });
      this.notes.note(this.station.name, () => `connects: ${JSON.stringify(reply)}`);
      if (reply.ok && reply.value.possibleLibraries.length === 0) break;
      await wait(againMs);
    }
    this.station.library = 'A';
    await this.desk.ask('station.choose', place);
  }

  /** `kill -9`. Comes to its end when nothing of it runs any more. */
  async kill(victim: Victim): Promise<void> {
    const { program } = this.station;
    if (victim === 'program' ? program : this.library.isUp) {
      this.crashes += 1;
      this.struck += this.wire.underWay;
    }
    if (victim !== 'library' && program) {
      program.kill();
      Object.assign(this.station, { program: null, run: null, library: null });
      this.model.died(this.station.name);
    }
    if (victim !== 'program') {
      await this.library.kill();
      await this.wire.close();
    }
    if (victim !== 'library') await program?.ended;
  }

  trouble(error: unknown): void {
    const what = error instanceof Error ? (error.stack ?? '') : String(error);
    this.notes.note(this.station.name, () => `TROUBLE ${what}`);
    this.defects.push(error);
  }
}

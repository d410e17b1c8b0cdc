import fs from 'node:fs';
import { chanceOf, type Chance } from '../chance.ts';
import { compared, effectsNow, type Compared } from './compare.ts';
import { clearTrolleys } from '../people/trolleys.ts';
import { resumeAll } from '../people/invoices.ts';
import { finishAll } from '../people/receiving.ts';
import { Crowd } from './crowd.ts';
import { Site, wait, type Victim } from './site.ts';
import type { Moment } from './wire.ts';

/** How much is played, and where its files are. */
export interface Playing {
  readonly kills: number;
  readonly seed: string;
  readonly folder: string;
  /** How long it is waited until it is known what came of all that is unclear. */
  readonly settleMs: number;
}

export interface Played extends Compared {
  readonly struck: number;
  readonly crashes: number;
}

/** Nothing comes by any more: whoever is to be killed is killed all the same. */
const longestRoundMs = 30_000;
/** What people have begun is at its end by then, or waits for a program that is no more. */
const longestWorkMs = 60_000;

/** Everything that was left has come to its end by then. */
const longestClearingMs = 180_000;

/** The real program and the real server, people at the window, and somebody who kills either as chance has it. */
export class Kills {
  readonly #playing: Playing;
  readonly #chance: Chance;
  readonly #site: Site;
  readonly #crowd: Crowd;
  readonly #death: Death;
  #booting: Promise<void> | null = null;
  /** Hears once that a program was begun. */
  #begun: () => void = () => undefined;

  private constructor(playing: Playing, site: Site, death: Death) {
    this.#playing = playing;
    this.#chance = chanceOf(playing.seed, 'kills');
    this.#site = site;
    this.#crowd = new Crowd(site, playing.seed);
    this.#death = death;
  }

  static async play(playing: Playing): Promise<Played> {
    fs.mkdirSync(playing.folder, { recursive: true });
    const death = new Death();
    const site = await Site.open(playing.folder, (moment) => death.moment(moment));
    try {
      return await new Kills(playing, site, death).#play();
    } finally {
      await site.kill('both');
    }
  }

  async #play(): Promise<Played> {
    const { kills, settleMs, folder } = this.#playing;
    // The last two are when all has come to rest.
    while (this.#site.crashes < kills - 2) {
      await this.#round(this.#site.crashes + 1);
      // Once, long enough for silence to settle something, and for people to do the same again.
      if (this.#site.crashes === Math.floor(kills / 2)) await this.#settled(settleMs);
    }
    await this.#rest();
    await this.#site.kill('program');
    const { crashes, struck } = this.#site;
    return { ...(await compared(this.#site, folder)), struck, crashes };
  }

  /** People work, or the program starts, and somebody dies. Who is left goes on meanwhile. */
  async #round(nth: number): Promise<void> {
    const chance = this.#chance;
    const { notes, station } = this.#site;
    const victim = chance.pick<Victim>(['program', 'program', 'program', 'library', 'library', 'both']);
    const commandsOnly = chance.happens(0.8);
    const remaining = 1 + chance.below(commandsOnly ? 80 : 200);
    // The server takes a moment over a request: it is to be met in any part of that.
    const lag = chance.happens(0.5) ? 0 : chance.between(0, 12);
    const awayMs = chance.between(0, 3000);
    /** Of some starts nothing comes. */
    const early = chance.happens(0.25) ? chance.between(0, 2500) : null;

    const killed = Promise.withResolvers<undefined>();
    const die = (): void => {
      void wait(lag)
        .then(() => this.#site.kill(victim))
        .then(() => killed.resolve(undefined), killed.reject);
    };
    if (victim === 'program' && early !== null && !station.program) {
      notes.note('—', () => `kill ${nth}: the program, as it starts`);
      this.#begun = () => void setTimeout(die, early);
    } else {
      notes.note('—', () => `kill ${nth}: ${victim}, ${remaining} moments from now`);
      this.#death.comes(remaining, commandsOnly, die);
    }
    void this.#work();
    const inAnyCase = setTimeout(() => this.#death.now(), longestRoundMs);
    await killed.promise;
    clearTimeout(inAnyCase);
    await wait(awayMs);
    await this.#site.openLibrary();
  }

  /** Whoever is not at work yet begins. */
  async #work(): Promise<void> {
    this.#booting ??= this.#site
      .boot(() => {
        this.#begun();
        this.#begun = () => undefined;
      })
      .then(() => this.#crowd.begin())
      .catch((error: unknown) => this.#site.trouble(error))
      .finally(() => {
        this.#booting = null;
      });
    await this.#booting;
  }

  /** Nobody begins anything; time is given for every look; and the program starts once more, to read again. */
  async #rest(): Promise<void> {
    const { settleMs, folder } = this.#playing;
    const { desk } = this.#site;
    await this.#work();
    await Promise.race([this.#crowd.end(), wait(longestWorkMs)]);
    await this.#settled(settleMs);
    await this.#site.kill('program');
    await this.#site.boot();
    await this.#settled(settleMs);
    await this.#crowd.alone(async () => {
      await this.#cleared();
      await desk.count();
      const effects = await effectsNow(this.#site, folder);
      for (const { id, until, elsewhere } of desk.unclear) {
        await desk.lookAgain(id);
        const remaining = desk.unclear.find((one) => one.id === id);
        // No read can tell: somebody goes and sees.
        if (!remaining || remaining.late || until !== null || elsewhere !== null) continue;
        await desk.decide(
          id,
          effects.some(({ command }) => command === id),
        );
      }
    });
  }

  /** What lies in the receiving room, and the invoices that were begun, are worked through to their end. */
  async #cleared(): Promise<void> {
    const { desk } = this.#site;
    const chance = chanceOf(this.#playing.seed, 'clears');
    const work = async (): Promise<void> => {
      for (let rounds = 0; rounds < 3; rounds += 1) await resumeAll(desk, chance);
      await finishAll(desk, chance);
      await clearTrolleys(desk, chance);
    };
    await Promise.race([work(), wait(longestClearingMs)]);
  }

  /** Waits until it is known of everything what came of it, or that only a person can tell. */
  async #settled(ms: number): Promise<void> {
    if (ms === 0) return;
    await this.#work();
    const { desk } = this.#site;
    const end = performance.now() + ms;
    const isOpen = (): boolean => desk.unclear.some(({ until, late }) => until !== null && !late);
    while (performance.now() < end && isOpen()) await wait(500);
  }
}

/** Who dies next: at the so-manyth moment from now on. */
class Death {
  #next: { left: number; readonly commandsOnly: boolean; readonly die: () => void } | null = null;

  comes(remaining: number, commandsOnly: boolean, die: () => void): void {
    this.#next = { left: remaining, commandsOnly, die };
  }

  moment({ isCommand }: Moment): void {
    if (!this.#next || (this.#next.commandsOnly && !isCommand)) return;
    this.#next.left -= 1;
    if (this.#next.left <= 0) this.now();
  }

  now(): void {
    const { die } = this.#next ?? {};
    this.#next = null;
    die?.();
  }
}

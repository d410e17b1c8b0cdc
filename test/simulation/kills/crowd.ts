import { chanceOf } from '../chance.ts';
import { because, hurry } from '../clock.ts';
import { pause } from '../desk.ts';
import { acts, withRoom } from '../people/people.ts';
import type { RealProgram } from './program.ts';
import type { Site } from './site.ts';

/** So many people do something at a time. */
const people = 8;

// They take no more than this part of the time that they take in the simulation.
hurry(40);

/** The people of the simulation, at a real window. Whoever worked with a program that died is not heard of again. */
export class Crowd {
  readonly #site: Site;
  readonly #seed: string;
  #steps = 0;
  #workingWith: RealProgram | null = null;
  #working: readonly Promise<void>[] = [];
  #closing = false;

  constructor(site: Site, seed: string) {
    this.#site = site;
    this.#seed = seed;
  }

  /** They begin, where they are not at work. */
  begin(): void {
    const { run } = this.#site.station;
    if (!run || run.dead || run === this.#workingWith) return;
    this.#workingWith = run;
    this.#working = Array.from({ length: people }, () => this.#person(run));
  }

  /** Nobody begins anything new: comes to its end when what was begun has. */
  async end(): Promise<void> {
    this.#closing = true;
    await Promise.all(this.#working);
  }

  /** One person does something, and nobody else anything. */
  alone(work: () => Promise<void>): Promise<void> {
    return because({ step: 0, of: this.#site.station.run, chance: chanceOf(this.#seed, 'alone') }, work);
  }

  async #person(run: RealProgram): Promise<void> {
    while (!run.dead && !this.#closing) {
      this.#steps += 1;
      const step = this.#steps;
      const chance = chanceOf(this.#seed, 'step', step);
      const does = chance.pick(withRoom);
      this.#site.notes.note('person', () => `step ${step}: ${does}`);
      try {
        await because({ step, of: run, chance }, async () => {
          await acts[does](this.#site.desk, chance);
          await pause(chance.between(100, 8000));
        });
      } catch (error) {
        this.#site.trouble(error);
      }
    }
  }
}

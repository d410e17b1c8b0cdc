import { chanceOf, type Chance } from './chance.ts';
import { usual, type ActName } from './people/people.ts';

/** Something that befalls a workstation. */
export const mishaps = ['crash', 'power', 'jump', 'disk', 'lock', 'switch'] as const;
export type Mishap = (typeof mishaps)[number];

/** One step of a history. What it comes to is dealt out by its own number, whatever the steps beside it are. */
export interface Step {
  readonly nth: number;
  /** When, in milliseconds after the world began. */
  readonly at: number;
  readonly station: number;
  readonly window: number;
  readonly does: ActName | Mishap;
}

/** Which world: everything follows from it. */
export interface Setup {
  /** Its number in a run, as `run.number`, and after another dot `2` for all but the first worlds. */
  readonly seed: string;
  /** Effects may come later than any assumption. */
  readonly late: boolean;
}

/** One that showed a fault before more could go wrong is played as it was then. */
export const isFirst = ({ seed }: Setup): boolean => seed.split('.').length < 3;

/** A world's history, before it is played: who does what when. */
export interface Script {
  readonly setup: Setup;
  readonly stations: number;
  readonly windows: number;
  readonly lengthMs: number;
  readonly steps: readonly Step[];
}

/** How many things people do in one world: few enough to see what happened, enough for things to meet. */
const usualSteps = 140;

export function scriptOf(setup: Setup): Script {
  const chance = chanceOf(setup.seed, 'script');
  const stations = 1 + chance.below(2);
  const windows = 1 + chance.below(2);
  // A busy desk, or a quiet one.
  const gapMs = chance.pick([1000, 8000, 40_000]);
  const lengthMs = usualSteps * gapMs;
  // Each world has some mishaps and not others, so that they meet in many ways.
  const some = mishaps.filter(() => chance.happens(0.4));
  const often = chance.pick([0.02, 0.06, 0.12]);
  const steps = Array.from({ length: usualSteps }, (_, index): Step => ({
    nth: index + 1,
    at: 5000 + chance.next() * lengthMs,
    station: chance.below(stations),
    window: 1 + chance.below(windows),
    does: doing(chance, some, often),
  }));
  return { setup, stations, windows, lengthMs, steps: steps.toSorted((one, other) => one.at - other.at) };
}

const doing = (chance: Chance, some: readonly Mishap[], often: number): Step['does'] =>
  some.length > 0 && chance.happens(often) ? chance.pick(some) : chance.pick(usual);

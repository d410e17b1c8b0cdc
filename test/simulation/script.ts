import { chanceOf, type Chance } from './chance.ts';
import type { OtherMishap } from './mishaps.ts';
import { usual, type ActName } from './people/people.ts';

/** Something that befalls a workstation. */
export const mishaps = ['crash', 'power', 'jump', 'disk', 'lock', 'switch'] as const;
export type Mishap = (typeof mishaps)[number];

/** What is done, and what happens, beside the usual. A new one comes last: the others stay where they are. */
const others: readonly (ActName | OtherMishap)[] = [
  ...(['invoice', 'resume', 'receiveBare', 'finishAll', 'scanOnly', 'scanRoom', 'unnote'] as const),
  ...(['close', 'leave', 'sealed', 'damage', 'newer'] as const),
];

/** What is done in a receiving room, in the worlds in which there is one. A new one comes last. */
const inRoom: readonly (ActName | OtherMishap)[] = [
  'trolley',
  'takeUp',
  'importFile',
  'importAgain',
  'boxCheck',
  'claimAgain',
];

/** What is done at tables, in worlds of their own. */
const atTables: readonly ActName[] = ['editTable'];

/** What is done beside the usual, and came after all of those. A new one comes last. */
const later: readonly ActName[] = ['strayCard'];

/** One step of a history. What it comes to is dealt out by its own number, whatever the steps beside it are. */
export interface Step {
  readonly nth: number;
  /** When, in milliseconds after the world began. */
  readonly at: number;
  readonly station: number;
  readonly window: number;
  readonly does: ActName | Mishap | OtherMishap;
}

/** Which world: everything follows from it. */
export interface Setup {
  /**
   * Its number in a run, as `run.number`; and, after another dot, who is in it beside the people of the first worlds:
   * everybody (`2`), or one of them much of the time; or everybody, at workstations that share patrons and items (`3`);
   * or everybody with the receiving room, apart (`4`) or sharing (`5`); or the people of the first worlds and
   * librarians who edit the same tables at several workstations (`6`).
   */
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
  const stations = Math.max(1 + chance.below(2), isShared(setup) ? 2 : 1);
  const windows = 1 + chance.below(2);
  // A busy desk, or a quiet one.
  const gapMs = chance.pick([1000, 8000, 40_000]);
  const lengthMs = usualSteps * gapMs;
  // Each world has some mishaps and not others, so that they meet in many ways.
  const some = mishaps.filter(() => chance.happens(0.4));
  const often = chance.pick([0.02, 0.06, 0.12]);
  const when = (by: Chance): Omit<Step, 'nth' | 'does'> => ({
    at: 5000 + by.next() * lengthMs,
    station: by.below(stations),
    window: 1 + by.below(windows),
  });
  const steps = Array.from({ length: usualSteps }, (_, index): Step => ({
    nth: index + 1,
    ...when(chance),
    does: doing(chance, some, often),
  }));
  steps.push(...othersIn(setup, when));
  return { setup, stations, windows, lengthMs, steps: steps.toSorted((one, other) => one.at - other.at) };
}

/** Who is in all worlds but the first: one that showed a fault before they came is played as it was then. */
const everybody = '2';
const sharing = '3';
const everybodyInRoom = '4';
const sharingInRoom = '5';
const sharingTables = '6';
const whoIn = ({ seed }: Setup): string | undefined => seed.split('.')[2];

/** The workstations have to do with the same patrons and items, and see what the others do to them. */
export const isShared = (setup: Setup): boolean =>
  [sharing, sharingInRoom, sharingTables].some((who) => who === whoIn(setup));

/** What is done beside the usual: some of it in each world, and each dealt out by itself, whatever else there is. */
function othersIn(setup: Setup, when: (by: Chance) => Omit<Step, 'nth' | 'does'>): Step[] {
  const who = whoIn(setup);
  if (who === undefined) return [];
  const hasRoom = who === everybodyInRoom || who === sharingInRoom;
  const isIn = (does: Step['does']): boolean =>
    atTables.some((one) => one === does)
      ? who === sharingTables || who === does
      : who === does ||
        hasRoom ||
        ((who === everybody || who === sharing) && !inRoom.some((one) => one === does));
  return [...others, ...inRoom, ...atTables, ...later].flatMap((does, kind) => {
    if (!isIn(does)) return [];
    const chance = chanceOf(setup.seed, does);
    const times =
      (chance.happens(0.5) ? 1 + chance.below(8) : 0) + (who === does || who === sharingTables ? 40 : 0);
    const steps = Array.from({ length: times }, (_, index) => ({
      nth: 1000 + 100 * kind + index,
      ...when(chance),
      does,
    }));
    return inRoom.some((one) => one === does)
      ? steps.flatMap((step) => [step, ...deathIn(step, chance)])
      : steps;
  });
}

/** Work in a receiving room goes on for a while, and is cut short in the middle of it: by chance alone that is rare. */
function deathIn(step: Step, chance: Chance): Step[] {
  if (!chance.happens(0.35)) return [];
  const { nth, at } = step;
  const does = chance.pick(['crash', 'crash', 'power'] as const);
  return [{ ...step, nth: nth + 50, at: at + chance.between(20, 8000), does }];
}

const doing = (chance: Chance, some: readonly Mishap[], often: number): Step['does'] =>
  some.length > 0 && chance.happens(often) ? chance.pick(some) : chance.pick(usual);

import type { Operation } from '../../src/service/endpoints.ts';
import { type Area, type Check, LeftOut, Mismatch, type Trial } from './check.ts';
import { assumed, described, rowOf } from './coverage.ts';
import { NotSent } from './http.ts';
import { statusOf } from './expect.ts';
import type { World } from './world.ts';

/** The area whose checks call every operation without a right key: none of them is covered by that. */
export const DOOR = 'Access';

/** What came of one check. */
export interface Outcome {
  readonly area: string;
  readonly check: Check;
  readonly result: 'passed' | 'failed' | 'left out';
  /** Of a failed one what differed, of one left out the reason. */
  readonly why: string;
  readonly differences: readonly string[];
}

/** What came of a run. */
export interface Report {
  readonly outcomes: readonly Outcome[];
  /** How many operations answered as a success, of how many. */
  readonly operations: { readonly covered: number; readonly of: number; readonly assumed: number };
  /** Those that should have answered as a success and did not. */
  readonly uncovered: readonly Operation[];
  /** Those that were left alone because they change something. */
  readonly untouched: readonly Operation[];
  readonly leftBehind: readonly string[];
  readonly passed: number;
  readonly failed: number;
}

/** How strictly to judge, and whom to tell of each outcome as it comes. */
export interface Judging {
  readonly strict: boolean;
  /** Whether every operation of the table is to be covered, or only those that the chosen checks name. */
  readonly whole: boolean;
  /** Ends the run before the next check; what was made is undone all the same. */
  readonly signal?: AbortSignal;
  readonly onOutcome?: (outcome: Outcome) => void;
}

/** Runs the checks of some areas one after the other, undoes what they made, and sums up. */
export async function runSuite(world: World, areas: readonly Area[], judging: Judging): Promise<Report> {
  const outcomes: Outcome[] = [];
  try {
    for (const { title, checks } of areas) {
      for (const check of checks) {
        if (judging.signal?.aborted) break;
        const outcome = await tried(world, title, check, judging.strict);
        await world.tidy();
        outcomes.push(outcome);
        judging.onOutcome?.(outcome);
      }
    }
  } finally {
    await world.close();
  }
  return summedUp(world, outcomes, judging.whole);
}

async function tried(world: World, area: string, check: Check, strict: boolean): Promise<Outcome> {
  const { service, codes } = world;
  const differences: string[] = [];
  const differs: Trial['differs'] = (what, expected, got) => {
    if (strict) throw new Mismatch(what, expected, got);
    differences.push(`${what}: expected ${expected}, got ${got}`);
  };
  const outcome = (result: Outcome['result'], why = ''): Outcome => ({
    area,
    check,
    result,
    why,
    differences,
  });
  if (check.kind === 'write' && service.reach.readOnly) return outcome('left out', 'it changes something');
  service.last = undefined;
  try {
    await check.run({ service, world, codes, differs });
    return outcome('passed');
  } catch (error) {
    const isLeftOut = error instanceof NotSent || (error instanceof LeftOut && !strict);
    if (isLeftOut) return outcome('left out', error.message);
    return outcome('failed', `${error instanceof Error ? error.message : String(error)}${lastCall(world)}`);
  }
}

/** Which call a failed check made last: its operation and its status, never the path with its ids. */
function lastCall({ service: { last } }: World): string {
  return last ? ` [last call: ${last.operation ?? last.method}, answered ${statusOf(last)}]` : '';
}

function summedUp(world: World, outcomes: readonly Outcome[], whole: boolean): Report {
  const { answered, reach } = world.service;
  const named = new Set(outcomes.flatMap(({ check }) => check.operations));
  const isWanted = (name: Operation) => whole || named.has(name);
  const target = described.filter(isWanted);
  const missing = [...target, ...assumed.filter(isWanted)].filter((name) => !answered.has(name));
  // What is in no list cannot be read before it was made.
  const isOnlyMade = (name: Operation) =>
    outcomes
      .filter(({ area, check }) => area !== DOOR && check.operations.includes(name))
      .every(({ check }) => check.kind === 'write');
  const isUntouched = (name: Operation) =>
    reach.readOnly && (rowOf(name).kind === 'command' || isOnlyMade(name));
  const count = (result: Outcome['result']) => outcomes.filter((one) => one.result === result).length;
  return {
    outcomes,
    operations: {
      covered: target.filter((name) => answered.has(name)).length,
      of: target.length,
      assumed: assumed.filter((name) => answered.has(name)).length,
    },
    uncovered: missing.filter((name) => !isUntouched(name)),
    untouched: missing.filter(isUntouched),
    leftBehind: world.left,
    passed: count('passed'),
    failed: count('failed'),
  };
}

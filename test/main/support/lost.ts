import { expect } from 'vitest';
import type { UnclearView } from '../../../src/contract/desk.ts';
import type { Failure } from '../../../src/contract/failure.ts';
import { confirmAfterMs, graceMs } from '../../../src/main/commands/certainty.ts';
import type { Command } from '../../../src/service/endpoints.ts';
import type { TestStation } from './test-station.ts';
import { Failed } from '../../../src/main/failure.ts';

/** What is unclear, as the windows are told. */
type List = () => Promise<readonly UnclearView[]> | readonly UnclearView[];

/** The failure that something ends in. */
export async function failureOf(doing: Promise<unknown>): Promise<Failure> {
  try {
    await doing;
  } catch (error) {
    if (error instanceof Failed) return error.failure;
    throw error;
  }
  throw new Error('it did not fail');
}

/** So long that silence settles whatever was lost before this. */
export const rest = (testStation: TestStation): Promise<void> =>
  testStation.clock.pass(graceMs + 2 * confirmAfterMs);

/**
 * Asks, and the request is lost before its effect: it is unclear and listed, and nobody may ask for the same again.
 * In the end silence settles it as not sent. `ask` asks anew each time.
 */
export async function lostBefore(
  testStation: TestStation,
  operation: Command,
  ask: () => Promise<unknown>,
  list: List = () => testStation.window().unclear(),
): Promise<void> {
  await testStation.faults({ operation, fault: 'drop-before', count: 1 });
  const id = unknown(await failureOf(ask()), operation);
  await isSettledBySilence(testStation, id, list, async () =>
    expect(await failureOf(ask())).toMatchObject({ kind: 'unsettled', operation, journalId: id }),
  );
}

/** The journal's id of a command that is said to be unclear. */
export function unknown(failure: unknown, operation: Command): string {
  expect(failure).toMatchObject({ kind: 'unknown-outcome', operation });
  return (failure as Failure & { readonly kind: 'unknown-outcome' }).journalId;
}

/** It is listed until time has passed, and settled then. */
export async function isSettledBySilence(
  testStation: TestStation,
  id: string,
  list: List = () => testStation.window().unclear(),
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  const ids = async () => (await list()).map((one) => one.id);
  expect(await ids()).toContain(id);
  await meanwhile();
  expect(['sent', 'unknown']).toContain(testStation.journal.entry(id)?.state);
  await rest(testStation);
  expect(await ids()).not.toContain(id);
  expect(testStation.journal.entry(id)).toMatchObject({ state: 'notSent', settledBy: 'silence' });
}

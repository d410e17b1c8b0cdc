import type { Operation } from '../../../src/service/endpoints.ts';
import { operations } from '../../../src/service/endpoints.ts';
import { callsOf } from '../../server/calls.ts';
import { startLibrary } from '../../server/harness.ts';

/** The text of a real answer to each operation. */
export type Recorded = ReadonlyMap<Operation, string>;

/** Plays every operation on a practice library once, and keeps what it answered. */
export async function record(): Promise<Recorded> {
  const library = await startLibrary();
  try {
    const calls = callsOf(library);
    const answers = new Map<Operation, string>();
    for (const operation of operations) answers.set(operation, (await calls[operation]()).text);
    // Answered by a redirect to this one.
    answers.set('items.byBarcode', answers.get('bibs.items.get') ?? '');
    return answers;
  } finally {
    await library.close();
  }
}

import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { InvalidArgumentError, isClientError, UnknownOutcomeError } from '../../src/client/errors.ts';
import { noLimit } from '../../src/client/limiter.ts';
import { Failed } from '../../src/main/failure.ts';
import type { Endpoint, Page } from '../../src/service/define.ts';
import { endpoints, operations, type Operation } from '../../src/service/endpoints.ts';
import { fuzzed, fuzzMs } from '../long.ts';
import { givenFor } from './fuzz/given.ts';
import { otherKind } from './fuzz/kinds.ts';
import { answered, malformed, type Malformed } from './fuzz/malformed.ts';
import { bodyOf } from './fuzz/words.ts';
import { readerOf } from './fuzz/readers.ts';
import { record, type Recorded } from './fuzz/recorded.ts';
import { key } from './stub.ts';

const origin = 'https://library.example';

let recorded: Recorded;
beforeAll(async () => {
  recorded = await record();
});

const realOf = (operation: Operation): string => recorded.get(operation) ?? '';

/** Calls an operation of a service that answers each request so, and tells what came of it and what was sent. */
async function played(operation: Operation, answer: () => Response) {
  const sent: string[] = [];
  const client = createClient({
    address: origin,
    key: () => key,
    limiter: noLimit,
    pace: { random: () => 0.5, sleep: () => Promise.resolve() },
    fetch: (request) => {
      sent.push(request instanceof Request ? request.url : String(request));
      return Promise.resolve().then(answer);
    },
  });
  const call = [operation, givenFor(operation)] as unknown as Parameters<typeof client.call>;
  const outcome = await client.call(...call).then(
    (value: unknown) => ({ value }),
    (error: unknown) => ({ error }),
  );
  return { outcome, sent };
}

/** Everything that main makes of an answer: of a record, or of each entry of a list. */
function read(operation: Operation, value: unknown): unknown[] {
  const row: Endpoint = endpoints[operation];
  if (value === undefined) return [];
  const reader = readerOf(operation);
  return (row.list ? (value as Page<unknown>).items : [value]).map((one) => reader(one as never));
}

/** What main makes of the real answers. */
const views = new Map<Operation, unknown>();

test.each(operations)('%s: its real answer is read', async (operation) => {
  const { outcome, sent } = await played(operation, () => {
    const text = realOf(operation);
    return new Response(text === '' ? null : text, { status: text === '' ? 204 : 200 });
  });
  expect(outcome).not.toHaveProperty('error');
  expect(sent).toHaveLength(1);
  if ('value' in outcome) views.set(operation, read(operation, outcome.value)[0]);
});

const neverRan = (input: Malformed, real: string): boolean => {
  if ('fails' in input) return input.fails === 'refused';
  const reply = /PER_SECOND_THRESHOLD|401129/.test(bodyOf(real, input.words));
  return input.status >= 400 && input.status < 500 && reply;
};

const isUnclear = (input: Malformed): boolean =>
  'fails' in input
    ? input.fails !== 'refused'
    : input.status >= 500 || (input.status >= 300 && input.status < 400);

test(
  `${fuzzed} malformed answers: each is an answer or a failure of the client's own, and no command goes twice`,
  { timeout: fuzzMs },
  async () => {
    const property = fc.asyncProperty(fc.constantFrom(...operations), malformed, async (operation, input) => {
      const real = realOf(operation);
      const { outcome, sent } = await played(operation, () => answered(real, input));
      const command = endpoints[operation].kind === 'command';

      // The key goes nowhere else, and nothing is asked without end.
      expect(sent.filter((url) => new URL(url).origin !== origin)).toEqual([]);
      expect(sent.length).toBeLessThanOrEqual(command ? 5 : 16);
      if (command && !neverRan(input, real)) expect(sent).toHaveLength(1);

      if ('error' in outcome) {
        const { error } = outcome;
        if (!isClientError(error)) throw error;
        expect(error).not.toBeInstanceOf(InvalidArgumentError);
        if (command && isUnclear(input)) expect(error).toBeInstanceOf(UnknownOutcomeError);
        // What goes into the log and onto the screen is short, and never holds the key.
        expect(error.message.length).toBeLessThan(500);
        const output = JSON.stringify(error);
        expect(output.length).toBeLessThan(5000);
        expect(output).not.toContain(key);
        return;
      }
      expect(command && isUnclear(input)).toBe(false);
      try {
        // What a window gets can cross to it, and what is sent back can be written.
        const shown = read(operation, outcome.value);
        JSON.stringify(structuredClone(shown));
        JSON.stringify(outcome.value);
        for (const view of shown) expect(otherKind(views.get(operation), view)).toBe('');
      } catch (error) {
        if (!(error instanceof Failed)) throw error;
      }
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    });
    await fc.assert(property, { numRuns: fuzzed });
  },
);

import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { createClient, type Client } from '../../../src/client/client.ts';
import { isClientError } from '../../../src/client/errors.ts';
import { Failed } from '../../../src/main/failure.ts';
import { noLimit } from '../../../src/client/limiter.ts';
import { paginate, type ListOperation } from '../../../src/client/paginate.ts';
import { probe } from '../../../src/client/probe.ts';
import { commandTable } from '../../../src/main/command-table.ts';
import { codesOf } from '../../../src/main/configuration/code-tables.ts';
import { readPlaces } from '../../../src/main/station/places.ts';
import type { Service } from '../../../src/main/ports.ts';
import type { Endpoint } from '../../../src/service/define.ts';
import { endpoints, operations, type Command, type Operation } from '../../../src/service/endpoints.ts';
import { givenFor } from '../../client/fuzz/given.ts';
import { answered, malformed, type Malformed } from '../../client/fuzz/malformed.ts';
import { record, type Recorded } from '../../client/fuzz/recorded.ts';
import { fuzzed, fuzzMs } from '../../long.ts';

let recorded: Recorded;
beforeAll(async () => {
  recorded = await record();
});

const rowOf = (operation: Operation): Endpoint => endpoints[operation];
const commands = operations.filter((operation): operation is Command => rowOf(operation).kind === 'command');
const lists = operations.filter(
  (operation): operation is ListOperation => rowOf(operation).list !== undefined,
);

const reads = operations
  .filter((operation) => rowOf(operation).method === 'GET')
  .map((operation) => ({
    operation,
    path: new RegExp(`/v1${rowOf(operation).path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
  }));

/** Serves what the practice library answered; the first requests get the malformed answers, in their order. */
function serving(answers: readonly Malformed[]): { client: Client; sent: Request[] } {
  const sent: Request[] = [];
  const client = createClient({
    address: 'https://library.example',
    key: () => 'key',
    limiter: noLimit,
    pace: { random: () => 0.5, sleep: () => Promise.resolve() },
    fetch: (input) => {
      const request = input as Request;
      sent.push(request);
      const { pathname } = new URL(request.url);
      const found = reads.find(({ path }) => path.test(pathname));
      const real = (found && recorded.get(found.operation)) ?? '{}';
      return Promise.resolve().then(() => {
        const odd = answers[sent.length - 1];
        // After the malformed ones every list is at its end.
        return odd ? answered(real, odd) : new Response(found && rowOf(found.operation).list ? '{}' : real);
      });
    },
  });
  return { client, sent };
}

/** What was known before a command: each takes of it what its own shape names. */
const state = {
  ...{ attachmentIds: [], feeIds: ['x'], depositIds: [], requestIds: [], invoiceIds: [], lineIds: [] },
  ...{ balance: '5.00', owed: '5.00', waived: '1.00', amount: '50.00', cost: '12.5', fund: 'ILL' },
  ...{
    status: 'ACTIVE',
    task: '',
    approval: '',
    paid: false,
    inErp: null,
    mmsId: '99',
    pid: '1',
    barcode: '31',
  },
  ...{ due: '2026-12-01T00:00:00Z', renewed: '', wanted: '2027-01-01T00:00:00Z', received: '', process: '' },
  ...{ library: 'MAIN', workOrder: '', department: '', requested: false },
};

async function ends(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    // A table that came without its rows is no answer: the next read may be one.
    const isIncomplete =
      error instanceof Failed && error.failure.kind === 'invalid' && error.failure.reason === 'incomplete';
    if (!isClientError(error) && !isIncomplete) throw error;
  }
}

/** Each asks for several answers. */
const played = Math.ceil(fuzzed / 3);

const several = fc.array(malformed, { minLength: 1, maxLength: 4 });

test(
  `${played} look-ups over malformed answers: each tells something or is the client's failure, and only reads`,
  { timeout: fuzzMs },
  async () => {
    const property = fc.asyncProperty(fc.constantFrom(...commands), several, async (operation, answers) => {
      const { client, sent } = serving(answers);
      const stored = commandTable.entries[operation].before.safeParse(state).success ? state : null;
      const entry = { id: 'ours', operation, payload: givenFor(operation), before: stored };
      const found = commandTable
        .lookUp(client, entry)
        .then(({ found: answer }) => expect(['happened', 'didNotHappen', 'unclear']).toContain(answer));
      await ends(found);
      expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
      expect(sent.length).toBeLessThan(60);
    });
    await fc.assert(property, { numRuns: played });
  },
);

test(`${played} walks over malformed lists come to an end`, { timeout: fuzzMs }, async () => {
  const property = fc.asyncProperty(fc.constantFrom(...lists), several, async (operation, answers) => {
    const { client, sent } = serving(answers);
    const values = givenFor(operation) as Parameters<typeof paginate<ListOperation>>[2];
    await ends(Array.fromAsync(paginate(client, operation, values)));
    expect(sent.length).toBeLessThan(60);
  });
  await fc.assert(property, { numRuns: played });
});

const setUps = Math.ceil(fuzzed / 10);

test(`${setUps} stations set up over malformed answers`, { timeout: fuzzMs }, async () => {
  const property = fc.asyncProperty(several, async (answers) => {
    await ends(probe(serving(answers).client));
    await ends(readPlaces(serving(answers).client));
    await ends(codesOf({ client: serving(answers).client } as Service, 'NoteTypes'));
  });
  await fc.assert(property, { numRuns: setUps });
});

import { describe, expect, test } from 'vitest';
import { UnexpectedAnswerError, UnknownOutcomeError } from '../../src/client/errors.ts';
import { judge } from '../../src/client/judge.ts';
import { endpoints, operations, type Operation } from '../../src/service/endpoints.ts';
import { pathNames, type Endpoint } from '../../src/service/define.ts';
import { clientOf, failing, json, stub } from './stub.ts';

const rowOf = (operation: Operation): Endpoint => endpoints[operation];

/** Where the description says that an answer may have no body. */
const bodiless: readonly string[] = [
  'users.delete',
  'users.requests.cancel',
  'users.resourceSharing.cancel',
  'users.purchaseRequests.cancel',
  'conf.locations.delete',
  'conf.general',
];

test.each(operations)(
  '%s: an answer without a body is right only where the description says so',
  (operation) => {
    const row = rowOf(operation);
    const where = { operation, method: row.method, path: row.path };
    for (const status of [200, 204]) {
      const verdict = judge(where, row, {
        came: 'answer',
        status,
        contentType: '',
        retryAfter: null,
        text: '',
        withoutKey: (text) => text,
      });
      if (bodiless.includes(operation)) expect(verdict).toEqual({ value: undefined });
      else {
        const { error, again } = verdict as { error: unknown; again: string };
        expect(error).toBeInstanceOf(row.kind === 'read' ? UnexpectedAnswerError : UnknownOutcomeError);
        expect(error).toMatchObject({ status });
        expect(again).toBe('no');
      }
    }
  },
);

/** A call as whoever knows only the row would make it. */
function calling(client: ReturnType<typeof clientOf>, operation: Operation, query: object): Promise<unknown> {
  const path = Object.fromEntries(pathNames(rowOf(operation).path).map((name) => [name, 'x']));
  return client.call(...([operation, { path, query }] as unknown as Parameters<typeof client.call>));
}

describe('how many at once', () => {
  const paged = operations.filter((operation) => Object.hasOwn(rowOf(operation).query.shape, 'limit'));

  test('is asked of every list that comes in pages', () => {
    expect(paged).toEqual(
      expect.arrayContaining([
        'users.list',
        'users.loans.list',
        'users.requests.list',
        'users.purchaseRequests.list',
        'acq.invoices.list',
        'acq.invoices.search',
        'acq.invoices.lines.list',
      ]),
    );
    for (const operation of paged) expect(rowOf(operation).query.shape).toHaveProperty('offset');
  });

  test.each(paged)('%s: from 0 to 100, from 0 on, or nothing is sent', async (operation) => {
    const service = await stub((response) => json(response, {}));
    const client = clientOf(service.address);
    const q = Object.hasOwn(rowOf(operation).query.shape, 'q') ? { q: 'name~x' } : {};
    for (const limit of [101, -1, 1.5, Number.NaN, Infinity]) {
      expect(await failing(calling(client, operation, { ...q, limit }))).toMatchObject({ field: 'limit' });
    }
    for (const offset of [-1, 0.5]) {
      expect(await failing(calling(client, operation, { ...q, offset }))).toMatchObject({ field: 'offset' });
    }
    expect(service.arrived).toEqual([]);
    await calling(client, operation, { ...q, limit: 0 });
    await calling(client, operation, { ...q, limit: 100, offset: 5 });
    expect(service.arrived.map(({ url }) => new URL(url, 'http://x').searchParams.get('limit'))).toEqual([
      '0',
      '100',
    ]);
  });
});

test.each(operations.filter((operation) => Object.hasOwn(rowOf(operation).query.shape, 'q')))(
  '%s: an empty search is not sent',
  async (operation) => {
    const service = await stub((response) => json(response, {}));
    const client = clientOf(service.address);
    for (const q of ['', ' ', '\t\n']) {
      expect(await failing(calling(client, operation, { q }))).toMatchObject({ field: 'q', reason: 'empty' });
    }
    expect(service.arrived).toEqual([]);
  },
);

test.each(operations)('%s: no part of its path may be left out or empty', async (operation) => {
  const service = await stub((response) => json(response, {}));
  const client = clientOf(service.address);
  const names = pathNames(rowOf(operation).path);
  const whole = Object.fromEntries(names.map((name) => [name, 'x']));
  for (const name of names) {
    for (const [part, reason] of [
      [undefined, 'missing'],
      ['', 'empty'],
      [' ', 'empty'],
    ] as const) {
      const inputs = [operation, { path: { ...whole, [name]: part } }] as unknown;
      const error = await failing(client.call(...(inputs as Parameters<typeof client.call>)));
      expect(error).toMatchObject({ place: 'path', field: name, reason });
    }
  }
  expect(service.arrived).toEqual([]);
});

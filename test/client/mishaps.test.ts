import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { isClientError, ServiceError } from '../../src/client/errors.ts';
import { mishaps, timeLimitOf } from './catalogue.ts';
import { clientOf, failing, key } from './stub.ts';

const patron = 'Patron-4711-Ada';
const calls = {
  read: (client: Client) =>
    client.call('users.get', { path: { user_id: patron }, query: { user_id_type: patron } }),
  command: (client: Client) =>
    client.call('users.loans.renew', {
      path: { user_id: patron, loan_id: '1' },
      query: { user_id_type: patron },
    }),
};

describe.each(['read', 'command'] as const)('a %s that meets', (kind) => {
  test.each(Object.entries(mishaps))('%s', async (_name, mishap) => {
    let answers = 0;
    const client = clientOf(await mishap.address(), {
      timeoutMs: timeLimitOf(mishap),
      onAnswer: () => (answers += 1),
    });
    const error = await failing(calls[kind](client));

    expect(isClientError(error)).toBe(true);
    expect(error).toBeInstanceOf(ServiceError);
    // What every error of a call says, whatever came: nothing that is missing is missing as undefined.
    const { status, code, serviceMessage, trackingId, endpoint } = error as ServiceError;
    expect([status, trackingId]).not.toContain(undefined);
    expect([typeof code, typeof serviceMessage]).toEqual(['string', 'string']);
    expect(endpoint).toBe(kind === 'read' ? 'GET /users/{user_id}' : 'POST /users/{user_id}/loans/{loan_id}');
    expect(error).toMatchObject(mishap[kind]);
    expect(error).toMatchObject(
      kind === 'read'
        ? { operation: 'users.get', method: 'GET', path: '/users/{user_id}' }
        : { operation: 'users.loans.renew', method: 'POST', path: '/users/{user_id}/loans/{loan_id}' },
    );
    const [reads, commands] = mishap.tries ?? [];
    const expected = kind === 'read' ? reads : commands;
    if (expected !== undefined) expect(client.pauses.length).toBe(Math.max(0, expected - 1));
    expect(answers).toBeLessThanOrEqual(client.pauses.length + 1);

    // No key, no patron, and nothing of what a stranger's page said.
    const whole = inspect(error, { depth: 10, showHidden: true }) + String((error as Error).stack);
    expect(whole).not.toContain(key);
    expect(whole).not.toContain(patron);
    expect(whole).not.toContain('Ada');
    expect((error as Error).cause).toBeUndefined();
    expect(JSON.stringify(error)).not.toContain(key);
  });
});

test('a client shows no key when it is looked at', () => {
  const client = clientOf('https://library.example');
  expect(inspect(client, { depth: 10, showHidden: true })).not.toContain(key);
});

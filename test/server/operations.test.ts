import { expect, test } from 'vitest';
import { type Operation, operations } from '../../src/service/endpoints.ts';
import { callsOf } from './calls.ts';
import { sharedLibrary } from './harness.ts';

const calls = callsOf(sharedLibrary());

const expected: Partial<Record<Operation, number>> = {
  'items.byBarcode': 302,
  'users.requests.cancel': 204,
  'conf.locations.delete': 204,
  'users.resourceSharing.cancel': 204,
  'users.purchaseRequests.cancel': 204,
};

test.each(operations)('%s does what it is for', async (operation) => {
  const answer = await calls[operation]();
  expect(answer.status, answer.text).toBe(expected[operation] ?? 200);
});

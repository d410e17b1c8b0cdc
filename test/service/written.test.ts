import { expect, test } from 'vitest';
import { mended } from '../../src/service/written.ts';

const endpoint = { written: { type: 'plain', group: 'wrapped', user_note: 'flat' } } as const;

test('a field that is taken in one form only is written in that form', () => {
  const body = { type: { value: 'A', desc: 'In words' }, group: 'STAFF', user_note: { user_note: { x: 1 } } };
  expect(mended(endpoint, { ...body, more: [1] })).toEqual({
    ...{ type: 'A', group: { value: 'STAFF' }, user_note: [{ x: 1 }] },
    more: [1],
  });
});

test.each<[string, unknown]>([
  ['is in its form already', { type: 'A', group: { value: 'STAFF', desc: 'Staff' }, user_note: [{ x: 1 }] }],
  ['is empty', { type: null, group: null, user_note: undefined }],
  ['is not there', { more: { value: 1 } }],
  ['is an object of another kind', { type: { desc: 'In words' }, user_note: { of_our_own: 1 } }],
])('a body whose fields each %s is the same body', (_, body) => {
  expect(mended(endpoint, body)).toBe(body);
});

test.each([null, 'text', 7, [{ group: 'STAFF' }]])('%j is no record, and stays', (body) => {
  expect(mended(endpoint, body)).toBe(body);
});

test('a call without such fields leaves everything as it is', () => {
  const body = { type: { value: 'A' } };
  expect(mended({}, body)).toBe(body);
});

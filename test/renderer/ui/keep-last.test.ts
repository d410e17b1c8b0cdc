import { expect, test } from 'vitest';
import { forgetAllBut, keepLast } from '../../../src/renderer/ui/list/keep-last.svelte.ts';

const readStored = () => keepLast((userId) => ({ userId, typed: '' }));

test('what is kept of a patron is there when the tab is opened again', () => {
  const of = readStored();
  of('a').typed = 'x';
  expect(of('a').typed).toBe('x');
  expect(of.known('a')?.typed).toBe('x');
});

test('nothing is made for asking whether something is known', () => {
  const of = readStored();
  expect(of.known('a')).toBeNull();
  of('a');
  expect(of.known('b')).toBeNull();
});

test('the next patron gets their own, and nothing of the one before is left', () => {
  const of = readStored();
  of('a').typed = 'x';
  expect(of('b')).toEqual({ userId: 'b', typed: '' });
  expect(of.known('a')).toBeNull();
  expect(of('a').typed).toBe('');
});

test('another patron at the desk takes away what was kept of the one before, in every tab', async () => {
  const [one, other] = [readStored(), readStored()];
  one('a').typed = 'x';
  other('a').typed = 'y';
  await forgetAllBut('a');
  expect([one.known('a')?.typed, other.known('a')?.typed]).toEqual(['x', 'y']);
  await forgetAllBut('b');
  expect([one.known('a'), other.known('a')]).toEqual([null, null]);
});

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { formerLetters, keepFormer } from '../../../../src/main/configuration/letters/former.ts';
import { openTestStation } from '../../support/test-station.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-former-letters-'));
afterAll(() => rmSync(folder, { recursive: true }));

const library = 'library';
const open = async () => {
  const { journal } = await openTestStation(folder);
  const clock = { ...{ now: () => new Date('2026-11-02T08:00:00Z') } };
  const keep = (code: string, id: string = randomUUID()): string => {
    keepFormer({ journal, clock } as never, { id, library, code, letter: { code } });
    return id;
  };
  return {
    journal,
    keep,
    ids: (code: string) => formerLetters({ journal }, library, code).map(({ id }) => id),
  };
};

test('a letter’s former states are listed and bounded however many of other letters came since', async () => {
  const { keep, ids } = await open();
  const old = Array.from({ length: 10 }, () => keep('Seldom')).reverse();
  for (let nth = 0; nth < 400; nth += 1) keep(`Other ${String(nth)}`);
  expect(ids('Seldom')).toEqual(old);
  const newest = keep('Seldom');
  expect(ids('Seldom')).toEqual([newest, ...old.slice(0, 9)]);
});

test('of all letters together the oldest beyond the bound are dropped', async () => {
  const { journal, keep, ids } = await open();
  const at = '2026-11-02T07:00:00.000Z';
  for (let nth = 0; nth < 3000; nth += 1)
    journal.keep({ id: `old ${String(nth)}`, kind: 'replaced', library, at, data: null });
  const newest = keep('A');
  expect(journal.keptOne('old 0')).toBeNull();
  expect(journal.keptOne('old 1')).not.toBeNull();
  expect(ids('A')).toEqual([newest]);
});

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../src/main/clock.ts';
import { retentionDays } from '../src/main/journal/retention.ts';
import { maxFiles, maxFileBytes, openLog } from '../src/main/log.ts';
import { saveSlip } from '../src/main/slips/save.ts';
import { memoryKeychain } from './main/station/support.ts';
import { openQuietParts } from './main/support/backend.ts';

/** The table of what is kept: what, where, how long. */
const page = fs.readFileSync('.github/SECURITY.md', 'utf8');
const section = /^## What is kept where, and how long\n(.*?)^## /ms.exec(page)?.[1] ?? '';
const rows = [...section.matchAll(/^\| (?!what |-)(.+?)\s*\|(.+?)\|(.+?)\|$/gm)].map(
  ([, what = '', where = '', howLong = '']) => ({ what, where: where.trim(), howLong: howLong.trim() }),
);

const row = (begin: string) => {
  const found = rows.filter(({ what }) => what.startsWith(begin));
  expect(found, begin).toHaveLength(1);
  return found[0]?.howLong ?? '';
};

test('the table says the days that the code counts', () => {
  expect(rows.length).toBeGreaterThan(12);
  expect(row('A command that is over')).toMatch(new RegExp(`^${retentionDays.entries} days;`));
  expect(row('A scan')).toMatch(new RegExp(`^${retentionDays.scans} days after`));
  expect(row('A step that is owed')).toContain(`${retentionDays.owed} days after`);
  expect(row('A damaged journal')).toContain(`${retentionDays.setAside} days after`);
  expect(row('The log')).toBe(`${maxFiles} files of ${maxFileBytes / 1e6} MB`);
});

/** What the table calls a file, as it may be called. */
const named = rows
  .flatMap(({ where }) => [...where.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
  .map((name) => new RegExp(`^${name.replaceAll('.', '\\.').replaceAll(/<id>|<time>/g, '[\\w-]+')}`));

test('every file that a station leaves is in the table, and is its user’s only', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'carrel-kept-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  fs.writeFileSync(path.join(folder, 'journal.sqlite'), 'no journal');
  const log = openLog(path.join(folder, 'logs'), systemClock, { write: () => true });
  const keychain = memoryKeychain();
  keychain.problem = 'noKeychain';
  const parts = await openQuietParts({ log, keychain, folder });
  await parts.close();
  const remaining = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  const names = remaining
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  expect(names.length).toBeGreaterThan(3);
  for (const name of names)
    expect(
      named.some((one) => one.test(name)),
      name,
    ).toBe(true);
  for (const entry of remaining) {
    const { mode } = fs.statSync(path.join(entry.parentPath, entry.name));
    expect((mode & 0o777).toString(8), entry.name).toBe(entry.isDirectory() ? '700' : '600');
  }
});

test('a slip that is saved without asking is its user’s only', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'carrel-slips-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const file = await saveSlip({ folder, kind: 'due', at: new Date() }, () =>
    Promise.resolve(Buffer.from('%PDF')),
  );
  expect((fs.statSync(file).mode & 0o777).toString(8)).toBe('600');
});

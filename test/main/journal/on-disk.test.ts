import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openJournal } from '../../../src/main/journal/journal.ts';
import { createSeal, keyBytes } from '../../../src/main/journal/seal.ts';

let folder = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'carrel-on-disk-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  fs.rmSync(folder, { recursive: true });
});

/** What a program asks of the system, one line a call: its syncs of the disk, and its words. */
function traced(...args: string[]): string[] {
  const log = path.join(folder, 'trace');
  const options = ['-f', '-qq', '-s', '80', '-e', 'trace=fsync,fdatasync,write', '-o', log];
  const { status, stderr } = spawnSync('strace', [...options, process.execPath, ...args], {
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  return fs.readFileSync(log, 'utf8').split('\n');
}

/** Whether one process may watch another here: some sandboxes forbid it. */
function mayTrace(): boolean {
  return spawnSync('strace', ['-o', os.devNull, process.execPath, '--version']).status === 0;
}

test('each of fifty commands is on the disk before it leaves', () => {
  // Elsewhere the test below has to do.
  if (!mayTrace()) return;
  const key = randomBytes(keyBytes).toString('hex');
  const writer = fileURLToPath(new URL('./fifty.ts', import.meta.url));
  const calls = traced(writer, path.join(folder, 'journal.sqlite'), key);
  const isSync = (line: string) => /\b(fsync|fdatasync)\(/.test(line);
  const at = (word: string, nth: number) =>
    calls.findIndex((line) => line.includes(`"${word} command-${nth}\\n"`));
  const syncs = Array.from(
    { length: 50 },
    (_, nth) => calls.slice(at('intended', nth), at('sent', nth)).filter(isSync).length,
  );
  expect(syncs).toEqual(Array.from({ length: 50 }, () => 1));
});

test('the journal’s connection waits for the disk before and after every write', () => {
  const connections = new Set<DatabaseSync>();
  // Its own, in the prototype's place: called with the connection as `this`.
  const { prepare } = Object.getOwnPropertyDescriptors(DatabaseSync.prototype);
  vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, sql) {
    connections.add(this);
    return (prepare.value as DatabaseSync['prepare']).call(this, sql);
  });
  const file = path.join(folder, 'journal.sqlite');
  const journal = openJournal({
    file,
    seal: createSeal(randomBytes(keyBytes)),
    clock: { now: () => new Date() },
  });
  // What a new file was made with is closed by now.
  const open = [...connections].filter((one) => one.isOpen);
  const modes = () => open.map((one) => one.prepare('PRAGMA synchronous').get()?.['synchronous']);
  const command = { operation: 'users.fees.pay', queue: 'l', about: '', payload: {}, before: null } as const;
  for (let nth = 0; nth < 3; nth += 1) {
    const id = `command-${nth}`;
    const steps = [
      () => journal.intend({ ...command, id, library: 'here' }),
      () => journal.sent(id),
      () => journal.settle(id, 'accepted'),
    ];
    for (const step of steps) {
      step();
      const full = 2;
      expect(modes()).toEqual([full]);
    }
  }
  journal.close();
});

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openJournalFile } from '../../../src/main/journal/file.ts';
import { keyIdOf } from '../../../src/main/journal/seal.ts';
import { createKeychain, type Keytar } from '../../../src/main/station/keychain.ts';
import { StationJournal } from '../../../src/main/station/station-journal.ts';
import { command, Desk } from '../journal/desk.ts';
import { QuickClock, settled } from '../support/quick-clock.ts';
import { quietLog } from '../support/ports.ts';

// The keychain's own limits run by them.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

interface Asking {
  /** It says "nothing" to reads until it is unlocked, and asks for that when it is written to. */
  readonly asksOnWriting?: boolean;
  /** A file has the key as well. */
  readonly isInFile?: boolean;
  /** The station has never had a journal. */
  readonly isNew?: boolean;
}

/** A journal with a command in it, whose key is in a keychain that asks its user before it gives it. */
async function asking({ asksOnWriting = false, isInFile = false, isNew = false }: Asking = {}) {
  const desk = new Desk();
  if (!isNew) {
    desk.journal().intend(command('one'));
    // As a station leaves it that has opened it before.
    desk.close();
    const file = openJournalFile(desk.file, desk.clock.now());
    file.noteKeys([keyIdOf(desk.key)]);
    file.close();
  }
  const account = `journal seal ${keyIdOf(desk.key)}`;
  const text = Buffer.from(desk.key).toString('base64');
  const secrets = new Map(isNew ? [] : [[account, text]]);
  if (isInFile) writeFileSync(path.join(desk.folder, `journal-${keyIdOf(desk.key)}.key`), text);
  let isUnlocked = false;
  const user = Promise.withResolvers<undefined>();
  const reads: string[] = [];
  const keytar: Keytar = {
    async getPassword(_, name) {
      reads.push(name);
      if (!asksOnWriting) await user.promise;
      return asksOnWriting && !isUnlocked ? null : (secrets.get(name) ?? null);
    },
    async setPassword(_, name, secret) {
      await user.promise;
      isUnlocked = true;
      secrets.set(name, secret);
    },
    deletePassword: (_, name) => Promise.resolve(secrets.delete(name)),
  };
  const keychain = createKeychain({
    service: 's',
    load: () => Promise.resolve(keytar),
    limits: { read: 5, write: 5 },
  });
  const clock = new QuickClock();
  const own = new StationJournal({
    ...{ keychain, folder: desk.folder, clock, log: quietLog(), version: '0' },
  });
  onTestFinished(() => own.close());
  const states: string[] = [];
  own.changes.on(() => states.push(own.view().state));
  const opening = own.open();
  await settled();
  await vi.advanceTimersByTimeAsync(5);
  if (!isInFile) await clock.pass(1500);
  await opening;
  /** Comes about once the journal is open. */
  const opened = (): Promise<void> =>
    expect
      .poll(async () => {
        await vi.advanceTimersByTimeAsync(5);
        await clock.pass(1500);
        return own.view().state;
      })
      .toBe('open');
  return { own, desk, clock, secrets, reads, states, opened, answer: () => user.resolve(undefined) };
}

test('a keychain that asks its user is waited for, beyond its time, and said to be; no other key is made', async () => {
  const { own, desk, clock, secrets, reads, states, opened, answer } = await asking();
  expect(own.view()).toEqual({ state: 'waiting' });
  expect(own.usable).toBeNull();
  // Well beyond the time that a read has.
  for (let nth = 0; nth < 4; nth++) {
    await vi.advanceTimersByTimeAsync(10);
    await clock.pass(1500);
  }
  await own.open();
  expect([own.view(), secrets.size]).toEqual([{ state: 'waiting' }, 1]);
  expect(desk.files().filter((name) => name.endsWith('.key'))).toEqual([]);
  // It is asked once, however long that takes.
  expect(reads).toHaveLength(1);
  // Its answer comes at a moment at which nobody listens.
  answer();
  await opened();
  expect(reads).toHaveLength(1);
  expect(states).toEqual(['waiting', 'open']);
  expect(own.view()).toMatchObject({ keys: 'all', unreadable: 0 });
  expect(own.usable?.journal.entry('one')?.about).toBe('Fee of Rivka Ben-Ami');
  expect(own.usable?.keyPlace).toBe('keychain');
});

test('a person can go on without the key: what it sealed is kept, and read once it is back', async () => {
  const { own, opened } = await asking();
  await own.goOnWithout();
  await opened();
  expect(own.view()).toMatchObject({ keys: 'locked', unreadable: 1 });
  expect(own.usable?.keyPlace).toBe('file');
  expect(own.usable?.journal.entry('one')).toMatchObject({ unreadable: true });
});

test('the program can end while it is asked', async () => {
  const { own, desk } = await asking();
  own.close();
  // The lock is given back once nobody works with the file any more.
  await expect
    .poll(() => {
      try {
        desk.journal();
        return 'free';
      } catch {
        return 'in use';
      }
    })
    .toBe('free');
});

test('a keychain that asks only when it is written to is waited for as well', async () => {
  const { own, desk, secrets, opened, answer } = await asking({ asksOnWriting: true });
  expect(own.view()).toEqual({ state: 'waiting' });
  answer();
  await opened();
  expect(own.view()).toMatchObject({ keys: 'all', unreadable: 0 });
  expect([secrets.size, desk.files().filter((name) => name.endsWith('.key'))]).toEqual([1, []]);
});

test('nobody waits for a keychain that hangs, where the key is in a file', async () => {
  const { own, opened } = await asking({ isInFile: true });
  await opened();
  expect(own.view()).toMatchObject({ keys: 'all', unreadable: 0 });
  expect(own.usable?.journal.entry('one')?.about).toBe('Fee of Rivka Ben-Ami');
});

test('on a new station, too, the keychain that asks before it takes a key is waited for, and no file has one', async () => {
  const { own, desk, secrets, states, opened, answer } = await asking({ asksOnWriting: true, isNew: true });
  expect(own.view()).toEqual({ state: 'waiting' });
  expect(secrets.size).toBe(0);
  answer();
  await opened();
  expect(states).toEqual(['waiting', 'open']);
  expect(own.usable?.keyPlace).toBe('keychain');
  expect([secrets.size, desk.files().filter((name) => name.endsWith('.key'))]).toEqual([1, []]);
});

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { contract, type CallName, type Input, type ReplyTo } from '../../../src/contract/index.ts';
import type { DeskEvent } from '../../../src/contract/desk.ts';
import type { JournalView } from '../../../src/contract/journal.ts';
import { systemClock } from '../../../src/main/clock.ts';
import { openJournalFile } from '../../../src/main/journal/file.ts';
import type { Backend } from '../../../src/main/backend-options.ts';
import type { Clock } from '../../../src/main/ports.ts';
import { memoryKeychain } from '../station/support.ts';
import { quietLog } from '../support/ports.ts';
import { openQuietParts } from '../support/backend.ts';

let folder: string;
let keychain: ReturnType<typeof memoryKeychain>;
let log: ReturnType<typeof quietLog>;
let parts: Backend;
/** Lets what waits half a minute go on. */
let halfAMinuteLater: () => void;

const clock: Clock = {
  ...systemClock,
  sleep: (ms, signal) =>
    ms === 30_000
      ? new Promise((resolve, reject) => {
          halfAMinuteLater = () => resolve();
          signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
        })
      : systemClock.sleep(ms, signal),
};

const file = (): string => path.join(folder, 'journal.sqlite');

async function start(): Promise<void> {
  parts = await openQuietParts({ log, keychain, folder, clock });
}

const ask = <K extends CallName>(name: K, input: Input<K>): Promise<ReplyTo<K>> =>
  parts.router.call({ window: 3, report: () => undefined }, name, crypto.randomUUID(), input) as Promise<
    ReplyTo<K>
  >;

/** What a watch of the window is told from now on. */
function lookUp<T>(name: CallName): T[] {
  const events: T[] = [];
  const report = (_: string, event: unknown): void => void events.push(event as T);
  void parts.router.call({ window: 3, report }, name, crypto.randomUUID(), {});
  return events;
}

const views = (): JournalView[] => lookUp<JournalView>('journal.watch');

const scan = (text: string) =>
  ask('scans.submit', { id: crypto.randomUUID(), room: 'desk', text, mode: 'return', via: 'scanner' });

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'carrel-closed-'));
  keychain = memoryKeychain();
  log = quietLog();
  onTestFinished(async () => {
    await parts.close();
    fs.rmSync(folder, { recursive: true });
  });
});

const isClosed = { ok: false, failure: { kind: 'journal', why: 'closed' } };

/** Every call of the contract, but those that answer whatever the journal is. */
const needing = Object.keys(contract).filter(
  (name) =>
    !/^(?:journal|window|policy|quiet|links|opened|updates|diagnostics)\./.test(name) &&
    !['station.get', 'station.watch', 'station.appearance'].includes(name),
) as CallName[];

async function expectAllClosed(): Promise<void> {
  expect(needing.length).toBeGreaterThan(60);
  for (const name of needing) {
    const answer = await ask(name, {});
    // What makes no sense is said to make none before anything else is looked at.
    if (!answer.ok && answer.failure.kind === 'invalid') continue;
    expect(answer, name).toEqual(isClosed);
  }
  expect(await scan('31234000001014')).toEqual(isClosed);
  expect(await ask('station.test', {})).toEqual(isClosed);
  expect(await ask('station.get', {})).toMatchObject({ ok: true });
  expect(await ask('station.appearance', { theme: 'dark' })).toMatchObject({ ok: true });
}

describe('a journal of a newer version', () => {
  test('keeps desk, receiving and service closed, and says which version it was', async () => {
    openJournalFile(file(), new Date(), '0.9.0').close();
    const raw = new DatabaseSync(file());
    raw.exec("UPDATE meta SET value = '99' WHERE name = 'readable_from'; PRAGMA user_version = 99");
    raw.close();
    await start();
    expect(views()).toEqual([{ state: 'newer', writtenBy: '0.9.0' }]);
    await expectAllClosed();
  });
});

describe('a damaged journal', () => {
  test('keeps everything closed until somebody has acknowledged what was lost', async () => {
    fs.writeFileSync(file(), 'no database, but long enough to be one. '.repeat(200));
    await start();
    const seen = views();
    const [view] = seen;
    if (view?.state !== 'salvaged') throw new Error('not salvaged');
    expect(view.losses).toMatchObject([{ cause: 'damaged', saved: 0, lost: null }]);
    await expectAllClosed();

    await parts.close();
    await start();
    const again = views();
    expect(again).toEqual([view]);
    await ask('journal.acknowledge', { keptAs: ['something else'] });
    expect(again.at(-1)).toEqual(view);
    await ask('journal.acknowledge', { keptAs: view.losses.map(({ keptAs }) => keptAs) });
    expect(again.at(-1)).toEqual({ state: 'open', keys: 'all', unreadable: 0, clock: null });
    expect(await scan('31234000001014')).toMatchObject({ ok: true });

    await parts.close();
    await start();
    expect(views()).toMatchObject([{ state: 'open' }]);
  });
});

describe('a journal that another program has', () => {
  test('is told to be in use, and opened when it is free', async () => {
    const other = openJournalFile(file(), new Date());
    await start();
    const seen = views();
    expect(seen).toEqual([{ state: 'inUse' }]);
    await expectAllClosed();
    await ask('journal.tryAgain', {});
    expect(seen.at(-1)).toEqual({ state: 'inUse' });
    other.close();
    await ask('journal.tryAgain', {});
    expect(seen.at(-1)).toMatchObject({ state: 'open' });
    expect(await scan('31234000001014')).toMatchObject({ ok: true });
  });
});

describe('a profile that nothing can be written to', () => {
  test('is told, and nothing is done without a journal', async () => {
    const real = folder;
    onTestFinished(() => void (folder = real));
    folder = path.join(folder, 'gone');
    await start();
    expect(views()).toEqual([{ state: 'notOpened', why: 'other' }]);
    await expectAllClosed();
    fs.mkdirSync(folder);
    await ask('journal.tryAgain', {});
    expect(views()).toMatchObject([{ state: 'open' }]);
  });
});

describe('a keychain that is locked at start', () => {
  const desk = (): DeskEvent[] => lookUp<DeskEvent>('desk.watch');
  const texts = (events: readonly DeskEvent[]): string[] =>
    events.flatMap((event) => (event.type === 'session' ? event.session.scans.map(({ text }) => text) : []));

  test('hides what was sealed before, changes none of it, and gives it again once it is open', async () => {
    await start();
    await scan('31234000001014');
    await parts.close();
    const rows = (): unknown[] => {
      const raw = new DatabaseSync(file());
      const all = raw.prepare('SELECT id, session, text, result, state FROM scans').all();
      raw.close();
      return all;
    };
    const before = rows();
    expect(before).toHaveLength(1);

    keychain.problem = 'keychainLocked';
    await start();
    const seen = views();
    expect(seen.at(-1)).toEqual({ state: 'open', keys: 'locked', unreadable: 1, clock: null });
    expect(texts(desk())).toEqual([]);
    await parts.close();
    expect(rows()).toEqual(before);

    await start();
    expect(views().at(-1)).toMatchObject({ keys: 'locked' });
    const later = views();
    keychain.problem = null;
    halfAMinuteLater();
    await vi.waitFor(() =>
      expect(later.at(-1)).toEqual({ state: 'open', keys: 'all', unreadable: 0, clock: null }),
    );
    expect(texts(desk())).toEqual(['31234000001014']);
  });

  test('that never gives its key again leaves the rows as they are', async () => {
    await start();
    await scan('31234000001014');
    await parts.close();
    keychain.secrets.clear();
    await start();
    expect(views().at(-1)).toMatchObject({ keys: 'absent', unreadable: 1 });
    expect(await scan('31234000001022')).toMatchObject({ ok: true });
  });
});

test('a clock that is before what was written last is told', async () => {
  await start();
  await scan('31234000001014');
  await parts.close();
  const raw = new DatabaseSync(file());
  raw.exec(`UPDATE scans SET at = '2099-01-01T00:00:00.000Z'`);
  raw.close();
  await start();
  expect(views().at(-1)).toMatchObject({ clock: { is: 'behind', newest: '2099-01-01T00:00:00.000Z' } });
  expect(log.lines.map(([event]) => event)).toContain('journal.clock');
});

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DeskEvent } from '../../src/contract/desk.ts';
import type { ScanView } from '../../src/contract/scans.ts';
import type { CallName, Input, ReplyTo } from '../../src/contract/index.ts';
import type { Backend } from '../../src/main/backend-options.ts';
import type { PracticeProcess } from '../../src/main/station/practice.ts';
import { startServer, type RunningServer } from '../../src/server/server.ts';
import { stub } from '../client/stub.ts';
import { sampleCode } from '../../src/service/samples.ts';
import { memoryKeychain, memorySettings } from './station/support.ts';
import { quietLog } from './support/ports.ts';
import { openQuietParts } from './support/backend.ts';

const key = 'an-institutions-key-4711';

let folder: string;
let institution: RunningServer;
let keychain: ReturnType<typeof memoryKeychain>;
let settings: ReturnType<typeof memorySettings>;
let log: ReturnType<typeof quietLog>;
let parts: Backend;
let running: RunningServer[];
let practice: PracticeProcess | undefined;
const desktop = {
  print: vi.fn(() => Promise.resolve({ file: '/home/me/Carrel.pdf' })),
  copy: vi.fn(() => Promise.resolve()),
};

const printer = {
  print: vi.fn(() => Promise.resolve(true)),
  pdf: vi.fn(() => Promise.resolve(Buffer.from('%PDF-'))),
  list: vi.fn(() => Promise.resolve([])),
};

/** The practice library's process, in this one. */
function startPractice(): PracticeProcess {
  let onMessage: (message: unknown) => void = () => undefined;
  let onExit: (code: number) => void = () => undefined;
  let server: Promise<RunningServer> | undefined;
  const end = async (): Promise<void> => {
    await (await server)?.close();
    onExit(0);
  };
  return (practice = {
    post(message) {
      if ((message as { type?: string }).type === 'stop') return void end();
      server = startServer(message as { database: string; key: string });
      void server.then((one) => {
        running.push(one);
        onMessage({ type: 'listening', port: one.port, libraryId: one.libraryId });
      });
    },
    onMessage: (listener) => (onMessage = listener),
    onExit: (listener) => (onExit = listener),
    kill: () => void end(),
  });
}

const open = (): Promise<Backend> =>
  openQuietParts({
    ...{ log, settings, keychain, desktop, startPractice, folder, printer },
    host: { name: 'stand-in', version: '1' },
  });

const ask = <K extends CallName>(name: K, input: Input<K>): Promise<ReplyTo<K>> =>
  parts.router.call({ window: 3, report: () => undefined }, name, crypto.randomUUID(), input) as Promise<
    ReplyTo<K>
  >;

const scan = (text: string) =>
  ask('scans.submit', { id: crypto.randomUUID(), room: 'desk', text, mode: 'auto', via: 'scanner' });

/** What the window is told of its scans, the last one last. */
function watchScans(): ScanView[] {
  const scans: ScanView[] = [];
  const report = (_: string, event: unknown): void => {
    const notice = event as DeskEvent;
    if (notice.type === 'scan') scans.push(notice.scan);
  };
  void parts.router.call({ window: 3, report }, 'desk.watch', crypto.randomUUID(), {});
  return scans;
}

beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'carrel-parts-'));
  institution = await startServer({ key, empty: true });
  keychain = memoryKeychain();
  settings = memorySettings();
  log = quietLog();
  running = [];
  parts = await open();
});
afterEach(async () => {
  await parts.close();
  await institution.close();
  fs.rmSync(folder, { recursive: true });
});

describe('all parts together', () => {
  test('answer a window, from a first start on the practice library', async () => {
    expect(await ask('station.get', {})).toMatchObject({
      ok: true,
      value: { mode: 'practice', journalSeal: 'keychain', host: { name: 'stand-in' } },
    });
    expect(running).toHaveLength(0);
    expect(await ask('station.test', {})).toMatchObject({ ok: true, value: { libraries: 3 } });
    expect(running).toHaveLength(1);
    const found = await ask('desk.search', { text: 'Ben-Ami', limit: 5, offset: 0 });
    expect(found).toMatchObject({ ok: true, value: { patrons: [{ name: 'Rivka Ben-Ami' }] } });
  });

  test('a scan is in the journal when it is acknowledged, and still there in the next run', async () => {
    const id = crypto.randomUUID();
    const scan = { id, room: 'desk', text: '31234000001014', mode: 'return', via: 'scanner' } as const;
    expect(await ask('scans.submit', scan)).toMatchObject({ ok: true, value: { id } });
    const bytes = Buffer.concat(
      fs.readdirSync(folder).map((name) => fs.readFileSync(path.join(folder, name))),
    );
    expect(bytes.includes(id)).toBe(true);
  });

  test('samples are the practice library’s; print and copy are the desktop’s', async () => {
    const samples = await ask('station.samples', {});
    expect(samples.ok && samples.value.length).toBe(30);
    expect(await ask('station.print', { to: 'pdf' })).toEqual({
      ok: true,
      value: { file: '/home/me/Carrel.pdf' },
    });
    expect(desktop.print).toHaveBeenCalledWith(3, 'pdf');
    expect(await ask('station.copy', { text: 'E01-1' })).toEqual({ ok: true, value: null });
    expect(desktop.copy).toHaveBeenCalledWith('E01-1');
  });

  test.each(['keychain', 'thisRun'] as const)(
    'the institution’s key (%s) is in no file, log or answer',
    async (keep) => {
      const replies: unknown[] = [];
      const address = `http://127.0.0.1:${institution.port}`;
      const reports: unknown[] = [];
      const watching = parts.router.call(
        { window: 3, report: (_, event) => reports.push(event) },
        'station.watch',
        'w',
        {},
      );
      replies.push(await ask('station.connect', { address, root: 'svcws', key, keep, commit: true }));
      expect(replies[0]).toMatchObject({ ok: true });
      replies.push(
        await ask('station.get', {}),
        await ask('station.places', {}),
        await ask('station.samples', {}),
      );
      replies.push(await ask('station.connect', { address: 'no', root: key, key, keep, commit: true }));
      replies.push(
        await ask('scans.submit', {
          id: crypto.randomUUID(),
          room: 'desk',
          text: '1',
          mode: 'auto',
          via: 'typed',
        }),
      );
      replies.push(await ask('station.practice', {}), await ask('station.institution', {}));
      parts.router.abortAll(3);
      replies.push(await watching);
      const bytes = Buffer.concat(
        fs.readdirSync(folder).map((name) => fs.readFileSync(path.join(folder, name))),
      );
      expect(bytes.includes(key)).toBe(false);
      expect(JSON.stringify([replies, reports, log.lines, settings.now])).not.toContain(key);
    },
  );

  test('end in order, and leave a journal that opens again', async () => {
    await ask('station.test', {});
    await parts.close();
    await expect(fetch(running[0]?.url ?? '')).rejects.toThrow();
    expect(fs.existsSync(path.join(folder, 'journal.sqlite-wal'))).toBe(false);
    parts = await open();
    expect(log.lines.filter(([event]) => event === 'journal.salvaged')).toEqual([]);
  });

  test('no patron of one service stays at the desk of another, and no service changes under a scan', async () => {
    const patron = async () => {
      const events: DeskEvent[] = [];
      const id = crypto.randomUUID();
      void parts.router.call(
        { window: 3, report: (_, event) => events.push(event as DeskEvent) },
        'desk.watch',
        id,
        {},
      );
      await vi.waitFor(() => expect(events).toHaveLength(1));
      parts.router.abort(3, id);
      return events[0]?.type === 'session' ? events[0].session : null;
    };
    await ask('station.places', {});
    await scan(sampleCode('patronNothing'));
    const early = await ask('station.practice', {});
    expect(early).toMatchObject({ ok: false, failure: { reason: 'scansOpen' } });
    await vi.waitFor(async () => expect((await patron())?.patron?.name).toBe('Grace Okafor'));

    const { url: address } = institution;
    const connected = await ask('station.connect', {
      address,
      root: 'svcws',
      key,
      keep: 'thisRun',
      commit: true,
    });
    expect(connected.ok).toBe(true);
    expect(await patron()).toMatchObject({ patron: null, scans: [] });
  });
});

test('a practice library that died and started again goes on with the patron at the desk', async () => {
  const scans = watchScans();
  await scan(sampleCode('patronNothing'));
  await vi.waitFor(() => expect(scans.at(-1)?.state).toBe('done'), 5000);
  practice?.kill();
  await vi.waitFor(() => expect(running).toHaveLength(2), 5000);
  await scan(sampleCode('itemFree1'));
  await vi.waitFor(() => expect(['done', 'refused']).toContain(scans.at(-1)?.state), 5000);
  expect(scans.at(-1)).toMatchObject({ state: 'done', result: { kind: 'lent' } });
}, 20_000);

test('a card that is scanned while the station is being connected keeps it where it is', async () => {
  const scans = watchScans();
  await ask('station.test', {});
  practice?.kill(); // so that the card waits
  await vi.waitFor(() => expect(log.lines.map(([event]) => event)).toContain('practice.gone'), 5000);
  const general = Promise.withResolvers<undefined>();
  const other = await stub((response, { url }) => {
    const body = url.includes('general') ? '{}' : '{"library":[],"total_record_count":0}';
    void general.promise.then(() => response.end(body));
  });
  const { address } = other;
  const request = { address, root: 'svcws', key, keep: 'thisRun', commit: true } as const;
  const connecting = ask('station.connect', request);
  await vi.waitFor(() => expect(other.arrived).toHaveLength(1));
  await scan(sampleCode('patronNothing'));
  general.resolve(undefined);
  expect(await connecting).toMatchObject({ ok: false, failure: { reason: 'scansOpen' } });
  expect(settings.now.mode).toBe('practice');
  await vi.waitFor(() => expect(scans.at(-1)?.state).toBe('done'), 5000);
}, 20_000);

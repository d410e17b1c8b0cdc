import fs from 'node:fs';
import type { RequestListener } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Outward } from '../../../src/client/proxy/outward.ts';
import { UpdateInstaller } from '../../../src/main/desktop/update-installer.ts';
import { feedAddress, type Fetch } from '../../../src/main/updates/ask.ts';
import { fetchFile } from '../../../src/main/updates/fetch-file.ts';
import { UpdateMemory } from '../../../src/main/updates/memory.ts';
import { HttpFeed } from '../../../src/main/updates/source.ts';
import { Updates } from '../../../src/main/updates/updates.ts';
import { quietLog } from '../support/ports.ts';
import { systemClock } from '../../../src/main/clock.ts';
import { feedServer, type FeedServer, setup } from './feed-server.ts';
import { envelope, newKey } from './signing.ts';

let folder = '';
let server: FeedServer;
let note = '';
const closing = new AbortController();
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'carrel-network-'));
  note = path.join(folder, 'started');
  server = await feedServer(setup(note));
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  // A setup that was started may still write its note.
  fs.rmSync(folder, { recursive: true, maxRetries: 10, retryDelay: 50 });
});

/** The station's own way to the network. */
const outward = (fetch?: Fetch): Fetch =>
  fetch ??
  new Outward({
    proxyFor: () => Promise.resolve('DIRECT'),
    logins: { find: () => Promise.resolve(null), report: () => undefined },
    prepare: () => undefined,
  }).fetch;

/** Updates over a real network, by electron-updater itself; what quits the program is noted. */
function station({ fetch, waitMs = 20_000 }: { readonly fetch?: Fetch; readonly waitMs?: number } = {}) {
  const quit = vi.fn();
  const feed = feedAddress(server.feed);
  if (!feed) throw new Error('loopback is refused');
  const app = {
    ...{ getVersion: () => '0.1.0', whenReady: () => Promise.resolve(), quit },
    relaunch: () => expect.fail('the installer starts it again'),
  };
  const way = { feed, fetch: () => outward(fetch) };
  const updates = new Updates({
    by: 'itself',
    machine: { system: 'win32', arch: 'x64', version: '0.1.0' },
    machineNumber: () => Promise.resolve(0),
    keys: [server.key.publicKey],
    settings: () => ({
      ...{ mode: 'automatic', ring: null, pinned: null, window: null, overdueAfterDays: 14 },
    }),
    source: new HttpFeed({ ...way, waitMs }),
    installer: new UpdateInstaller({ ...way, kind: 'nsis', app, folder }),
    desk: { look: () => Promise.resolve(), inUse: () => null },
    memory: new UpdateMemory(folder, quietLog()),
    keepFormer: () => Promise.resolve(),
    ...{ clock: systemClock, log: quietLog(), closing: closing.signal },
  });
  return { updates, quit };
}

/** A feed as it is published. */
interface Signed {
  payload: string;
  payloadType: string;
  readonly signatures: [{ keyid: string; sig: string }];
}

const answering =
  (status: number, body = '', headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);

const feedPath = '/carrel/feed.json';
const filePath = () => `/carrel/${server.release.file}`;
const pending = () => path.join(folder, 'updates/downloaded/pending');

describe('over the network', () => {
  it('a release is found, downloaded and started silently, and the program ends', async () => {
    const { updates, quit } = station();
    expect(await updates.check()).toMatchObject({ state: 'ready', trouble: null });
    expect(await updates.install()).toMatchObject({ state: 'installing' });
    expect(quit).toHaveBeenCalledOnce();
    await vi.waitFor(() => expect(fs.readFileSync(note, 'utf8')).toBe('--updated /S --force-run\n'));
    expect(server.asked).toEqual([feedPath, filePath()]);
  });

  it('what was downloaded in an earlier run is installed without a second download', async () => {
    await station().updates.check();
    const { updates, quit } = station();
    expect((await updates.check()).state).toBe('ready');
    expect((await updates.install()).state).toBe('installing');
    expect(quit).toHaveBeenCalledOnce();
    expect(server.asked.filter((url) => url === filePath())).toHaveLength(1);
  });

  it('a redirect is followed, and what comes is judged as ever', async () => {
    const text = await (await fetch(server.feed)).text();
    server.instead.set(feedPath, answering(301, '', { location: '/carrel/moved' }));
    server.instead.set('/carrel/moved', answering(307, '', { location: '/carrel/there' }));
    server.instead.set('/carrel/there', answering(200, text));
    expect((await station().updates.check()).state).toBe('ready');
  });

  it.each([
    ['a page of HTML', answering(200, '<html><title>Sign in</title></html>'), 'notAFeed'],
    ['nothing', answering(200), 'notAFeed'],
    ['a proxy that wants a login', answering(407), 'proxyLogin'],
    ['404', answering(404), 'feedRefused'],
    ['500', answering(500), 'feedRefused'],
    [
      'a redirect to plain http elsewhere',
      answering(302, '', { location: 'http://e.invalid/' }),
      'feedRefused',
    ],
    ['a circle of redirects', answering(302, '', { location: '/carrel/feed.json' }), 'feedRefused'],
    ['more than a feed ever is', answering(200, 'x'.repeat(1_000_001)), 'notAFeed'],
    [
      'half of it',
      (_, response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('{"payloadType":');
        setTimeout(() => response.destroy(), 50);
      },
      'noAnswer',
    ],
    ['a connection that breaks', (request) => void request.socket.destroy(), 'noAnswer'],
  ] as const satisfies readonly (readonly [string, RequestListener, string])[])(
    'instead of a feed: %s',
    async (_, listener, trouble) => {
      server.instead.set(feedPath, listener);
      const { updates } = station();
      expect(await updates.check()).toMatchObject({ state: 'idle', trouble, newer: null });
      expect(server.asked).not.toContain(filePath());
    },
  );

  it('a server that does not end is not waited for', async () => {
    server.instead.set(feedPath, (_, response) => void response.write('{'));
    expect(await station({ waitMs: 200 }).updates.check()).toMatchObject({ trouble: 'noAnswer' });
  });

  it.each([
    ['the version', (text: string) => text.replace('0.2.0', '0.9.0'), 'altered'],
    ['the file', (text: string) => text.replace('.exe', '-x.exe'), 'altered'],
    ['the hash', (text: string) => text.replace(/"sha512":"./, '"sha512":"_'), 'altered'],
    ['the size', (text: string) => text.replace(/"size":\d/, '"size":9'), 'altered'],
    ['the ring', (text: string) => text.replace('"ring":100', '"ring":10'), 'altered'],
    ['the sequence', (text: string) => text.replace('"sequence":7', '"sequence":8'), 'altered'],
    ['the expiry', (text: string) => text.replace(/"expires":"\d{4}/, '"expires":"2099'), 'altered'],
    ['the version of the journal', (text: string) => text.replace('"journal":5', '"journal":6'), 'altered'],
    ['the product', (text: string) => text.replace('carrel-feed', 'carrel-food'), 'altered'],
    ['extra bytes', (text: string) => `${text}\n`, 'altered'],
    ['another architecture', (text: string) => text.replace('"x64"', '"arm64"'), 'altered'],
  ])('a feed that was tampered with is refused: %s', async (_, change, trouble) => {
    const text = await (await fetch(server.feed)).text();
    const feed = JSON.parse(text) as { payload: string };
    const payload = Buffer.from(feed.payload, 'base64').toString('utf8');
    expect(change(payload)).not.toBe(payload);
    const altered = JSON.stringify({ ...feed, payload: Buffer.from(change(payload)).toString('base64') });
    server.instead.set(feedPath, answering(200, altered));
    expect(await station().updates.check()).toMatchObject({ trouble, newer: null });
    expect(server.asked).not.toContain(filePath());
  });

  it.each([
    [
      'signature',
      (one: Signed): void => {
        one.signatures[0].sig = Buffer.alloc(64, 1).toString('base64');
      },
      'altered',
    ],
    [
      'half a signature',
      (one: Signed): void => {
        one.signatures[0].sig = one.signatures[0].sig.slice(0, 40);
      },
      'altered',
    ],
    [
      'key id',
      (one: Signed): void => {
        one.signatures[0].keyid = '0123456789abcdef';
      },
      'unknownKey',
    ],
    [
      'payload type',
      (one: Signed): void => {
        one.payloadType = 'application/json';
      },
      'otherProduct',
    ],
    [
      'no signature',
      (one: Signed): void => {
        (one.signatures as unknown[]).length = 0;
      },
      'notAFeed',
    ],
  ] as const)('an envelope that was tampered with is refused: %s', async (_, change, trouble) => {
    const one = JSON.parse(await (await fetch(server.feed)).text()) as Signed;
    change(one);
    server.instead.set(feedPath, answering(200, JSON.stringify(one)));
    expect(await station().updates.check()).toMatchObject({ trouble, newer: null });
  });

  it('a feed by a stranger is refused', async () => {
    const { payload } = JSON.parse(await (await fetch(server.feed)).text()) as Signed;
    const text = envelope(Buffer.from(payload, 'base64').toString('utf8'), newKey());
    server.instead.set(feedPath, answering(200, text));
    expect(await station().updates.check()).toMatchObject({ trouble: 'unknownKey' });
  });
});

describe('a download', () => {
  const another = Buffer.from(setup('/x'));
  it.each([
    ['another file', () => answering(200, 'x'.repeat(server.release.size)), 'otherFile'],
    ['a longer file', () => answering(200, 'x'.repeat(server.release.size + 1)), 'otherFile'],
    ['a page of HTML', () => answering(200, '<html></html>'), 'notDownloaded'],
    ['a proxy that wants a login', () => answering(407), 'proxyLogin'],
    ['404', () => answering(404), 'notDownloaded'],
    [
      'the first half',
      (): RequestListener => (_, response) => {
        response.writeHead(200, { 'content-length': String(server.release.size) });
        response.write(another.subarray(0, 10));
        setTimeout(() => response.destroy(), 50);
      },
      'notDownloaded',
    ],
  ] as const)('of %s leaves nothing, and is said', async (_, listener, trouble) => {
    server.instead.set(filePath(), listener());
    const { updates, quit } = station();
    expect(await updates.check()).toMatchObject({ state: 'available', trouble });
    expect((await updates.install()).state).toBe('available');
    expect(fs.existsSync(pending()) ? fs.readdirSync(pending()) : []).toEqual([]);
    expect(quit).not.toHaveBeenCalled();
    server.instead.delete(filePath());
    expect(await updates.check()).toMatchObject({ state: 'ready', trouble: null });
  });

  it('that was replaced on the disk is not started', async () => {
    const { updates, quit } = station();
    await updates.check();
    fs.writeFileSync(path.join(pending(), server.release.file), '#!/bin/sh\n');
    expect(await updates.install()).toMatchObject({ state: 'available', trouble: 'otherFile' });
    expect(quit).not.toHaveBeenCalled();
    expect(await updates.check()).toMatchObject({ state: 'ready', trouble: null });
  });

  it('to a place where a link lies leaves what the link is to as it was', async () => {
    const other = path.join(folder, 'other');
    fs.writeFileSync(other, 'somebody’s');
    fs.mkdirSync(pending(), { recursive: true });
    for (const name of [server.release.file, `temp-${server.release.file}`])
      fs.symlinkSync(other, path.join(pending(), name));
    const { updates } = station();
    expect(await updates.check()).toMatchObject({ state: 'ready' });
    expect(fs.readFileSync(other, 'utf8')).toBe('somebody’s');
    expect(fs.lstatSync(path.join(pending(), server.release.file)).isFile()).toBe(true);
  });

  it.each(['', 'null', '{}', '[1]', '{"fileName":null}', '{"fileName":"../../../etc/passwd"}'])(
    'is done again where what is remembered of it is %j',
    async (text) => {
      await station().updates.check();
      fs.writeFileSync(path.join(pending(), 'update-info.json'), text);
      const { updates, quit } = station();
      await updates.check();
      expect(await updates.install()).toMatchObject({ state: 'installing' });
      expect(quit).toHaveBeenCalledOnce();
    },
  );

  it('that cannot be run leaves the program open, and is said', async () => {
    const { updates, quit } = station();
    await updates.check();
    fs.chmodSync(path.join(pending(), server.release.file), 0o600);
    expect(await updates.install()).toMatchObject({ state: 'ready', trouble: 'notInstalled' });
    expect(quit).not.toHaveBeenCalled();
    fs.chmodSync(path.join(pending(), server.release.file), 0o700);
    expect(await updates.install()).toMatchObject({ state: 'installing' });
  });

  it('that stands still is given up', async () => {
    server.instead.set(filePath(), (_, response) => {
      response.writeHead(200, { 'content-length': String(server.release.size) });
      response.write('#');
    });
    const to = path.join(folder, 'setup.exe');
    const job = fetchFile({
      ...{ feed: new URL(server.feed), release: server.release, to, fetch: outward() },
      ...{ report: () => undefined, signal: closing.signal, stallMs: 200 },
    });
    await expect(job).rejects.toMatchObject({ trouble: 'notDownloaded' });
    expect(fs.existsSync(to)).toBe(false);
  });

  it('to a full disk is said as that', async () => {
    const to = path.join(folder, 'full');
    fs.symlinkSync('/dev/full', to);
    const job = fetchFile({
      ...{ feed: new URL(server.feed), release: server.release, to, fetch: outward() },
      ...{ report: () => undefined, signal: closing.signal },
    });
    await expect(job).rejects.toMatchObject({ trouble: 'diskFull' });
  });
});

it.each([
  ['https://updates.example/carrel/feed.json', true],
  ['http://127.0.0.1:8080/feed.json', true],
  ['http://updates.example/feed.json', false],
  ['file:///etc/feed.json', false],
  ['', false],
])('the address %j of a feed is asked: %j', (text, isAsked) => {
  expect(feedAddress(text) !== null).toBe(isAsked);
});

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { contract } from '../../../src/contract/index.ts';
import type { Reply } from '../../../src/contract/define.ts';
import type { Backend } from '../../../src/main/backend-options.ts';
import { whyNotPlain } from '../../../src/main/router.ts';
import { Witness } from '../../server/witness.ts';
import { fuzzed, fuzzMs } from '../../long.ts';
import { isCall, type Message, messageOf, recipe } from './messages.ts';
import { practiceHere } from './practice-here.ts';
import { memoryKeychain, memorySettings } from '../station/support.ts';
import { MemoryFiles, quietLog } from '../support/ports.ts';
import { openQuietParts } from '../support/backend.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'carrel-bridge-'));
const log = quietLog();
const settings = memorySettings();
const keychain = memoryKeychain();
const files = new MemoryFiles();
const desktop = { print: vi.fn(() => Promise.resolve({ file: null })), copy: vi.fn(() => Promise.resolve()) };
const printer = {
  print: vi.fn(() => Promise.resolve(true)),
  pdf: vi.fn(() => Promise.resolve(new Uint8Array())),
  list: vi.fn(() => Promise.resolve([])),
};
let parts: Backend;
let library: Witness;

beforeAll(async () => {
  parts = await openQuietParts({
    ...{ log, settings, keychain, desktop, printer, files, folder },
    startPractice: practiceHere,
  });
  // The library is there, and made.
  expect(await ask({ name: 'station.places', id: 'first', input: {} })).toMatchObject({ ok: true });
  library = new Witness(path.join(folder, 'practice.sqlite'));
});
afterAll(async () => {
  library.close();
  await parts.close();
  fs.rmSync(folder, { recursive: true });
});

const window = 3;
const peer = { window, report: () => undefined };

const ask = ({ name, id, input }: Message): Promise<Reply<unknown>> =>
  parts.router.call(peer, name, id, input);

/** Everything that lasts: what the library and the journal hold, the settings, the keychain, the person's files. */
function lasting(): string {
  const hash = createHash('sha256').update(library.print());
  for (const file of ['journal.sqlite', 'journal.sqlite-wal']) {
    hash.update(fs.readFileSync(path.join(folder, file)));
  }
  const rest = [settings.now, [...keychain.secrets], [...files.written.keys()], files.requests, files.opened];
  const calls = [desktop.print, desktop.copy, printer.print, printer.pdf].map((one) => one.mock.calls.length);
  return hash.update(JSON.stringify([rest, calls])).digest('hex');
}

/** Whether the contract has such a message. */
function isWellFormed({ name, id, input }: Message): boolean {
  if (!isCall(name) || typeof id !== 'string' || id === '' || id.length > 100) return false;
  return whyNotPlain(input) === null && contract[name].input.safeParse(input).success;
}

test(
  `${fuzzed} malformed messages: each is answered as invalid, and nothing comes of it`,
  { timeout: fuzzMs },
  async () => {
    const before = lasting();
    let malformed = 0;
    const property = fc.asyncProperty(recipe, async (made) => {
      const message = messageOf(made);
      if (isWellFormed(message)) return;
      malformed += 1;
      const reply = await ask(message);
      expect(reply).toMatchObject({ ok: false, failure: { kind: 'invalid' } });
      // It crosses to the window, and repeats nothing at length.
      expect(JSON.stringify(structuredClone(reply)).length).toBeLessThan(1000);
      parts.router.abort(window, message.id);
      parts.router.abort(window, message.name);
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    });
    await fc.assert(property, { numRuns: Math.ceil(fuzzed * 1.2) });
    expect(malformed).toBeGreaterThanOrEqual(fuzzed);
    expect(lasting()).toBe(before);
    expect(log.defects).toEqual([]);
  },
);

const odd = Math.ceil(fuzzed / 10);

test(
  `${odd} odd messages that the contract has: each is done or refused, and none is a defect`,
  { timeout: fuzzMs },
  async () => {
    const property = fc.asyncProperty(recipe, async (made) => {
      const message = messageOf(made);
      if (!isWellFormed(message)) return;
      const answering = ask(message);
      // One that runs until it is aborted; whatever was sent stays sent.
      parts.router.abort(window, message.id);
      const reply = await answering;
      expect(reply).not.toMatchObject({ ok: false, failure: { kind: 'defect' } });
    });
    await fc.assert(property, { numRuns: odd * 10 });
    // A window may say that something of its own has failed.
    expect(log.defects.filter((one) => !(one instanceof Error && one.name === 'FaultInWindow'))).toEqual([]);
  },
);

import { test as base, expect } from '@playwright/test';
import { faultPanel } from '../../src/server/faults/index.ts';
import { createClient, type Client } from '../../src/client/client.ts';
import { noLimit } from '../../src/client/limiter.ts';
import { m } from '../../src/messages/compiled/messages.js';
import type { FaultRule } from '../../src/server/faults/rules.ts';
import type { RunningServer, ServerOptions } from '../../src/server/server.ts';
import { startSample } from '../sample/server.ts';
import { openCarrel, type Carrel, type LaunchOptions } from './app.ts';
import { Desk } from './desk.ts';
import { guard } from './guard.ts';

/** A fault; fields that are not set have the server's defaults. */
type Fault = Partial<FaultRule> & Pick<FaultRule, 'fault'>;

/** A practice library with the sample library, for one test. */
export interface Service extends RunningServer {
  readonly origin: string;
  /** Replaces the faults; without rules nothing goes wrong any more. */
  faults(...rules: readonly Fault[]): Promise<void>;
  /** Reads what the service has on record, past the program and its screens. */
  readonly client: Client;
  /** Whether it was closed. */
  readonly gone: boolean;
}

/** Starts a practice library in the process of the test, which can make it slow, faulty or close it. */
export async function startService(options: ServerOptions = {}): Promise<Service> {
  const server = await startSample({ database: ':memory:', faults: faultPanel, settleMs: 0, ...options });
  const { origin } = new URL(server.url);
  const headers = { authorization: `apikey ${server.key}`, 'content-type': 'application/json' };
  let gone = false;
  return {
    ...server,
    close: () => {
      gone = true;
      return server.close();
    },
    get gone() {
      return gone;
    },
    origin,
    client: createClient({ address: origin, key: () => server.key, limiter: noLimit }),
    faults: async (...rules) => {
      const answer = await fetch(`${origin}/faults`, {
        method: 'POST',
        headers,
        body: JSON.stringify(rules),
      });
      expect(answer.status, await answer.text()).toBe(200);
    },
  };
}

/**
 * Connects the station to this service, at the desk of its main library. A program that was connected before treats it
 * as another library and gives up what was unclear at the earlier one.
 */
export async function connect(carrel: Carrel, { origin, key }: Service): Promise<void> {
  const request = {
    address: origin,
    root: 'svcws',
    key,
    keep: 'thisRun',
    commit: true,
    leave: true,
  } as const;
  const first = await carrel.ask('station.connect', request);
  const isAsked = first.ok && first.value.possibleLibraries.length > 0;
  const connected = isAsked ? await carrel.ask('station.connect', { ...request, library: 'another' }) : first;
  expect(connected).toMatchObject({ ok: true, value: { possibleLibraries: [] } });
  const place = { library: 'MAIN', desk: 'DEFAULT_CIRC_DESK', department: null };
  expect(await carrel.ask('station.choose', place)).toMatchObject({ ok: true });
}

/**
 * Leaves the program as it was before a test: nobody at the desk, nothing on its way. An act of which nobody knows would
 * be listed in every test after this one, whatever service the program stands on then.
 */
async function tidy(carrel: Carrel): Promise<void> {
  const unclear = carrel.page.getByText(/\d not confirmed/);
  await expect(unclear, 'what is unclear: a test that leaves that is to be alone').toHaveCount(0);
  await carrel.ask('desk.acknowledge', {});
  await expect.poll(async () => (await carrel.ask('desk.end', {})).ok, { timeout: 120_000 }).toBe(true);
  await carrel.ask('station.appearance', { theme: 'system', density: 'dense' });
}

interface Options {
  /** How this test's service is. */
  library: ServerOptions;
  /** A program of its own, for a test that leaves something behind: the others of a worker share one. */
  alone: boolean;
  /** The window's size, for a test that is alone. */
  size: LaunchOptions['size'];
  /** No mouse, pen or finger may touch the page. */
  keyboardOnly: boolean;
}

interface Fixtures extends Options {
  service: Service;
  carrel: Carrel;
  desk: Desk;
}

/** The desk over a practice library of the test's own. Programs are started once per worker, where a test lets them. */
export const test = base.extend<Fixtures, { program: () => Promise<Carrel> }>({
  library: [{}, { option: true }],
  alone: [false, { option: true }],
  size: [undefined, { option: true }],
  keyboardOnly: [true, { option: true }],

  program: [
    // Playwright reads what a fixture needs from a destructured first argument.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      let opened: Promise<Carrel> | undefined;
      await use(() => (opened ??= openCarrel()));
      await (await opened)?.[Symbol.asyncDispose]();
    },
    { scope: 'worker' },
  ],

  service: async ({ library }, use) => {
    const service = await startService(library);
    await use(service);
    await service.close();
  },

  carrel: async ({ service, program, alone, size, keyboardOnly }, use) => {
    const carrel = alone ? await openCarrel(size ? { size } : {}) : await program();
    try {
      await connect(carrel, service);
      // The page of the test before goes; one that was just opened has nothing of another test, and follows by itself.
      if (!alone) await carrel.page.reload();
      await expect(new Desk(carrel.page).readiness).toHaveText(m.app_scan_ready());
      const watch = await guard(carrel.page);
      await use(carrel);
      await watch.check(keyboardOnly);
      if (alone) return;
      if (!service.gone) await service.faults();
      await tidy(carrel);
    } finally {
      if (alone) await carrel[Symbol.asyncDispose]();
    }
  },

  desk: async ({ carrel }, use) => {
    await use(new Desk(carrel.page));
  },
});

export { expect };

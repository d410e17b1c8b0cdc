import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test as base, _electron, type ElectronApplication, type Page } from '@playwright/test';
import { adoptElectronHost } from '../../build/electron.ts';
import { displayEnvironment } from '../display/host-display.ts';

interface Fixture {
  /** More arguments for the fixture app, e.g. `--lax`. */
  flags: string[];
  userData: string;
  app: ElectronApplication;
  page: Page;
}

/** What a program started here finds: ours, and a display where its host needs one. */
export async function environment(): Promise<Record<string, string>> {
  const { kind } = await adoptElectronHost();
  return { ...process.env, ...(await displayEnvironment(kind)) } as Record<string, string>;
}

/** Starts the fixture app as any Playwright test starts an Electron app, with a userData folder of its own. */
export async function launch(
  userData: string,
  flags: readonly string[] = [],
  more: Readonly<Record<string, string>> = {},
): Promise<ElectronApplication> {
  const fixture = path.join(import.meta.dirname, 'fixture');
  const env = { ...(await environment()), ...more };
  return _electron.launch({ args: [fixture, `--user-data-dir=${userData}`, ...flags], env });
}

/** What the fixture app wrote down in its main process. */
export interface Seen {
  navigations: string[];
  started: string[];
  opened: string[];
  permissions: string[];
  requests: string[];
  gone: string[];
  downloads: string[];
  second: { argv: string[]; directory: string; data: unknown }[];
  messages: unknown[][];
}

/** Reads what the fixture app wrote down. */
export function seenBy(app: ElectronApplication): Promise<Seen> {
  return app.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
}

export const test = base.extend<Fixture>({
  flags: [[], { option: true }],
  // eslint-disable-next-line no-empty-pattern -- how Playwright is told that a fixture takes no other
  userData: async ({}, use) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'carrel-fixture-'));
    await use(folder);
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },
  app: async ({ userData, flags }, use) => {
    const app = await launch(userData, flags);
    await use(app);
    await app.close();
  },
  page: async ({ app }, use) => {
    const page = await app.firstWindow();
    await page.getByRole('heading', { name: 'Fixture' }).waitFor();
    await use(page);
  },
});

/** What the fixture's preload exposes, as page scripts in tests see it. */
export interface Exposed {
  invoke: (channel: string, ...args: unknown[]) => Promise<unknown>;
  send: (channel: string, ...args: unknown[]) => void;
  onTold: (listener: (...args: unknown[]) => void) => void;
  twice: (f: (n: number) => number) => number;
  fail: () => void;
  nested: { word: string };
  readsFiles: boolean;
}
declare global {
  var fixture: Exposed;
}

import type { ChildProcess } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright';
import type { Bridge } from '../../../src/contract/bridge.ts';
import type { CallName, Input, ReplyTo } from '../../../src/contract/index.ts';
import type { Carrel } from '../../e2e/app.ts';

/** A program that is installed: its fuses keep Playwright from its main process, so it is driven by its page alone. */
export interface Installed extends Carrel {
  /** From the start of its process to the scan box being ready, in milliseconds. */
  readonly readyMs: number;
  /** Ends it as a power cut would. */
  readonly kill: () => Promise<void>;
}

const patience = 60_000;

/** Where the windows can be debugged: Electron says it, and so does the stand-in, when `--remote-debugging-port` is given. */
function devtoolsOf(child: ChildProcess, said: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', () => {
      const [, url] = /DevTools listening on (ws:\S+)/.exec(said()) ?? [];
      if (url !== undefined) resolve(url);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the program ended with ${String(code)}\n${said()}`)));
  });
}

async function pageOf(browser: Browser): Promise<Page> {
  const deadline = Date.now() + patience;
  for (;;) {
    const pages = browser.contexts().flatMap((context) => context.pages());
    // The hidden page for slips has the same address, and comes later.
    const page = pages.find((one) => one.url().includes('carrel'));
    if (page !== undefined) return page;
    if (Date.now() > deadline) throw new Error('the program has no window');
    await setTimeout(10);
  }
}

const endOf = (child: ChildProcess): Promise<unknown> =>
  child.exitCode === null && child.signalCode === null
    ? new Promise((resolve) => child.once('exit', resolve))
    : Promise.resolve();

/** Takes over a program that was just started with `--remote-debugging-port=0`, and waits until its scan box is ready. */
export async function drive(child: ChildProcess, userData: string): Promise<Installed> {
  const began = performance.now();
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (data: string) => (text += data));
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const ended = endOf(child);
    child.kill(signal);
    await ended;
  };
  const browser = await chromium.connectOverCDP(await devtoolsOf(child, () => text));
  const page = await pageOf(browser);
  page.setDefaultTimeout(patience);
  await page.getByRole('combobox', { name: /Scan or type/ }).waitFor();
  return {
    page,
    userData,
    readyMs: performance.now() - began,
    get app(): never {
      throw new Error('the main process of an installed program cannot be reached');
    },
    output: () => text,
    ask: <K extends CallName>(name: K, input: Input<K>) =>
      page.evaluate(
        ([what, id, values]) => (globalThis as unknown as { carrel: Bridge }).carrel.call(what, id, values),
        [name, crypto.randomUUID(), input] as const,
      ) as Promise<ReplyTo<K>>,
    close: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    [Symbol.asyncDispose]: () => end('SIGTERM'),
  };
}

import type { ChildProcess } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { _electron, type ElectronApplication, type Page } from 'playwright';
import { root } from '../../../build/electron.ts';
import { testEntry } from '../../entry/build.ts';
import type { Bridge } from '../../../src/contract/bridge.ts';
import type { CallName, Input, Progress, ReplyTo } from '../../../src/contract/index.ts';
import { noKeychain } from '../../e2e/app.ts';
import { newId } from '../clock.ts';
import type { Asks } from '../desk.ts';
import type { Sender } from '../network.ts';
import type { CallOf } from '../program.ts';

type Report = readonly [call: string, report: unknown];

interface InPage {
  readonly carrel: Bridge;
  /** What was reported and not taken yet. */
  readonly killsReports: Report[];
  /** Told when the next report comes. */
  killsHeard: () => void;
}

/** A window that was begun is there by then. */
const longestOpeningMs = 60_000;

/** One run of the built program, with its window, asked through the bridge as the window's own code asks. */
export class RealProgram implements Asks, Sender {
  readonly name: string;
  dead = false;
  /** It has ended, whoever ended it. */
  readonly ended: Promise<void>;
  readonly #app: ElectronApplication;
  readonly #process: ChildProcess;
  readonly #trouble: (error: unknown) => void;
  readonly #reports = new Map<string, (report: unknown) => void>();
  #page: Page | null = null;

  private constructor(name: string, app: ElectronApplication, trouble: (error: unknown) => void) {
    this.name = name;
    this.#app = app;
    this.#process = app.process();
    this.#trouble = trouble;
    this.ended = new Promise((resolve) => {
      this.#process.once('exit', () => {
        if (!this.dead) trouble(new Error('the program ended by itself'));
        this.dead = true;
        resolve();
      });
    });
  }

  /** Starts it; its window may be asked once `isOpen` has come about. */
  static async start(
    name: string,
    userData: string,
    trouble: (error: unknown) => void,
  ): Promise<RealProgram> {
    const env = { ...process.env, ...noKeychain } as Record<string, string>;
    const args = [await testEntry(), `--user-data-dir=${userData}`];
    return new RealProgram(name, await _electron.launch({ args, cwd: root, env }), trouble);
  }

  /**
   * False where it was killed before its window was there. Everything here is asked by value: Playwright's own process
   * ends where a page dies while an object of it (a handle, an exposed function) is being handed out.
   */
  async isOpen(): Promise<boolean> {
    try {
      const page = await this.#app.firstWindow({ timeout: longestOpeningMs });
      const end = performance.now() + longestOpeningMs;
      while (!(await hasBridge(page))) {
        if (this.dead) return false;
        if (performance.now() > end) throw new Error('its window has no bridge');
        await setTimeout(20);
      }
      await page.evaluate(() => {
        const inPage = Object.assign(globalThis as unknown as InPage, {
          killsReports: [] as Report[],
          killsHeard: () => undefined,
        });
        inPage.carrel.onProgress((id, report) => {
          inPage.killsReports.push([id, report]);
          inPage.killsHeard();
        });
      });
      this.#page = page;
      void this.#hear(page);
      return !this.dead;
    } catch (error) {
      if (!this.dead) throw error;
      return false;
    }
  }

  /** Hands on what is reported, as it comes. */
  async #hear(page: Page): Promise<void> {
    try {
      while (!this.dead) {
        await page.evaluate(
          () =>
            new Promise<void>((resolve) => {
              const inPage = globalThis as unknown as InPage;
              inPage.killsHeard = resolve;
              if (inPage.killsReports.length > 0) resolve();
            }),
        );
        await this.#takeReports();
      }
    } catch (error) {
      this.#failed(error);
    }
  }

  async #takeReports(): Promise<void> {
    const reports = await this.#inPage(() => (globalThis as unknown as InPage).killsReports.splice(0), null);
    if (this.dead) return;
    for (const [id, report] of reports as Report[]) this.#reports.get(id)?.(report);
  }

  act(): boolean {
    return !this.dead;
  }

  ask<K extends CallName>(
    _window: number,
    name: K,
    input: Input<K>,
    report: (progress: Progress<K>) => void = () => undefined,
  ): CallOf<K> {
    const id = newId();
    this.#reports.set(id, (message) => report(message as Progress<K>));
    const reply = new Promise<ReplyTo<K>>((resolve) => {
      this.#inPage(
        ([what, call, values]) => (globalThis as unknown as InPage).carrel.call(what, call, values),
        [name, id, input] as const,
      )
        .then(async (message) => {
          await this.#takeReports(); // Those of a call come before its reply.
          if (!this.dead) resolve(message as ReplyTo<K>);
        })
        .catch((error: unknown) => this.#failed(error));
    });
    const abort = (): void => {
      this.#inPage((call) => (globalThis as unknown as InPage).carrel.abort(call), id).catch(
        (error: unknown) => this.#failed(error),
      );
    };
    return { reply, abort };
  }

  /** As a power cut would: it hears nothing of it. */
  kill(): void {
    this.dead = true;
    this.#process.kill('SIGKILL');
  }

  #inPage<A>(work: (values: A) => unknown, values: A): Promise<unknown> {
    if (!this.#page) return Promise.reject(new Error('its window is not there'));
    return this.#page.evaluate(work as never, values);
  }

  #failed(error: unknown): void {
    // Its end may be heard of a moment after its window's.
    void setTimeout(1000).then(() => {
      if (!this.dead) this.#trouble(error);
    });
  }
}

/** Whether the page asks and is answered. One that is still being loaded does not. */
async function hasBridge(page: Page): Promise<boolean> {
  return page.evaluate(() => 'carrel' in globalThis).catch(() => false);
}

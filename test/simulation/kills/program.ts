import type { ChildProcess } from 'node:child_process';
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

interface InPage {
  readonly carrel: Bridge;
  readonly killsHeard: (id: string, report: unknown) => void;
}

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

  /** False where it was killed before its window was there. */
  async isOpen(): Promise<boolean> {
    try {
      const page = await this.#app.firstWindow();
      await page.exposeFunction('killsHeard', (id: string, report: unknown) => {
        if (!this.dead) this.#reports.get(id)?.(report);
      });
      await page.waitForFunction(() => 'carrel' in globalThis);
      await page.evaluate(() => {
        const { carrel, killsHeard } = globalThis as unknown as InPage;
        carrel.onProgress((id, report) => killsHeard(id, report));
      });
      this.#page = page;
      return !this.dead;
    } catch (error) {
      if (!this.dead) throw error;
      return false;
    }
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
      ).then(
        (message) => {
          if (!this.dead) resolve(message as ReplyTo<K>);
        },
        (error: unknown) => this.#failed(error),
      );
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
    setTimeout(() => {
      if (!this.dead) this.#trouble(error);
    }, 1000);
  }
}

import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../build/electron.ts';
import { openCarrel, type Carrel, type LaunchOptions } from '../e2e/app.ts';
import { oneLine } from '../e2e/keyboard.ts';

const folder = path.join(root, 'out/demo');
const size = { width: 1280, height: 800 };
let pictures = 0;
const steps = new Map<number, number>();

/** A part of the demo: steps of one flow of the program, told in order. */
export interface Flow {
  readonly number: number;
  readonly title: string;
  readonly play: (stage: Stage) => Promise<void>;
}

/** Where a flow is played: one program at a time, each step told in a line and kept as a picture. */
export class Stage {
  readonly #flow: Flow;
  #carrel: Carrel | null = null;
  passed = 0;
  /** The step that failed was told already. */
  told = false;

  constructor(flow: Flow) {
    this.#flow = flow;
  }

  /** Takes away the pictures of the last demo. */
  static async clear(): Promise<void> {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
  }

  /** The number of the step that is being done. */
  get now(): string {
    return `${this.#flow.number}.${steps.get(this.#flow.number) ?? 0}`;
  }

  /** Opens the program; where one is open already, that is ended first. */
  async open(options: LaunchOptions = {}): Promise<Carrel> {
    await this.close();
    const carrel = await openCarrel({ size, ...options });
    carrel.page.setDefaultTimeout(15_000);
    this.#carrel = carrel;
    return carrel;
  }

  async close(): Promise<void> {
    const carrel = this.#carrel;
    this.#carrel = null;
    await carrel?.[Symbol.asyncDispose]();
  }

  /**
   * Does one thing and tells it.
   *
   * @param did what is done, in a few words
   * @param act does it, and answers what then stands on the screen; it throws where that is not as it should be
   */
  async step(did: string, act: () => Promise<string>): Promise<void> {
    steps.set(this.#flow.number, (steps.get(this.#flow.number) ?? 0) + 1);
    try {
      const came = oneLine(await act());
      await this.#picture(did);
      console.log(`✓ ${this.now} ${did}: ${came}`);
      this.passed += 1;
    } catch (error) {
      await this.#picture(`failed ${did}`).catch(() => undefined);
      const why = error instanceof Error ? error.message : String(error);
      console.log(`✗ ${this.now} ${did}: ${oneLine(why).slice(0, 500)}`);
      this.told = true;
      throw error;
    }
  }

  async #picture(did: string): Promise<void> {
    pictures += 1;
    const words = did
      .toLowerCase()
      .normalize('NFKD')
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 50);
    const name = `${String(pictures).padStart(2, '0')}-${words}.png`;
    await this.#carrel?.page.screenshot({ path: path.join(folder, name) });
  }
}

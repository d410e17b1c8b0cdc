import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../build/electron.ts';
import { openCarrel, type Carrel, type LaunchOptions } from '../e2e/app.ts';
import { oneLine } from '../e2e/keyboard.ts';

const folder = path.join(root, 'out/demo');
const size = { width: 1280, height: 800 };
let pictures = 0;
const steps = new Map<number, number>();

/** A part of the demo: the steps of one flow of the program. */
export interface Flow {
  readonly number: number;
  readonly title: string;
  readonly play: (stage: Stage) => Promise<void>;
}

/** How a demo is shown. */
export interface Presentation {
  /** Opens the program, its window in the size given. */
  readonly open: (options: LaunchOptions) => Promise<Carrel>;
  /** After a step: whether it came out, and what then stood on the screen or what was wrong. */
  readonly onStep: (step: StepReport, carrel: Carrel | null) => Promise<void>;
}

interface StepReport {
  readonly number: string;
  readonly did: string;
  readonly passed: boolean;
  readonly came: string;
}

/** Prints each step in a line and saves a picture of it. */
const printed: Presentation = {
  open: openCarrel,
  onStep: async ({ number, did, passed, came }, carrel) => {
    const stored = takePicture(carrel, passed ? did : `failed ${did}`);
    await (passed ? stored : stored.catch(() => undefined));
    console.log(`${passed ? '✓' : '✗'} ${number} ${did}: ${came}`);
  },
};

async function takePicture(carrel: Carrel | null, did: string): Promise<void> {
  pictures += 1;
  const words = did
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 50);
  const name = `${String(pictures).padStart(2, '0')}-${words}.png`;
  await carrel?.page.screenshot({ path: path.join(folder, name) });
}

/** Plays a flow, with one program at a time. */
export class Stage {
  readonly #flow: Flow;
  readonly #house: Presentation;
  #carrel: Carrel | null = null;
  passed = 0;
  /** Whether the step that failed was reported already. */
  isReported = false;

  constructor(flow: Flow, presentation = printed) {
    this.#flow = flow;
    this.#house = presentation;
  }

  /** Removes the pictures of the last demo. */
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
    const carrel = await this.#house.open({ size, ...options });
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
    const step = { number: this.now, did };
    try {
      const came = oneLine(await act());
      await this.#house.onStep({ ...step, passed: true, came }, this.#carrel);
      this.passed += 1;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const came = oneLine(why).slice(0, 500);
      await this.#house.onStep({ ...step, passed: false, came }, this.#carrel);
      this.isReported = true;
      throw error;
    }
  }
}

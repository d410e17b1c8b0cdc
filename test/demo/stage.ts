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

/** What a stage does beside the play. */
export interface House {
  /** Opens the program, its window in the size given. */
  readonly open: (options: LaunchOptions) => Promise<Carrel>;
  /** After a step: whether it came out, and what then stood on the screen or what was wrong. */
  readonly told: (step: Told, carrel: Carrel | null) => Promise<void>;
}

interface Told {
  readonly number: string;
  readonly did: string;
  readonly passed: boolean;
  readonly came: string;
}

/** Each step is told in a line and kept as a picture. */
const inPublic: House = {
  open: openCarrel,
  told: async ({ number, did, passed, came }, carrel) => {
    const kept = takePicture(carrel, passed ? did : `failed ${did}`);
    await (passed ? kept : kept.catch(() => undefined));
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

/** Where a flow is played: one program at a time. */
export class Stage {
  readonly #flow: Flow;
  readonly #house: House;
  #carrel: Carrel | null = null;
  passed = 0;
  /** The step that failed was told already. */
  told = false;

  constructor(flow: Flow, house = inPublic) {
    this.#flow = flow;
    this.#house = house;
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
      await this.#house.told({ ...step, passed: true, came }, this.#carrel);
      this.passed += 1;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const came = oneLine(why).slice(0, 500);
      await this.#house.told({ ...step, passed: false, came }, this.#carrel);
      this.told = true;
      throw error;
    }
  }
}

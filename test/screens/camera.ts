import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../build/electron.ts';
import type { Appearance } from '../../src/contract/station.ts';
import { openCarrel, setSize, type Carrel, type LaunchOptions } from '../e2e/app.ts';

const folder = path.join(root, 'out/screens');

/** How a screen is looked at. */
interface Look {
  readonly name: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly theme: Appearance['theme'];
  readonly direction?: 'ltr' | 'rtl';
  /** As much larger as the menu's zoom makes it. */
  readonly zoom?: number;
}

const usual = { width: 1280, height: 800 };
const smallest = { width: 1024, height: 700 };

/** Each state is looked at so. */
const looks: readonly Look[] = [
  { name: '1280-light', size: usual, theme: 'light' },
  { name: '1024-dark', size: smallest, theme: 'dark' },
];
/** What shows a whole room is looked at so, too. */
const further: readonly Look[] = [
  { name: '1280-dark', size: usual, theme: 'dark' },
  { name: '1024-light', size: smallest, theme: 'light' },
  { name: '1280-contrast', size: usual, theme: 'contrast' },
  { name: '1280-rtl', size: usual, theme: 'light', direction: 'rtl' },
  { name: '1920-zoom', size: { width: 1920, height: 1080 }, theme: 'light', zoom: 2 },
  { name: '3840-light', size: { width: 3840, height: 2160 }, theme: 'light' },
];

/** Opens the program, and takes pictures of what is on its screen. */
export class Camera implements AsyncDisposable {
  readonly carrel: Carrel;
  readonly #area: string;
  #taken = 0;

  private constructor(carrel: Carrel, area: string) {
    this.carrel = carrel;
    this.#area = area;
  }

  /** Takes away the pictures of last time. */
  static async clear(): Promise<void> {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
  }

  static readonly open = async (area: string, options: LaunchOptions = {}): Promise<Camera> =>
    new Camera(await openCarrel({ size: usual, ...options }), area);

  /** A state of a screen, in the usual looks; with `whole`, in all of them. */
  async take(state: string, whole = false): Promise<void> {
    this.#taken += 1;
    const number = String(this.#taken).padStart(2, '0');
    for (const look of whole ? [...looks, ...further] : looks) {
      await this.#put(look);
      const file = `${this.#area}-${number}-${state.replaceAll(' ', '-')}-${look.name}.png`;
      await this.carrel.page.screenshot({ path: path.join(folder, file) });
    }
    const [first] = looks;
    if (first) await this.#put(first);
    console.log(`${this.#area} ${number} ${state}`);
  }

  async #put({ size, theme, direction = 'ltr', zoom = 1 }: Look): Promise<void> {
    const { page, ask } = this.carrel;
    await ask('station.appearance', { theme });
    await page.evaluate(`document.documentElement.dir = '${direction}'`);
    await page.locator(`html[data-theme="${theme}"]`).waitFor();
    await setSize(this.carrel, size, zoom);
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.carrel[Symbol.asyncDispose]();
  }
}

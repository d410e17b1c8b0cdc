import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright';
import { root } from '../../build/electron.ts';
import type { Appearance } from '../../src/contract/station.ts';
import { expectAccessible } from '../e2e/accessible.ts';
import { openCarrel, setSize, type Carrel, type LaunchOptions } from '../e2e/app.ts';
import { Desk } from '../e2e/desk.ts';
import { cutShort, scrollsSideways, smallestPage, sticksOut } from '../e2e/fits.ts';
import { press } from '../e2e/keyboard.ts';

const folder = path.join(root, 'out/screens');

/** How a screen is looked at. */
interface Look {
  readonly name: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly theme: Appearance['theme'];
  readonly direction?: 'ltr' | 'rtl';
  /** As much larger as the menu's zoom makes it. */
  readonly zoom?: number;
  /** axe looks as well: at each set of colours once. */
  readonly axe?: boolean;
}

const usual = { width: 1280, height: 800 };
const smallest = { width: 1024, height: 700 };

/** Each state is looked at so. */
const looks: readonly Look[] = [
  { name: '1280-light', size: usual, theme: 'light', axe: true },
  { name: '1024-dark', size: smallest, theme: 'dark', axe: true },
];
/** What shows a whole room, a tab or a long form is looked at so, too. */
const further: readonly Look[] = [
  { name: '1280-dark', size: usual, theme: 'dark' },
  { name: '1280-contrast', size: usual, theme: 'contrast', axe: true },
  { name: '1024-light', size: smallest, theme: 'light' },
  // From another size: the tabs are arranged anew, as they are where the direction was this one from the start.
  { name: '1280-rtl', size: usual, theme: 'light', direction: 'rtl' },
  { name: '1920-zoom', size: { width: 1920, height: 1080 }, theme: 'light', zoom: 2 },
  { name: '3840-light', size: { width: 3840, height: 2160 }, theme: 'light' },
];

/** A small laptop at 125 %: where what matters must still be seen without scrolling. */
const lowest: Look = { name: '1008-low', size: smallestPage, theme: 'light' };

/**
 * To be evaluated in the page: waits for all that moves or fades, but for what goes round until something comes. With
 * motion reduced there would be nothing to wait for, but what is said only after a while would be said at once.
 */
const motionEnded = `Promise.race([
  Promise.allSettled(
    document.getAnimations()
      .filter((one) => Number.isFinite(one.effect.getComputedTiming().endTime) && one.playState !== 'paused')
      .map((one) => one.finished),
  ),
  // What moved and was taken off the page never says that it has ended.
  new Promise((done) => setTimeout(done, 3000)),
])`;

interface Take {
  /** In all looks. */
  readonly whole?: boolean;
  /** In the lowest window, too. */
  readonly low?: boolean;
  /** What it is about, where that has to be scrolled to. */
  readonly at?: Locator;
}

/** Opens the program, takes pictures of what is on its screen, and says what no eye has to look for. */
export class Camera implements AsyncDisposable {
  /** What was found in any picture: by axe, or wider than the window, or cut short. */
  static readonly found: string[] = [];
  readonly carrel: Carrel;
  readonly desk: Desk;
  readonly #area: string;
  #taken = 0;

  private constructor(carrel: Carrel, area: string) {
    this.carrel = carrel;
    this.desk = new Desk(carrel.page);
    this.#area = area;
  }

  /** Takes away the pictures of last time, of these areas. */
  static async clear(areas: readonly string[]): Promise<void> {
    await mkdir(folder, { recursive: true });
    const of = (picture: string): boolean => areas.some((area) => picture.startsWith(`${area}-`));
    for (const picture of (await readdir(folder)).filter(of)) await rm(path.join(folder, picture));
  }

  static readonly open = async (area: string, options: LaunchOptions = {}): Promise<Camera> => {
    const carrel = await openCarrel({ size: usual, ...options });
    // Nobody waits for this: a machine that is busy with other things has its time.
    carrel.page.setDefaultTimeout(60_000);
    return new Camera(carrel, area);
  };

  /** A state of a screen. */
  async take(state: string, { whole = false, low = false, at }: Take = {}): Promise<void> {
    this.#taken += 1;
    const number = String(this.#taken).padStart(2, '0');
    for (const look of [...looks, ...(whole ? further : []), ...(low ? [lowest] : [])]) {
      await this.#put(look);
      await at?.scrollIntoViewIfNeeded();
      const name = `${this.#area}-${number}-${state.replaceAll(' ', '-')}-${look.name}`;
      await this.carrel.page.screenshot({ path: path.join(folder, `${name}.png`) });
      await this.#judge(name, look);
    }
    const [first] = looks;
    if (first) await this.#put(first);
    console.log(`${this.#area} ${number} ${state}`);
  }

  /** What a key opens over the room: looked at once nothing in it is waited for, and closed again. */
  async over(key: string, state: string, options: Take = {}): Promise<void> {
    await press(this.carrel.page, key);
    await this.settled();
    await this.take(state, options);
    await this.close();
  }

  /** A dialog is there, and has what it asked for. */
  async settled(): Promise<void> {
    await this.desk.dialog.waitFor();
    await this.desk.dialog.getByRole('progressbar').waitFor({ state: 'detached' });
  }

  async close(): Promise<void> {
    await press(this.carrel.page, 'Escape');
    await this.desk.dialog.waitFor({ state: 'detached' });
  }

  async #put({ size, theme, direction = 'ltr', zoom = 1 }: Look): Promise<void> {
    const { page, ask } = this.carrel;
    await ask('station.appearance', { theme });
    await page.evaluate(`document.documentElement.dir = '${direction}'`);
    await page.locator(`html[data-theme="${theme}"]`).waitFor();
    await setSize(this.carrel, size, zoom);
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    await page.evaluate(motionEnded);
  }

  async #judge(name: string, look: Look): Promise<void> {
    const { page } = this.carrel;
    const { wide, out } = await page.evaluate<{ wide: number; out: string[] }>(sticksOut);
    if (wide > 0) this.#tell(`${name}: ${wide} px wider than the window`);
    for (const one of out) this.#tell(`${name}: sticks out: ${one}`);
    for (const one of await page.evaluate<string[]>(cutShort)) this.#tell(`${name}: cut short: ${one}`);
    for (const one of await page.evaluate<string[]>(scrollsSideways))
      this.#tell(`${name}: scrolls sideways: ${one}`);
    if (!look.axe) return;
    try {
      await expectAccessible(page, name);
    } catch (error) {
      this.#tell(error instanceof Error ? error.message : String(error));
    }
  }

  #tell(what: string): void {
    console.error(what);
    Camera.found.push(what);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Left in the middle of something, with a service that was told to be slow: it is not waited for.
    const end = setTimeout(() => this.carrel.app.process().kill('SIGKILL'), 20_000);
    await this.carrel[Symbol.asyncDispose]();
    clearTimeout(end);
  }
}

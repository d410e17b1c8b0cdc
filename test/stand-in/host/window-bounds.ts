import { chromium, headed } from './chromium.ts';
import type { Devtools } from './cdp.ts';

/** A place on the screen, in CSS pixels. The size is that of the content: no frame is counted here. */
export interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Keeps Chromium's window as large as the app was told it is. */
export class WindowBounds {
  #bounds: Bounds;
  /** It has no window of Chromium's for itself. */
  readonly #unseen: boolean;
  #zoom = 1;

  constructor(bounds: Bounds, unseen: boolean) {
    this.#bounds = bounds;
    this.#unseen = unseen;
  }
  get now(): Bounds {
    return { ...this.#bounds };
  }

  async set(changed: Partial<Bounds>, devtools: Devtools | undefined, targetId: string): Promise<void> {
    this.#bounds = { ...this.#bounds, ...changed };
    if (devtools) await this.apply(devtools, targetId, changed.x !== undefined || changed.y !== undefined);
  }

  async apply(devtools: Devtools, targetId: string, moved: boolean): Promise<void> {
    if (this.#unseen) return this.#magnify(devtools);
    const { browser } = chromium().connection;
    const { x, y, width, height } = this.#bounds;
    const { windowId } = await browser.send('Browser.getWindowForTarget', { targetId });
    if (moved && headed)
      await browser.send('Browser.setWindowBounds', { windowId, bounds: { left: x, top: y } });
    await browser.send('Browser.setContentsSize', { windowId, width, height });
    if (this.#zoom !== 1) await this.#magnify(devtools);
  }

  /** A page that is zoomed has fewer CSS pixels, each of them larger. */
  async zoom(factor: number, devtools: Devtools): Promise<void> {
    this.#zoom = factor;
    if (factor === 1) await devtools.send('Emulation.clearDeviceMetricsOverride');
    else await this.#magnify(devtools);
  }
  async #magnify(devtools: Devtools): Promise<void> {
    const { width, height } = this.#bounds;
    await devtools.send('Emulation.setDeviceMetricsOverride', {
      width: Math.round(width / this.#zoom),
      height: Math.round(height / this.#zoom),
      deviceScaleFactor: this.#zoom,
      mobile: false,
    });
  }
}

import { expect } from '@playwright/test';
import type { WebContents } from 'electron';
import type { ElectronApplication } from 'playwright';
import { oneLine } from './keyboard.ts';

/** How a page lies on the paper: of its text and of its heading. */
export interface Look {
  readonly size: string;
  readonly headingSize: string;
  readonly headingWeight: string;
  readonly headingAlign: string;
}

interface Tray {
  readonly pages: string[];
  readonly looks: Look[];
  /** What the printer says instead of printing; `''` while it prints. */
  refusal: string;
}

/** The printer beside the desk, on either host: what came out of it can be read, and it can be broken. */
export class Paper {
  readonly #app: ElectronApplication;
  #seen = 0;

  private constructor(app: ElectronApplication) {
    this.#app = app;
  }

  /** Takes the place of the machine's printer for every window. */
  static async beside(app: ElectronApplication): Promise<Paper> {
    await app.evaluate((electron) => {
      const holder = globalThis as unknown as { tray?: Tray };
      const known = holder.tray !== undefined;
      const tray = (holder.tray = { pages: [], looks: [], refusal: '' } as Tray);
      if (known) return;
      const put = (contents: WebContents): void => {
        contents.print = (_options, done) => {
          const now = holder.tray ?? tray;
          const read = `(() => {
            const text = document.querySelector('.slip') ?? document.body;
            const heading = getComputedStyle(document.querySelector('.slip .name') ?? text);
            return {
              text: document.body.innerText,
              look: {
                size: getComputedStyle(text).fontSize,
                headingSize: heading.fontSize,
                headingWeight: heading.fontWeight,
                headingAlign: heading.textAlign,
              },
            };
          })()`;
          void contents.executeJavaScript(read).then(({ text, look }: { text: string; look: Look }) => {
            if (now.refusal === '') {
              now.pages.push(text);
              now.looks.push(look);
            }
            done?.(now.refusal === '', now.refusal);
          });
        };
      };
      electron.webContents.getAllWebContents().forEach(put);
      electron.app.on('web-contents-created', (_event, contents) => put(contents));
    });
    return new Paper(app);
  }

  /** What came out since this was asked last, once there are so many pages; each in one line. */
  async next(count = 1): Promise<readonly string[]> {
    await expect.poll(async () => (await this.#pages()).length).toBe(this.#seen + count);
    const pages = (await this.#pages()).slice(this.#seen);
    this.#seen += count;
    return pages.map(oneLine);
  }

  /** How the last page lies on the paper. */
  async look(): Promise<Look | undefined> {
    return this.#app.evaluate(() => (globalThis as unknown as { tray: Tray }).tray.looks.at(-1));
  }

  /** How many pages came out that nobody has asked for. */
  async unread(): Promise<number> {
    return (await this.#pages()).length - this.#seen;
  }

  async breaks(refusal: string): Promise<void> {
    await this.#set({ refusal });
  }

  async works(): Promise<void> {
    await this.#set({ refusal: '' });
  }

  async #set(change: Partial<Tray>): Promise<void> {
    await this.#app.evaluate((_, given) => {
      Object.assign((globalThis as unknown as { tray: Tray }).tray, given);
    }, change);
  }

  #pages(): Promise<string[]> {
    return this.#app.evaluate(() => (globalThis as unknown as { tray: Tray }).tray.pages);
  }
}

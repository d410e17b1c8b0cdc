import { expect } from '@playwright/test';
import type { WebContents, WebContentsPrintOptions } from 'electron';
import type { ElectronApplication } from 'playwright';
import { oneLine } from './keyboard.ts';

/** How a page lies on the paper: of its text and of its heading. */
export interface Look {
  readonly size: string;
  readonly headingSize: string;
  readonly headingWeight: string;
  readonly headingAlign: string;
}

/** A printer of the machine. */
export interface Device {
  /** What the system calls it. */
  readonly name: string;
  readonly label: string;
}

/** What the program said of a job. */
export type Job = Pick<WebContentsPrintOptions, 'silent' | 'deviceName' | 'pageSize' | 'margins'> & {
  /** On how many pages of that size it came out; null for the size that the printer has. */
  readonly pages: number | null;
};

interface Tray {
  readonly pages: string[];
  readonly looks: Look[];
  readonly jobs: Job[];
  /** The first is the system's default. */
  devices: readonly Device[];
  /** What the printer says instead of printing; `''` while it prints. */
  refusal: string;
}

const usual: readonly Device[] = [{ name: 'Front_Desk', label: 'Front desk' }];

/** The printers beside the desk, on either host: what came out of them can be read, and they can be broken. */
export class Paper {
  readonly #app: ElectronApplication;
  #seen = 0;

  private constructor(app: ElectronApplication) {
    this.#app = app;
  }

  /** Takes the place of the machine's printers for every window. */
  static async beside(app: ElectronApplication): Promise<Paper> {
    await app.evaluate((electron, devices) => {
      const holder = globalThis as unknown as { tray?: Tray };
      const known = holder.tray !== undefined;
      holder.tray = { pages: [], looks: [], jobs: [], devices, refusal: '' };
      if (known) return;
      const tray = (): Tray => holder.tray as Tray;

      /** Each page of a PDF is an object of its own. */
      async function pagesOf(contents: WebContents, { pageSize }: WebContentsPrintOptions) {
        if (typeof pageSize !== 'object') return null;
        const inches = { width: pageSize.width / 25_400, height: pageSize.height / 25_400 };
        const margins = { marginType: 'none', top: 0, bottom: 0, left: 0, right: 0 } as const;
        const pdf = await contents.printToPDF({ pageSize: inches, margins });
        return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
      }

      const put = (contents: WebContents): void => {
        contents.getPrintersAsync = () =>
          Promise.resolve(
            tray().devices.map(({ name, label }, index) => ({
              ...{ name, displayName: label, description: '' },
              options: { 'printer-type': index === 0 ? String(0x2_00_00) : '0' },
            })),
          );
        contents.print = (options = {}, done) => {
          const { silent, deviceName = '', pageSize, margins } = options;
          const { devices: all, refusal } = tray();
          const isThere = deviceName === '' || all.some(({ name }) => name === deviceName);
          const reason = isThere ? refusal : 'Invalid deviceName provided';
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
          const print = async (): Promise<void> => {
            const { text, look } = (await contents.executeJavaScript(read)) as { text: string; look: Look };
            const pages = await pagesOf(contents, options);
            if (reason === '') {
              const said = { silent, deviceName, pageSize, margins };
              const defined = Object.entries(said).filter(([, value]) => value !== undefined);
              tray().jobs.push({ ...(Object.fromEntries(defined) as typeof said), pages } as Job);
              tray().looks.push(look);
              tray().pages.push(text);
            }
            done?.(reason === '', reason);
          };
          void print();
        };
      };
      electron.webContents.getAllWebContents().forEach(put);
      electron.app.on('web-contents-created', (_event, contents) => put(contents));
    }, usual);
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

  /** Where the last page was printed, and on what. */
  async job(): Promise<Job | undefined> {
    return this.#app.evaluate(() => (globalThis as unknown as { tray: Tray }).tray.jobs.at(-1));
  }

  /** How many pages came out that nobody has asked for. */
  async unread(): Promise<number> {
    return (await this.#pages()).length - this.#seen;
  }

  /** From now on the machine has these printers, of which the first is its default. */
  async has(...devices: readonly Device[]): Promise<void> {
    await this.#set({ devices });
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

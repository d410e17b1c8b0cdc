import type { BrowserWindow } from 'electron';
import type { Printing } from '../../contract/failure.ts';
import { Failed } from '../failed.ts';
import type { Clock, Printer } from '../ports.ts';
import type { UnseenPage } from './unseen-page.ts';

/** A printer that has said nothing for so long is not waited for: the slips behind it are. */
const patienceMs = 30_000;

const notPrinted = (why: Printing, detail: string): Failed => new Failed({ kind: 'printer', why, detail });

/** What a host says where there is no printer at all, or none that is the system's own. */
const noPrinter = /no (?:default )?printer|printers? (?:not found|unavailable)|invalid devicename/i;

/**
 * Prints on the system's own printer, in the paper size that printer is set to: a roll stays a roll. Pages come one
 * after the other, in a window of their own, and no window of the desk is ever waited for.
 */
export function createPrinter(unseen: Pick<UnseenPage, 'with'>, clock: Pick<Clock, 'sleep'>): Printer {
  let last: Promise<unknown> = Promise.resolve();

  function toPrinter({ webContents }: BrowserWindow): Promise<void> {
    return new Promise((resolve, reject) => {
      const options = {
        silent: true,
        usePrinterDefaultPageSize: true,
        margins: { marginType: 'printableArea' },
      } as const;
      webContents.print(options, (success, reason) => {
        if (success) resolve();
        else reject(notPrinted(noPrinter.test(reason) ? 'noPrinter' : 'refused', reason));
      });
    });
  }

  async function withPage<T>(
    page: string,
    act: (window: BrowserWindow) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    try {
      return await unseen.with(page, act, signal);
    } catch (error) {
      if (error instanceof Failed) throw error;
      throw notPrinted('refused', error instanceof Error ? error.message : '');
    }
  }

  async function inTime<T>(page: string, act: (window: BrowserWindow) => Promise<T>): Promise<T> {
    const over = new AbortController();
    const tooLong = clock.sleep(patienceMs, over.signal).then(() => {
      throw notPrinted('slow', '');
    });
    tooLong.catch(() => undefined); // it ends with the page, and then says nothing
    try {
      return await Promise.race([withPage(page, act, over.signal), tooLong]);
    } finally {
      over.abort();
    }
  }

  function inTurn<T>(page: string, act: (window: BrowserWindow) => Promise<T>): Promise<T> {
    const done = last.then(() => inTime(page, act));
    last = done.catch(() => undefined);
    return done;
  }

  return {
    print: (page) => inTurn(page, toPrinter),
    pdf: (page) => inTurn(page, ({ webContents }) => webContents.printToPDF({ pageSize: 'A5' })),
  };
}

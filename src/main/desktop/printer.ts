import type { BrowserWindow, WebContentsPrintOptions } from 'electron';
import type { PrinterChoice } from '../../contract/slips.ts';
import { Failed } from '../failure.ts';
import type { Clock, Printer } from '../ports.ts';
import { notPrinted, type Printers } from './printers.ts';
import type { UnseenPage } from './unseen-page.ts';

/** An inch is 25.4 mm, and 96 pixels of CSS. */
const micronsPerPixel = 25_400 / 96;

/** What Electron takes at least. Source: `webContents.print` in electron.d.ts. */
const leastMicrons = 353;

/** A longer page than Windows can ask of a printer: `dmPaperLength` is a short, in tenths of a millimetre. The rest is a page of its own. */
const mostMicrons = 3_276_000;

/** How long what is on the page is, in pixels of CSS. The page itself keeps to the width of its roll. */
const lengthOfPage = 'document.body.getBoundingClientRect().height';

/** The size of a page on a roll of so many millimetres, in microns: as long as what is on it. */
export async function rollPage(
  { webContents }: Pick<BrowserWindow, 'webContents'>,
  millimetres: number,
): Promise<{ readonly width: number; readonly height: number }> {
  const pixels = Number(await webContents.executeJavaScript(lengthOfPage));
  const height = Math.min(Math.max(Math.ceil(pixels * micronsPerPixel), leastMicrons), mostMicrons);
  return { width: Math.round(millimetres * 1000), height };
}

/** A printer that has said nothing for so long is not waited for: the slips behind it are. */
const patienceMs = 30_000;
/** Somebody who is asked for the printer may look for their glasses first; but there are slips behind this one too. */
const askedMs = 120_000;

/** What a host says where there is no printer at all, where it does not know the one it was told, and where the dialog was closed. */
const noPrinter = /no (?:default |valid )?printers?|printers? (?:not found|unavailable)/i;
const notThere = /invalid devicename/i;
const stopped = /cancel/i;

type PrintJob<T> = (window: BrowserWindow, signal: AbortSignal) => Promise<T>;

/** The printers, for slips and for the pages of windows. */
export interface DesktopPrinter extends Printer {
  /** Prints the page of a window that is seen, on the paper that the printer usually has. */
  printWindow(window: BrowserWindow, choice: PrinterChoice): Promise<boolean>;
}

/** Hands a page to the printer; false where somebody closed the dialog. */
function handOver({ webContents }: BrowserWindow, options: WebContentsPrintOptions): Promise<boolean> {
  return new Promise((resolve, reject) => {
    webContents.print(options, (success, reason) => {
      const { silent, deviceName = '' } = options;
      if (success) resolve(true);
      else if (!silent && stopped.test(reason)) resolve(false);
      else if (notThere.test(reason)) reject(notPrinted('notThere', deviceName));
      else reject(notPrinted(noPrinter.test(reason) ? 'noPrinter' : 'refused', reason));
    });
  });
}

/** The paper: a page as long as the slip where there is a roll, and else the size that the printer is set to. */
async function paperOf(window: BrowserWindow, roll: number | null): Promise<WebContentsPrintOptions> {
  if (roll === null) return { usePrinterDefaultPageSize: true, margins: { marginType: 'printableArea' } };
  return { pageSize: await rollPage(window, roll), margins: { marginType: 'none' } };
}

/**
 * Prints at the printer that was chosen, and at no other: each job names it, since Electron takes the first of the list
 * where the system has no default. Jobs come one after the other, each with a limit in time. Pages that nobody sees are
 * in a window of their own, and no window of the desk is ever waited for.
 */
export function createPrinter(
  unseen: Pick<UnseenPage, 'with'>,
  printers: Printers,
  clock: Pick<Clock, 'sleep'>,
): DesktopPrinter {
  let last: Promise<unknown> = Promise.resolve();

  const deviceOf = async (choice: PrinterChoice): Promise<WebContentsPrintOptions> =>
    choice.at === 'ask' ? { silent: false } : { silent: true, deviceName: await printers.nameOf(choice) };

  async function toPrinter(
    { window, signal, choice }: { window: BrowserWindow; signal: AbortSignal; choice: PrinterChoice },
    page: WebContentsPrintOptions,
  ): Promise<boolean> {
    const deliver = async (): Promise<boolean> => {
      const options = { ...(await deviceOf(choice)), ...page };
      signal.throwIfAborted(); // nothing is printed that was told to have failed
      return handOver(window, options);
    };
    try {
      return await deliver();
    } catch (error) {
      const { failure } = told(error);
      const isGone = failure.kind === 'printer' && failure.why === 'notThere';
      if (choice.at !== 'system' || !isGone) throw error;
      printers.forget(); // the system has another default one by now, or none
      return deliver();
    }
  }

  const told = (error: unknown): Failed =>
    error instanceof Failed ? error : notPrinted('refused', error instanceof Error ? error.message : '');

  async function inTime<T>(act: (signal: AbortSignal) => Promise<T>, ms: number): Promise<T> {
    const over = new AbortController();
    const tooLong = clock.sleep(ms, over.signal).then(() => {
      throw notPrinted('slow');
    });
    tooLong.catch(() => undefined); // it ends with the job, and then says nothing
    try {
      return await Promise.race([act(over.signal), tooLong]);
    } catch (error) {
      printers.forget();
      throw told(error);
    } finally {
      over.abort();
    }
  }

  function inTurn<T>(act: (signal: AbortSignal) => Promise<T>, ms = patienceMs): Promise<T> {
    const done = last.then(() => inTime(act, ms));
    last = done.catch(() => undefined);
    return done;
  }

  const withPage = <T>(page: string, act: PrintJob<T>, ms?: number): Promise<T> =>
    inTurn((signal) => unseen.with(page, (window) => act(window, signal), signal), ms);

  return {
    print: (page, { printer: choice, roll }) =>
      withPage(
        page,
        async (window, signal) => toPrinter({ window, signal, choice }, await paperOf(window, roll)),
        choice.at === 'ask' ? askedMs : patienceMs,
      ),
    pdf: (page) => withPage(page, ({ webContents }) => webContents.printToPDF({ pageSize: 'A5' })),
    list: () => inTime(() => printers.list(), patienceMs),
    async printWindow(window, choice) {
      const page = { printBackground: true, usePrinterDefaultPageSize: true };
      // Whoever is asked sees the dialog over their own window, for as long as they like: no slip waits for them.
      if (choice.at === 'ask') {
        try {
          return await handOver(window, { ...page, silent: false });
        } catch (error) {
          throw told(error);
        }
      }
      return inTurn((signal) => toPrinter({ window, signal, choice }, page));
    },
  };
}

import type { BrowserWindow, PrintToPDFOptions, WebContentsPrintOptions } from 'electron';
import type { PrinterChoice } from '../../contract/slips.ts';
import type { Extent } from '../../shared/label-stock.ts';
import { Failed } from '../failure.ts';
import type { Clock, Printer, PrintPlace } from '../ports.ts';
import { notPrinted, type Printers } from './printers.ts';
import type { HiddenPage } from './hidden-page.ts';

const millimetresPerInch = 25.4;

/** An inch is 96 CSS pixels. */
const micronsPerPixel = (millimetresPerInch * 1000) / 96;

/** The smallest size that Electron accepts. Source: `webContents.print` in electron.d.ts. */
const minMicrons = 353;

/**
 * The longest page on Windows: `dmPaperLength` is a short, in tenths of a millimetre. The rest goes on another page.
 */
const maxMicrons = 3_276_000;

/** The height of the content in CSS pixels. The page itself has the width of its roll. */
const lengthOfPage = 'document.body.getBoundingClientRect().height';

/** The size of a page on a roll, in microns: as long as its content. */
export async function rollPage(
  { webContents }: Pick<BrowserWindow, 'webContents'>,
  millimetres: number,
): Promise<{ readonly width: number; readonly height: number }> {
  const pixels = Number(await webContents.executeJavaScript(lengthOfPage));
  const height = Math.min(Math.max(Math.ceil(pixels * micronsPerPixel), minMicrons), maxMicrons);
  return { width: Math.round(millimetres * 1000), height };
}

/** How long a print job may take. The slips behind it wait. */
const jobTimeoutMs = 30_000;
/** How long a job may take whose dialog asks for the printer. The slips behind it wait too. */
const dialogTimeoutMs = 120_000;

/** The system's messages for: no printer at all, an unknown printer, a dialog that was cancelled. */
const noPrinter = /no (?:default |valid )?printers?|printers? (?:not found|unavailable)/i;
const unknownDevice = /invalid devicename/i;
const cancelled = /cancel/i;

type PrintJob<T> = (window: BrowserWindow, signal: AbortSignal) => Promise<T>;

/** Prints slips and the pages of windows. */
export interface DesktopPrinter extends Printer {
  /** Prints the page of a visible window, on the printer's usual paper. */
  printWindow(window: BrowserWindow, choice: PrinterChoice): Promise<boolean>;
}

/** Sends a page to the printer; false if the user closed the dialog. */
function sendToPrinter({ webContents }: BrowserWindow, options: WebContentsPrintOptions): Promise<boolean> {
  return new Promise((resolve, reject) => {
    webContents.print(options, (success, reason) => {
      const { silent, deviceName = '' } = options;
      if (success) resolve(true);
      else if (!silent && cancelled.test(reason)) resolve(false);
      else if (unknownDevice.test(reason)) reject(notPrinted('notThere', deviceName));
      else reject(notPrinted(noPrinter.test(reason) ? 'noPrinter' : 'refused', reason));
    });
  });
}

/** The paper: pages of a given size; on a roll, a page as long as the slip; otherwise the paper size of the printer. */
async function paperOf(
  window: BrowserWindow,
  { sheet, roll }: Pick<PrintPlace, 'sheet' | 'roll'>,
): Promise<WebContentsPrintOptions> {
  if (sheet) {
    const pageSize = { width: Math.round(sheet.width * 1000), height: Math.round(sheet.height * 1000) };
    return { pageSize, margins: { marginType: 'none' } };
  }
  if (roll === null) return { usePrinterDefaultPageSize: true, margins: { marginType: 'printableArea' } };
  return { pageSize: await rollPage(window, roll), margins: { marginType: 'none' } };
}

/**
 * How a page becomes a PDF: with pages of exactly this size in millimetres, or A4 or A5 with the margins of the page's
 * style.
 */
const pdfOf = (sheet?: Extent | 'A4 landscape'): PrintToPDFOptions =>
  sheet === 'A4 landscape'
    ? { pageSize: 'A4', landscape: true, printBackground: true }
    : sheet
      ? {
          pageSize: { width: sheet.width / millimetresPerInch, height: sheet.height / millimetresPerInch },
          margins: { top: 0, bottom: 0, left: 0, right: 0 },
          printBackground: true,
        }
      : { pageSize: 'A5' };

/**
 * Prints on the chosen printer and on no other: each job names it, because Electron takes the first of the list if the
 * system has no default. Jobs run one after the other, each with a time limit. Slips are printed from a hidden window,
 * so that no window of the desk waits.
 */
export function createPrinter(
  hiddenPage: Pick<HiddenPage, 'with'>,
  printers: Printers,
  clock: Pick<Clock, 'sleep'>,
): DesktopPrinter {
  let last: Promise<unknown> = Promise.resolve();

  const deviceOf = async (choice: PrinterChoice): Promise<WebContentsPrintOptions> =>
    choice.at === 'ask' ? { silent: false } : { silent: true, deviceName: await printers.nameOf(choice) };

  async function printOn(
    { window, signal, choice }: { window: BrowserWindow; signal: AbortSignal; choice: PrinterChoice },
    page: WebContentsPrintOptions,
  ): Promise<boolean> {
    const deliver = async (): Promise<boolean> => {
      const options = { ...(await deviceOf(choice)), ...page };
      signal.throwIfAborted(); // a job that was reported as failed must not be printed
      return sendToPrinter(window, options);
    };
    try {
      return await deliver();
    } catch (error) {
      const { failure } = asFailed(error);
      const isGone = failure.kind === 'printer' && failure.why === 'notThere';
      if (choice.at !== 'system' || !isGone) throw error;
      printers.forget(); // the system may have another default printer by now
      return deliver();
    }
  }

  const asFailed = (error: unknown): Failed =>
    error instanceof Failed ? error : notPrinted('refused', error instanceof Error ? error.message : '');

  async function inTime<T>(act: (signal: AbortSignal) => Promise<T>, ms: number): Promise<T> {
    const over = new AbortController();
    const tooLong = clock.sleep(ms, over.signal).then(() => {
      throw notPrinted('slow');
    });
    tooLong.catch(() => undefined); // rejects when the job ends first
    try {
      return await Promise.race([act(over.signal), tooLong]);
    } catch (error) {
      printers.forget();
      throw asFailed(error);
    } finally {
      over.abort();
    }
  }

  function inTurn<T>(act: (signal: AbortSignal) => Promise<T>, ms = jobTimeoutMs): Promise<T> {
    const done = last.then(() => inTime(act, ms));
    last = done.catch(() => undefined);
    return done;
  }

  const withPage = <T>(page: string, act: PrintJob<T>, ms?: number): Promise<T> =>
    inTurn((signal) => hiddenPage.with(page, (window) => act(window, signal), signal), ms);

  return {
    print: (page, { printer: choice, ...place }) =>
      withPage(
        page,
        async (window, signal) => printOn({ window, signal, choice }, await paperOf(window, place)),
        choice.at === 'ask' ? dialogTimeoutMs : jobTimeoutMs,
      ),
    pdf: (page, sheet) => withPage(page, ({ webContents }) => webContents.printToPDF(pdfOf(sheet))),
    list: () => inTime(() => printers.list(), jobTimeoutMs),
    async printWindow(window, choice) {
      const page = { printBackground: true, usePrinterDefaultPageSize: true };
      // This dialog is over the user's own window and has no time limit, because no slip waits for it.
      if (choice.at === 'ask') {
        try {
          return await sendToPrinter(window, { ...page, silent: false });
        } catch (error) {
          throw asFailed(error);
        }
      }
      return inTurn((signal) => printOn({ window, signal, choice }, page));
    },
  };
}

import type { BrowserWindow, Dialog } from 'electron';
import type { PrinterChoice, Printed } from '../../contract/slips.ts';
import { m } from '../../messages/compiled/messages.js';
import { Failed } from '../failure.ts';
import type { Files, Log } from '../ports.ts';
import type { DesktopPrinter } from './printer.ts';

export type PrintTo = 'paper' | 'pdf';

export interface WindowPrintingOptions {
  readonly windowOf: (id: number) => BrowserWindow | null;
  readonly files: Pick<Files, 'placeFor' | 'write'>;
  readonly printer: Pick<DesktopPrinter, 'printWindow'>;
  /** The printer for the pages of windows. */
  readonly choice: () => PrinterChoice;
  readonly dialog: Pick<Dialog, 'showMessageBox'>;
  readonly log: Log;
}

/** Prints the pages of windows, by a call of the page or from the menu. */
export class WindowPrinting {
  readonly #options: WindowPrintingOptions;

  constructor(options: WindowPrintingOptions) {
    this.#options = options;
  }

  /** Prints the page of a window, or saves it as a PDF where the user chooses. */
  async print(id: number, to: PrintTo): Promise<Printed> {
    const { windowOf, files, printer, choice } = this.#options;
    const window = windowOf(id);
    if (window === null) return { file: null };
    if (to === 'paper') {
      const printed = await printer.printWindow(window, choice());
      return { file: null, ...(printed ? {} : { stopped: true }) };
    }
    const type = { name: m.desktop_pdf_type(), extensions: ['pdf'] };
    const place = await files.placeFor(id, {
      use: 'pdf',
      title: m.desktop_pdf_title(),
      name: m.desktop_pdf_name(),
      type,
    });
    if (place === null) return { file: null };
    await files.write(
      place,
      await window.webContents.printToPDF({ printBackground: true, preferCSSPageSize: true }),
    );
    return { file: place };
  }

  /** Does the same from the menu. No page shows a failure of that, so a message box over the window does. */
  async printFromMenu(window: BrowserWindow, to: PrintTo): Promise<void> {
    const { dialog, log } = this.#options;
    try {
      await this.print(window.id, to);
    } catch (error) {
      if (!(error instanceof Failed)) log.defect(error);
      const words =
        to === 'paper'
          ? { message: m.desktop_not_printed(), detail: m.desktop_not_printed_do() }
          : { message: m.desktop_not_saved(), detail: m.desktop_not_saved_do() };
      if (!window.isDestroyed()) await dialog.showMessageBox(window, { type: 'warning', ...words });
    }
  }
}

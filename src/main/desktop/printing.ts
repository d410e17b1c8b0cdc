import type { BrowserWindow, Dialog } from 'electron';
import type { PrinterChoice, Printed } from '../../contract/slips.ts';
import { m } from '../../messages/compiled/messages.js';
import { Failed } from '../failure.ts';
import type { Files, Log } from '../ports.ts';
import type { DesktopPrinter } from './printer.ts';

interface Means {
  readonly files: Pick<Files, 'placeFor' | 'write'>;
  readonly printer: Pick<DesktopPrinter, 'printWindow'>;
  /** Where the pages of windows are printed. */
  readonly choice: PrinterChoice;
}

/** Prints the page of a window where such pages are printed, or saves it where the person says. */
export async function printWindow(
  { id, window }: { readonly id: number; readonly window: BrowserWindow | null },
  to: 'paper' | 'pdf',
  { files, printer, choice }: Means,
): Promise<Printed> {
  if (window === null) return { file: null };
  if (to === 'paper') {
    const printed = await printer.printWindow(window, choice);
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

/** The same from the menu, which no page can say a failure beside: a box over the window does. */
export async function printFromMenu(
  print: () => Promise<Printed>,
  to: 'paper' | 'pdf',
  { window, dialog, log }: { window: BrowserWindow; dialog: Pick<Dialog, 'showMessageBox'>; log: Log },
): Promise<void> {
  try {
    await print();
  } catch (error) {
    if (!(error instanceof Failed)) log.defect(error);
    const words =
      to === 'paper'
        ? { message: m.desktop_not_printed(), detail: m.desktop_not_printed_do() }
        : { message: m.desktop_not_saved(), detail: m.desktop_not_saved_do() };
    if (!window.isDestroyed()) await dialog.showMessageBox(window, { type: 'warning', ...words });
  }
}

import type { BrowserWindow } from 'electron';
import { m } from '../../messages/compiled/messages.js';
import { invalid } from '../failed.ts';
import type { Files } from '../ports.ts';

/** The person closed the dialog. */
const canceled = /cancel/i;

/** Prints a window's page; resolves once it is at the printer, or the person thought better of it. */
function printPage({ webContents }: Pick<BrowserWindow, 'webContents'>): Promise<void> {
  return new Promise((resolve, reject) => {
    webContents.print({ printBackground: true }, (success, reason) => {
      if (success || canceled.test(reason)) resolve();
      else reject(invalid('printer', 'malformed', reason));
    });
  });
}

/** Prints the page of a window, or saves it where the person says; answers the file that it was saved to, if it was. */
export async function printWindow(
  { id, window }: { readonly id: number; readonly window: BrowserWindow | null },
  to: 'paper' | 'pdf',
  files: Pick<Files, 'placeFor' | 'write'>,
): Promise<string | null> {
  if (window === null) return null;
  if (to === 'paper') {
    await printPage(window);
    return null;
  }
  const type = { name: m.desktop_pdf_type(), extensions: ['pdf'] };
  const place = await files.placeFor(id, {
    use: 'pdf',
    title: m.desktop_pdf_title(),
    name: m.desktop_pdf_name(),
    type,
  });
  if (place === null) return null;
  await files.write(
    place,
    await window.webContents.printToPDF({ printBackground: true, preferCSSPageSize: true }),
  );
  return place;
}

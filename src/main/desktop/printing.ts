import { writeFile } from 'node:fs/promises';
import type { BrowserWindow, Dialog } from 'electron';
import { m } from '../../messages/compiled/messages.js';
import { invalid } from '../failed.ts';

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

/** Saves a window's page as a PDF where the person says; answers the file, or null where they thought better of it. */
async function savePdf(
  window: BrowserWindow,
  dialog: Pick<Dialog, 'showSaveDialog'>,
): Promise<string | null> {
  const { canceled: closed, filePath } = await dialog.showSaveDialog(window, {
    title: m.desktop_pdf_title(),
    defaultPath: m.desktop_pdf_name(),
    filters: [{ name: m.desktop_pdf_type(), extensions: ['pdf'] }],
  });
  if (closed || filePath === '') return null;
  const pdf = await window.webContents.printToPDF({ printBackground: true, preferCSSPageSize: true });
  try {
    await writeFile(filePath, pdf);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw invalid('file', 'malformed', code);
  }
  return filePath;
}

/** Prints a window's page or saves it; answers the file it was saved to, if it was. */
export async function printWindow(
  window: BrowserWindow | null,
  to: 'paper' | 'pdf',
  dialog: Pick<Dialog, 'showSaveDialog'>,
): Promise<string | null> {
  if (window === null) return null;
  if (to === 'pdf') return savePdf(window, dialog);
  await printPage(window);
  return null;
}

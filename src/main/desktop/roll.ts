import type { BrowserWindow } from 'electron';

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

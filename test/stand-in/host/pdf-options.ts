import { refuse } from './refuse.ts';

/** Widths and heights of the paper sizes Electron knows, in inches. */
const papers: Record<string, readonly [number, number]> = {
  Letter: [8.5, 11],
  Legal: [8.5, 14],
  Tabloid: [11, 17],
  Ledger: [17, 11],
  A0: [33.1, 46.8],
  A1: [23.4, 33.1],
  A2: [16.54, 23.4],
  A3: [11.7, 16.54],
  A4: [8.27, 11.69],
  A5: [5.83, 8.27],
  A6: [4.13, 5.83],
};

/** `printToPDF()`'s options. Lengths are inches. */
export interface PdfOptions {
  pageSize?: string | { width: number; height: number };
  margins?: { top?: number; bottom?: number; left?: number; right?: number; marginType?: string };
  landscape?: boolean;
  displayHeaderFooter?: boolean;
  printBackground?: boolean;
  scale?: number;
  pageRanges?: string;
  headerTemplate?: string;
  footerTemplate?: string;
  preferCSSPageSize?: boolean;
  generateTaggedPDF?: boolean;
  generateDocumentOutline?: boolean;
}

/** The same for Chromium's `Page.printToPDF`, with Electron's defaults (Letter, 1 cm margins, no background). */
export function pdfOptions({ pageSize = 'Letter', margins = {}, ...others }: PdfOptions) {
  const paper = typeof pageSize === 'string' ? papers[pageSize] : [pageSize.width, pageSize.height];
  if (!paper) return refuse(`pageSize ${JSON.stringify(pageSize)}`);
  const { marginType = 'default', top = 0.4, bottom = 0.4, left = 0.4, right = 0.4 } = margins;
  if (marginType !== 'default' && marginType !== 'none' && marginType !== 'custom')
    refuse(`marginType ${marginType}`);
  const all = marginType === 'none' ? [0, 0, 0, 0] : [top, bottom, left, right];
  return {
    ...others,
    ...{ paperWidth: paper[0], paperHeight: paper[1] },
    ...{ marginTop: all[0], marginBottom: all[1], marginLeft: all[2], marginRight: all[3] },
  } as Record<string, string | number | boolean>;
}

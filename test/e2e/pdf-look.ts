import { inflateSync } from 'node:zlib';

/** How the text of a PDF looks. Sizes are in points. */
export interface PdfLook {
  /** The typefaces, without the mark of what was left out of them. */
  readonly fonts: readonly string[];
  readonly sizes: readonly number[];
  readonly width: number;
  readonly height: number;
}

/** By how much a matrix of six numbers makes something larger. */
const scaleOf = ([a = 1, b = 0, c = 0, d = 1]: readonly number[]): number =>
  Math.sqrt(Math.abs(a * d - b * c));

/** The sizes of what one drawing writes: each as it was chosen, by how much all that holds there makes it larger. */
function sizesIn(drawing: string): number[] {
  const sizes: number[] = [];
  const kept: number[] = [];
  let [scale, ofText, size] = [1, 1, 0];
  for (const [, numbers = '', operator] of drawing.matchAll(
    /((?:-?[\d.]+ )*)(q|Q|cm|BT|Tm|Tf|T[jJ])(?=\s|$)/g,
  )) {
    const given = numbers.trim().split(' ').map(Number);
    if (operator === 'q') kept.push(scale);
    if (operator === 'Q') scale = kept.pop() ?? 1;
    if (operator === 'cm') scale *= scaleOf(given);
    if (operator === 'BT') ofText = 1;
    if (operator === 'Tm') ofText = scaleOf(given);
    if (operator === 'Tf') size = given.at(-1) ?? 0; // before it stands the typeface
    if (operator === 'Tj' || operator === 'TJ') sizes.push(size * ofText * scale);
  }
  return sizes;
}

/** Reads a PDF as Chromium writes it: each drawing packed, and all else as it is. */
export function pdfLook(pdf: Buffer): PdfLook {
  const text = pdf.toString('latin1');
  const [, width = '', height = ''] = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(text) ?? [];
  const drawings = [...text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].flatMap(([, packed = '']) => {
    try {
      return [inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')];
    } catch {
      return []; // a typeface, or a picture
    }
  });
  return {
    fonts: [
      ...new Set([...text.matchAll(/\/BaseFont \/(?:[A-Z]{6}\+)?([\w-]+)/g)].map(([, name = '']) => name)),
    ],
    sizes: [...new Set(drawings.flatMap(sizesIn).map((size) => Math.round(size * 10) / 10))],
    width: Math.round(Number(width)),
    height: Math.round(Number(height)),
  };
}

import type { Extent } from '../../shared/label-stock.ts';

/** Millimetres that stay empty along each edge of a label: cutters and printers are that exact. */
export const padding = 1.5;

const millimetresPerPoint = 25.4 / 72;

/** Sizes of type in points, the largest first; smaller is not read on a shelf. */
const spineSizes = [16, 14, 12, 11, 10, 9, 8, 7, 6] as const;
const numberSizes = [9, 8, 7, 6] as const;
export type TypeSize = (typeof spineSizes)[number] | (typeof numberSizes)[number];

/**
 * Widths of letters in sizes of type, at most: of the mono typefaces that systems have; of Hebrew and Arabic, which
 * often come from another typeface; of East Asia.
 */
const letterWidth = 0.61;
const otherLetterWidth = 0.75;
const wideLetterWidth = 1;
const otherLetter = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
const wideLetter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

function widthOfLetter(letter: string): number {
  if (wideLetter.test(letter)) return wideLetterWidth;
  return otherLetter.test(letter) ? otherLetterWidth : letterWidth;
}

/** The height of a line, in sizes of type. */
export const lineHeight = 1.15;

const inside = ({ width, height }: Extent): Extent => ({
  width: width - 2 * padding,
  height: height - 2 * padding,
});

function widthOf(text: string): number {
  const letters: readonly string[] = text.normalize('NFC').match(/\P{Mn}/gu) ?? [];
  return letters.reduce((width, letter) => width + widthOfLetter(letter), 0);
}

/** The largest size in which these lines fit an area, in points; null where they fit in none. */
function sizeIn<T extends number>(
  sizes: readonly T[],
  lines: readonly string[],
  { width, height }: Extent,
): T | null {
  const widest = Math.max(0, ...lines.map(widthOf));
  const fits = (size: T): boolean => {
    const point = size * millimetresPerPoint;
    return widest * point <= width && lines.length * lineHeight * point <= height;
  };
  return sizes.find(fits) ?? null;
}

/** The size of a call number's lines on a label, in points; null where it does not fit. */
export const spineSize = (lines: readonly string[], label: Extent): TypeSize | null =>
  sizeIn(spineSizes, lines, inside(label));

/** The size of the number below its bars, in points. Too long a number is cut off on paper, and not in its bars. */
export const numberSize = (number: string, label: Extent): TypeSize =>
  sizeIn(numberSizes, [number], { ...inside(label), height: Number.POSITIVE_INFINITY }) ?? 6;

/**
 * Widths of the narrowest bar, in millimetres: whole dots of printers with 203, 300 and 600 dots to the inch. Scanners
 * of libraries read 0.19 mm and more.
 */
const modules = [0.381, 0.339, 0.254, 0.19] as const;

/** Blank on either side of a barcode, in modules. Source: ISO/IEC 15417, quiet zone. */
export const quietZone = 10;

/** How wide the narrowest bar of a barcode is on a label, in millimetres; null where the barcode does not fit. */
export const moduleWidth = (barcodeModules: number, label: Extent): number | null =>
  modules.find((module) => (barcodeModules + 2 * quietZone) * module <= inside(label).width) ?? null;

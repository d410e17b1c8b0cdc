import { inflateSync } from 'node:zlib';

/** Something drawn, in millimetres from the page's left and top edge. */
export interface Mark {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface PdfMarks {
  readonly pages: number;
  /** The size of the first page in millimetres. */
  readonly page: { readonly width: number; readonly height: number };
  /** What is filled: bars, grounds, lines. */
  readonly fills: readonly Mark[];
  /** Where each piece of text begins on its base line, and its size in points. */
  readonly texts: readonly { readonly left: number; readonly base: number; readonly size: number }[];
}

type Matrix = readonly [number, number, number, number, number, number];
type Point = readonly [number, number];
const unit: Matrix = [1, 0, 0, 1, 0, 0];
const millimetresPerPoint = 25.4 / 72;

/** First the one, then the other. */
const times = ([a, b, c, d, e, f]: Matrix, [p, q, r, s, t, u]: Matrix): Matrix => [
  ...([a * p + b * r, a * q + b * s, c * p + d * r] as const),
  ...([c * q + d * s, e * p + f * r + t, e * q + f * s + u] as const),
];
const at = ([a, b, c, d, e, f]: Matrix, [x, y]: Point): Point => [a * x + c * y + e, b * x + d * y + f];

/** Reads where a PDF of Chromium has its marks: each drawing packed, and its operators as the standard has them. */
export function pdfMarks(pdf: Buffer): PdfMarks {
  const text = pdf.toString('latin1');
  const [, width = '', height = ''] = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(text) ?? [];
  const high = Number(height);
  const fills: Mark[] = [];
  const texts: PdfMarks['texts'][number][] = [];
  for (const drawing of drawingsOf(text)) read(drawing, high, fills, texts);
  return {
    pages: text.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0,
    page: { width: Number(width) * millimetresPerPoint, height: high * millimetresPerPoint },
    ...{ fills, texts },
  };
}

const drawingsOf = (text: string): string[] =>
  [...text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].flatMap(([, packed = '']) => {
    try {
      return [inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')];
    } catch {
      return []; // a typeface, or a picture
    }
  });

function read(drawing: string, high: number, fills: Mark[], texts: PdfMarks['texts'][number][]): void {
  const kept: Matrix[] = [];
  let [now, ofText, size]: [Matrix, Matrix, number] = [unit, unit, 0];
  let paths: Point[][] = [];
  const operators = /((?:-?[\d.]+\s+)*)(q|Q|cm|re|m|l|h|f\*?|n|S|BT|Tm|Td|Tf|T[jJ])(?=\s|$)/g;
  for (const [, numbers = '', operator] of drawing.matchAll(operators)) {
    const given = numbers.trim().split(/\s+/).map(Number);
    const [x = 0, y = 0, w = 0, h = 0] = given;
    const line = (...points: readonly Point[]): Point[] => points.map((point) => at(now, point));
    if (operator === 'q') kept.push(now);
    else if (operator === 'Q') now = kept.pop() ?? unit;
    else if (operator === 'cm') now = times(given as unknown as Matrix, now);
    else if (operator === 're') paths.push(line([x, y], [x + w, y], [x + w, y + h], [x, y + h]));
    else if (operator === 'm') paths.push(line([x, y]));
    else if (operator === 'l') paths.at(-1)?.push(...line([x, y]));
    else if (operator === 'f' || operator === 'f*') fills.push(...paths.map((path) => markOf(path, high)));
    else if (operator === 'BT') ofText = unit;
    else if (operator === 'Tm') ofText = given as unknown as Matrix;
    else if (operator === 'Td') ofText = times([1, 0, 0, 1, x, y], ofText);
    else if (operator === 'Tf') size = given.at(-1) ?? 0;
    else if (operator === 'Tj' || operator === 'TJ') {
      const [a, b, c, d, e, f] = times(ofText, now);
      const points = size * Math.sqrt(Math.abs(a * d - b * c));
      texts.push({ left: e * millimetresPerPoint, base: (high - f) * millimetresPerPoint, size: points });
    }
    if (operator === 'f' || operator === 'f*' || operator === 'n' || operator === 'S') paths = [];
  }
}

function markOf(path: readonly Point[], high: number): Mark {
  const [across, down] = [path.map(([x]) => x), path.map(([, y]) => high - y)];
  const [left, top] = [Math.min(...across), Math.min(...down)];
  const [right, bottom] = [Math.max(...across), Math.max(...down)];
  const [width, height] = [right - left, bottom - top];
  const [l = 0, t = 0, w = 0, h = 0] = [left, top, width, height].map((one) => one * millimetresPerPoint);
  return { left: l, top: t, width: w, height: h };
}

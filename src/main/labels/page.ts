import { m } from '../../messages/compiled/messages.js';
import { code128Bars } from '../../shared/code128.ts';
import { type LabelStock, placesOn } from '../../shared/label-stock.ts';
import { spineLines } from '../../shared/spine-label.ts';
import { field, html, type Html } from '../slips/markup.ts';
import { wholePage } from '../slips/page.ts';
import { lineHeight, moduleWidth, numberSize, padding, quietZone, spineSize, type TypeSize } from './fit.ts';
import type { Sheets } from './sheets.ts';

/** One label, with all that is on it. */
export type Label =
  | { readonly kind: 'spine'; readonly callNumber: string }
  | { readonly kind: 'barcode'; readonly barcode: string; readonly library: string };

/** No label is wide enough for more characters. */
const longestBarcode = 80;

/** Labels lower than this have no room for the library above the bars, in millimetres. */
const lowLabel = 18;

/** What is printed beside the labels themselves. */
export interface LabelLook {
  readonly stock: LabelStock;
  /** Of the practice library: each label says that it is for no real book. */
  readonly practice: boolean;
}

/** A letter of a script that is written from right to left. */
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
/** Call numbers begin with digits in any script: the first letter says how the lines are read. */
const directionOf = (text: string): 'rtl' | 'ltr' =>
  rightToLeft.test(/\p{L}/u.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr';

const sizeClass = (size: TypeSize): string => `s${size}`;
const sizeRules = [16, 14, 12, 11, 10, 9, 8, 7, 6].map(
  (size) => `.sheet .s${size} { font-size: ${size}pt; }`,
);

/** What that takes of a label, in millimetres. */
const practiceHeight = 3;
const practiceLine = ({ practice }: LabelLook): Html | null =>
  practice ? html`<p class="practice">${m.labels_practice()}</p>` : null;

/** The lines of a call number as on a spine; null where they do not fit the label. */
function spineLabel(callNumber: string, look: LabelLook): Html | null {
  const lines = spineLines(callNumber);
  const { width, height } = look.stock.label;
  const size = spineSize(lines, { width, height: look.practice ? height - practiceHeight : height });
  if (size === null || lines.length === 0) return null;
  return html`<div class="label spine">
    <div class="call ${sizeClass(size)}" dir="${directionOf(callNumber)}">
      ${lines.map((line) => html`<p>${field(line)}</p>`)}
    </div>
    ${practiceLine(look)}
  </div>`;
}

/** A barcode in Code 128 with its number below; null where its bars do not fit the label. */
function barcodeLabel(barcode: string, library: string, look: LabelLook): Html | null {
  const { label } = look.stock;
  if (barcode.length > longestBarcode) return null;
  const { bars, width } = code128Bars(barcode);
  const module = moduleWidth(width, label);
  if (module === null) return null;
  const whole = width + 2 * quietZone;
  const drawn = bars.map(({ at, wide }) => `M${at + quietZone} 0h${wide}v1h-${wide}z`).join('');
  const millimetres = String(Math.round(whole * module * 1000) / 1000);
  return html`<div class="label barcode">
    ${label.height < lowLabel ? null : html`<p class="library">${field(library)}</p>`}
    <svg
      width="${millimetres}mm"
      viewBox="0 0 ${whole} 1"
      preserveAspectRatio="none"
      shape-rendering="crispEdges"
    >
      <path d="${drawn}" />
    </svg>
    <p class="number ${sizeClass(numberSize(barcode, label))}">${field(barcode)}</p>
    ${practiceLine(look)}
  </div>`;
}

/** A label as markup; null where what is on it does not fit. */
export const labelMarkup = (label: Label, look: LabelLook): Html | null =>
  label.kind === 'spine'
    ? spineLabel(label.callNumber, look)
    : barcodeLabel(label.barcode, label.library, look);

/** A place that stays empty; `used`: shown as one that an earlier print has used. */
const emptyPlace = (used: boolean): Html => html`<div class="label${used ? ' used' : ''}"></div>`;

/** Sheets of labels. Empty places have nothing on them; on the screen those that are used are marked. */
export const sheetsMarkup = ({ sheets }: Pick<Sheets<Html>, 'sheets'>, marked = false): Html =>
  html`${sheets.map(
    (places) =>
      html`<section class="sheet" dir="ltr">${places.map((label) => label ?? emptyPlace(marked))}</section>`,
  )}`;

/** The outline of each label, with its number: to be held against the stock. */
export const outlines = (stock: LabelStock): Html =>
  html`<section class="sheet outlines" dir="ltr">
    ${Array.from({ length: placesOn(stock) }, (_, place) => html`<div class="label">${place + 1}</div>`)}
  </section>`;

/** The styles of sheets of this stock. Whichever way the screen is read, the first label is at the top left. */
export function sheetCss({ page, label, columns, rows, gap, margin }: LabelStock): string {
  return `
.sheet { position: relative; box-sizing: border-box; display: grid; grid-template: repeat(${rows}, ${label.height}mm) / repeat(${columns}, ${label.width}mm); gap: ${gap.down}mm ${gap.across}mm; inline-size: ${page.width}mm; block-size: ${page.height - 0.2}mm; padding: ${margin.top}mm 0 0 ${margin.left}mm; overflow: clip; break-inside: avoid; color: #000; background: #fff; font: 7pt/${lineHeight} 'Liberation Sans', Arial, 'Noto Sans Hebrew', 'Noto Sans Arabic', sans-serif; }
.sheet:not(:last-child) { break-after: page; }
.sheet * { margin: 0; }
.sheet .label { box-sizing: border-box; display: flex; flex-direction: column; align-items: center; justify-content: center; gap: 0.5mm; min-inline-size: 0; min-block-size: 0; padding: ${padding}mm; overflow: clip; text-align: center; }
.sheet .call { text-align: start; }
.sheet .call, .sheet .number { font-family: 'Liberation Mono', monospace, 'Noto Sans Hebrew', 'Noto Sans Arabic'; white-space: pre; }
.sheet .call { font-weight: bold; }
.sheet .library { max-inline-size: 100%; overflow: clip; text-overflow: ellipsis; white-space: nowrap; }
.sheet svg { flex: 1 1 0; min-block-size: 0; max-block-size: 15mm; print-color-adjust: exact; }
.sheet .practice { font-weight: bold; font-size: 5pt; white-space: nowrap; }
.sheet.outlines .label { outline: 0.2mm dashed #000; outline-offset: -0.1mm; font-size: 9pt; }
.sheet .used { background: repeating-linear-gradient(45deg, #bbb 0 0.4mm, #fff 0.4mm 2mm); }
${sizeRules.join('\n')}
`;
}

/** As a page of its own, of the size of the stock's page. */
export function labelPage(content: Html, { stock }: Pick<LabelLook, 'stock'>): string {
  const { width, height } = stock.page;
  const page = `@page { size: ${width}mm ${height}mm; margin: 0; }\nbody { margin: 0; }\n`;
  return wholePage(m.labels_title(), content, page + sheetCss(stock));
}

import type { PrintedTable } from '../../contract/saving.ts';
import { m } from '../../messages/compiled/messages.js';
import { field, html, type Html } from '../slips/markup.ts';
import { wholePage } from '../slips/page.ts';
import { SlipWords } from '../slips/words.ts';

/** A table as pages: what was asked for, and what is on them. */
export interface ReportPage extends PrintedTable {
  /** The head first. */
  readonly lines: readonly (readonly string[])[];
  /** Of the practice library: the pages say that it is not real. */
  readonly practice: boolean;
  readonly now: Date;
}

/** The head of the table is on every page, no line is cut in two, and each page says which it is of how many. */
const css = `
@page { size: A4 landscape; margin: 14mm 12mm 16mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif; color: #444; } }
body { margin: 0; color: #000; background: #fff; font: 9.5pt/1.35 'Liberation Sans', Arial, 'Noto Sans Hebrew', 'Noto Sans Arabic', sans-serif; }
h1 { margin: 0 0 1mm; font-size: 17pt; line-height: 1.2; }
.practice { margin: 0 0 2mm; font-weight: bold; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.5mm 5mm; margin: 0 0 3mm; }
dt { color: #444; }
dd { margin: 0; }
.notes { margin: 0 0 3mm; padding: 1.5mm 3mm; border: 0.3mm solid #000; list-style: none; font-weight: bold; }
table { border-collapse: collapse; inline-size: 100%; margin-block-end: 5mm; break-before: auto; }
.sums { inline-size: auto; break-inside: avoid; }
.sums :is(th, td) { padding-inline-end: 8mm; }
th { padding: 1mm 2mm; border-block-end: 0.4mm solid #000; font-size: 8.5pt; text-align: start; vertical-align: bottom; }
td { padding: 0.8mm 2mm; border-block-end: 0.1mm solid #999; vertical-align: top; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
:is(th, td):first-child { padding-inline-start: 0; }
.figure { text-align: end; white-space: nowrap; overflow-wrap: normal; }
tr { break-inside: avoid; }
h2 { margin: 0 0 1mm; font-size: 11pt; break-after: avoid; }
svg { display: block; margin-block-end: 5mm; break-inside: avoid; }
`;

const table = (
  lines: readonly (readonly string[])[],
  isFigure: (column: number) => boolean,
  className: string,
): Html | null => {
  const [head, ...rows] = lines;
  if (!head) return null;
  const kind = (column: number): string => (isFigure(column) ? 'figure' : '');
  return html`<table class="${className}">
    <thead>
      <tr>
        ${head.map((text, column) => html`<th class="${kind(column)}">${field(text)}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (line) =>
          html`<tr>
            ${line.map((text, column) => html`<td class="${kind(column)}">${field(text)}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
};

/** Millimetres: a bar’s row, the room for its name, and the longest bar. */
const bar = { row: 5.2, name: 62, longest: 130 } as const;

/** Bars below one another, black on white: a copier keeps them. */
function chart(bars: PrintedTable['bars']): Html | null {
  if (bars.length === 0) return null;
  const height = bars.length * bar.row + 1;
  return html`<svg width="250mm" height="${height}mm" viewBox="0 0 250 ${height}" direction="ltr">
    ${bars.map(({ label, shown, length }, index) => {
      const y = index * bar.row;
      const long = Math.max(0.3, length * bar.longest);
      return html`<text x="${bar.name}" y="${y + 3.7}" font-size="3.2" text-anchor="end">
          ${label.length > 34 ? `${label.slice(0, 33)}…` : label}
        </text>
        <rect x="${bar.name + 2}" y="${y + 0.8}" width="${long}" height="3.6" fill="#333"></rect>
        <text x="${bar.name + 4 + long}" y="${y + 3.7}" font-size="3.2" font-weight="bold">${shown}</text>`;
    })}
  </svg>`;
}

/** A report as pages of its own, which load nothing. */
export function reportPage(page: ReportPage): string {
  const { title, about, notes, sums, bars, barsTitle, figures, lines, practice, locale, now } = page;
  const words = new SlipWords(locale, now);
  const printed: (typeof about)[number] = [m.saving_made(), words.now()];
  const content = html`<h1>${field(title)}</h1>
    ${practice ? html`<p class="practice">${m.slips_practice()}</p>` : null}
    <dl>
      ${[...about, printed].map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${field(value)}</dd>`,
      )}
    </dl>
    ${
      notes.length === 0
        ? null
        : html`<ul class="notes">
            ${notes.map((note) => html`<li>${note}</li>`)}
          </ul>`
    }
    ${table(sums, (column) => column > 0, 'sums')}
    ${bars.length === 0 ? null : html`<h2>${field(barsTitle)}</h2>`} ${chart(bars)}
    ${table(lines, (column) => figures.includes(column), 'lines')}`;
  return wholePage(title, content, css);
}

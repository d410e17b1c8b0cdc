import { m } from '../../messages/compiled/messages.js';
import { code128Bars } from '../../shared/code128.ts';
import { field, html, type Html } from './markup.ts';
import { code, pair, type SlipContext, type Template } from './parts.ts';

/** How wide a module is printed, in millimetres: what any scanner reads, on any printer. */
const module = 0.25;
/** The white on either side of the bars, in modules. */
const quietZone = 10;
/** How high the bars are, in millimetres. */
const height = 12;
/** Wider than this, in millimetres, the bars lie along a narrow roll instead of across it. */
const widestAcross = 62;
/** No id is longer; a code of more characters is on no paper. */
const longestId = 60;

const millimetres = (modules: number): string => String(Math.round(modules * module * 100) / 100);

/** A number in Code 128, with what it is above and its characters below; nothing for `''`. */
function barcodeOf(name: string, text: string): Html | null {
  if (text === '') return null;
  const words = html`<dl>${pair(name, text)}</dl>`;
  if (text.length > longestId || !/^[\u0020-\u007e]+$/.test(text)) return words;
  const { bars, width } = code128Bars(text);
  const whole = width + 2 * quietZone;
  const long = whole * module > widestAcross;
  const across = bars.map(({ at, wide }) => `M${at + quietZone} 0h${wide}v1h-${wide}z`).join('');
  const along = bars.map(({ at, wide }) => `M0 ${at + quietZone}h1v${wide}h-1z`).join('');
  return html`<div class="bars${long ? ' long' : ''}">
    <p>${name}</p>
    <svg
      class="lying"
      width="${millimetres(whole)}mm"
      height="${height}mm"
      viewBox="0 0 ${whole} 1"
      preserveAspectRatio="none"
      shape-rendering="crispEdges"
    >
      <path d="${across}" />
    </svg>
    ${
      long
        ? html`<svg
            class="upright"
            width="${height}mm"
            height="${millimetres(whole)}mm"
            viewBox="0 0 1 ${whole}"
            preserveAspectRatio="none"
            shape-rendering="crispEdges"
          >
            <path d="${along}" />
          </svg>`
        : null
    }
    ${code(text)}
  </div>`;
}

const given = (name: string, value: string): Html | null => (value === '' ? null : pair(name, value));

/** What a partner asks for, to go with the book: both numbers as barcodes. */
export const lendingTemplate: Template<'lending'> = (slip, { words }: SlipContext) =>
  html`<p class="large">${field(slip.partner)}</p>
    <p class="title">${field(slip.title)}</p>
    ${slip.author === '' ? null : html`<p>${field(slip.author)}</p>`}
    ${slip.within === '' ? null : html`<p>${field(slip.within)}</p>`}
    <dl>
      ${given(m.slips_lending_call_number(), slip.callNumber)} ${given(m.slips_lending_format(), slip.format)}
      ${given(m.slips_lending_needed(), slip.neededBy && words.due(slip.neededBy))}
    </dl>
    ${
      slip.notes.length === 0
        ? null
        : html`<p class="part">${m.slips_lending_notes()}</p>
            ${slip.notes.map((note) => html`<p>${field(note)}</p>`)}`
    }
    <div class="measured">
      ${barcodeOf(m.slips_lending_number(), slip.requestId)}
      ${barcodeOf(m.slips_lending_external(), slip.externalId)}
    </div>`;

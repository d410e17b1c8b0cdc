import { createHash } from 'node:crypto';
import type { PrintedKind, SlipSettings, WholeSlip } from '../../contract/slips.ts';
import { m } from '../../messages/compiled/messages.js';
import { getLocale, getTextDirection } from '../../messages/compiled/runtime.js';
import type { PrintPlace } from '../ports.ts';
import { field, Html, html, lines } from './markup.ts';
import type { SlipContext } from './parts.ts';
import { patronNameOn, templates, titleOf, titles } from './templates.ts';
import { SlipWords } from './words.ts';

/** What the page of a slip needs beside its content. */
export interface SlipLook extends Pick<SlipSettings, 'names' | 'header' | 'footer' | 'kinds'> {
  readonly library: string;
  readonly desk: string;
  /** Of the practice library: the slip says that it is not real. */
  readonly practice: boolean;
  /** The picture at the head, or `''`. */
  readonly logo: string;
  readonly locale: string;
  readonly now: Date;
}

/** The styles of all slips. No page size is set: the text is as wide as the sheet, up to a width that reads well. */
export const slipCss = `
.slip { max-inline-size: 120mm; color: #000; background: #fff; font: 11pt/1.35 'Liberation Sans', Arial, 'Noto Sans Hebrew', 'Noto Sans Arabic', sans-serif; overflow-wrap: anywhere; }
.slip * { margin: 0; padding: 0; font-size: 1em; }
.slip header, .slip footer { text-align: center; font-size: 0.9em; }
.slip img { display: block; max-inline-size: 60%; max-block-size: 20mm; margin-inline: auto; margin-block-end: 2mm; }
.slip .name { margin-block: 2mm; font-size: 1.3em; font-weight: bold; text-align: center; }
.slip .part { margin-block-start: 3mm; font-weight: bold; }
.slip ul { list-style: none; }
.slip li { margin-block-start: 2mm; padding-block-start: 2mm; border-block-start: 0.3mm solid #000; break-inside: avoid; }
.slip .reader, .slip .title, .slip .due, .slip .sum, .slip .practice { font-weight: bold; }
.slip .large { margin-block: 3mm; font-size: 2em; font-weight: bold; line-height: 1.15; }
.slip .code { font-family: 'Liberation Mono', monospace; font-size: 0.9em; }
.slip .place { margin-block-start: 2mm; }
.slip .bars { display: block; margin-block-start: 3mm; break-inside: avoid; }
.slip .bars svg { display: block; margin-inline: auto; fill: #000; }
.slip .bars .upright { display: none; }
.slip .bars .code { text-align: center; }
.slip .measured { container-type: inline-size; }
@container (max-width: 114mm) {
  .slip .bars.long .lying { display: none; }
  .slip .bars.long .upright { display: block; }
}
.slip dl { display: grid; grid-template-columns: 1fr auto; gap: 0 4mm; margin-block-start: 2mm; }
.slip dd { text-align: end; }
.slip .frame { margin-block: 3mm; padding: 2mm; border: 0.3mm solid #000; text-align: center; }
.slip footer { margin-block-start: 4mm; padding-block-start: 2mm; border-block-start: 0.3mm dashed #000; }
body { margin: 0; }
@page { margin: 3mm; }
`;

/**
 * For a roll of so many millimetres. The length of the page is measured before printing, so lines must be as long on
 * the screen as on paper. Print heads leave about 5 mm at each side of 58 and 80 mm.
 */
const rollCss = (millimetres: number): string => `
@page { margin: 0; }
body { box-sizing: border-box; max-inline-size: ${millimetres}mm; padding: 3mm 5mm; text-rendering: geometricPrecision; }
.slip { max-inline-size: none; }
`;

function body(slip: WholeSlip, context: SlipContext): Html {
  // TypeScript does not see that the template fits the slip's kind.
  const template = templates[slip.kind] as (slip: WholeSlip, context: SlipContext) => Html;
  return template(slip, context);
}

/** The library's own text, with its fields filled in. A name in braces that is no field stays. */
function ownText(text: string, fields: Readonly<Record<string, string>>): Html | null {
  if (text.trim() === '') return null;
  const filled = text.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(fields, name) ? (fields[name] ?? '') : whole,
  );
  return html`<p>${lines(filled)}</p>`;
}

/** The slip itself, without the page around it. */
export function slipBody(slip: WholeSlip, look: SlipLook): Html {
  const words = new SlipWords(look.locale, look.now);
  const context = { words, names: look.names };
  const { library, desk } = look;
  const fields = { library, desk, date: words.now(), patron: patronNameOn(slip, context) };
  return html`<article class="slip" lang="${getLocale()}" dir="${getTextDirection()}">
    <header>
      ${look.logo === '' ? null : html`<img src="${look.logo}" alt="" />`}
      <p>${field(library)}</p>
      ${look.practice ? html`<p class="practice">${m.slips_practice()}</p>` : null}${ownText(look.header, fields)}
    </header>
    <p class="name">${titleOf(slip)}</p>
    ${body(slip, context)} ${ownText(look.kinds[slip.kind].text, fields)}
    <footer>
      ${ownText(look.footer, fields)}
      <p>${field(desk)}</p>
      <p>${m.slips_printed_at({ moment: words.now() })}</p>
    </footer>
  </article>`;
}

/** The styles of a slip on a roll of so many millimetres, or (null) on a sheet. */
const cssFor = (roll: number | null): string => slipCss + (roll === null ? '' : rollCss(roll));

/** A complete page with its style sheet. Its policy lets nothing run and nothing load, whatever a title contains. */
export function wholePage(title: string, content: Html, css: string): string {
  // The policy has the hash of exactly this text: one blank more, and the style is refused.
  const style = new Html(`<style>${css}</style>`);
  const hash = createHash('sha256').update(css).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; img-src data:`;
  return html`<!doctype html>
    <html lang="${getLocale()}" dir="${getTextDirection()}">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <title>${title}</title>
        ${style}
      </head>
      <body>
        ${content}
      </body>
    </html>`.text;
}

/** A slip as a page of its own. */
export const slipPage = (slip: WholeSlip, look: SlipLook, roll: number | null = null): string =>
  wholePage(titleOf(slip), slipBody(slip, look), cssFor(roll));

type TestPageLook = Pick<SlipLook, 'library' | 'desk' | 'locale' | 'now'>;

/** What this printer is for, for whoever finds the page in it. */
const nameOf = (of: PrintedKind): string => (of === 'pages' ? m.slips_test_pages() : titles[of]());

function printerOf({ printer }: PrintPlace): string {
  if (printer.at === 'ask') return m.slips_test_asked();
  return printer.at === 'system' ? m.slips_test_system() : printer.name;
}

/** A test page: it shows which printer is used and whether the width of the paper is right. It names no patron. */
export function testPage(of: PrintedKind, place: PrintPlace, look: TestPageLook): string {
  const { roll } = place;
  const words = new SlipWords(look.locale, look.now);
  const paper = roll === null ? m.slips_test_sheet() : m.slips_test_roll({ width: words.count(roll) });
  const content = html`<article class="slip" lang="${getLocale()}" dir="${getTextDirection()}">
    <header><p>${field(look.library)}</p></header>
    <p class="name">${m.slips_test_title()}</p>
    <p class="large">${nameOf(of)}</p>
    <p>${field(printerOf(place))}</p>
    <p>${paper}</p>
    <p class="frame">${m.slips_test_frame()}</p>
    <footer>
      <p>${field(look.desk)}</p>
      <p>${m.slips_printed_at({ moment: words.now() })}</p>
    </footer>
  </article>`;
  return wholePage(m.slips_test_title(), content, cssFor(roll));
}

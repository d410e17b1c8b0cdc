import { m } from '../../messages/compiled/messages.js';
import { getLocale, getTextDirection } from '../../messages/compiled/runtime.js';
import type { PrintedKind } from '../../contract/slips.ts';
import type { PrintPlace } from '../ports.ts';
import { field, html } from './html.ts';
import { wholePage, type SlipLook } from './page.ts';
import { titles } from './templates.ts';
import { Words } from './words.ts';

type Look = Pick<SlipLook, 'library' | 'desk' | 'locale' | 'now'>;

/** What would be printed there, as somebody reads it who found the page in a printer. */
const nameOf = (of: PrintedKind): string => (of === 'pages' ? m.slips_test_pages() : titles[of]());

function printerOf({ printer }: PrintPlace): string {
  if (printer.at === 'ask') return m.slips_test_asked();
  return printer.at === 'system' ? m.slips_test_system() : printer.name;
}

/** A page that shows where such slips come out, and whether the paper is as wide as was said. Nobody's name is on it. */
export function testPage(of: PrintedKind, place: PrintPlace, look: Look): string {
  const { roll } = place;
  const words = new Words(look.locale, look.now);
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
  return wholePage(m.slips_test_title(), content, roll);
}

import { claimReasons } from '../../contract/slips.ts';
import { m } from '../../messages/compiled/messages.js';
import { field, html, type Html } from './markup.ts';
import { book, code, pair, part, type SlipContext, type SlipOf, type Template } from './parts.ts';

/** The slips that are printed in the receiving room. */
type ReceivingKind = 'route' | 'workOrder' | 'claim';

type ReceivedItem = SlipOf<'route'>['item'];
type ClaimedLine = SlipOf<'claim'>['lines'][number];

/** What has to be seen before anything else. */
const marks = ({ rush, onHold }: ReceivedItem): Html | null => {
  const words = [rush && m.slips_rush(), onHold && m.slips_on_hold()].filter((word) => word !== false);
  return words.length === 0 ? null : html`<p class="frame due">${words.join(' · ')}</p>`;
};

/** The lines that an item has on either slip. */
const itemPairs = ({ pol, received }: ReceivedItem, { words }: SlipContext): Html =>
  html`${pol === '' ? null : pair(m.slips_order_line(), pol)}
  ${received === '' ? null : pair(m.slips_received_on(), words.due(received))}`;

const reasonWords: Readonly<Record<ClaimedLine['why'], () => string>> = {
  short: m.slips_claim_short,
  extra: m.slips_claim_extra,
  damaged: m.slips_claim_damaged,
};

const claimedLine = ({ pol, title, reference, count, expected }: ClaimedLine, { words }: SlipContext): Html =>
  html`<p class="title">${field(title || pol)}</p>
    ${title === '' ? null : code(pol)}
    <dl>
      ${reference === '' ? null : pair(m.slips_claim_reference(), reference)}
      ${pair(m.slips_claim_count(), words.count(count))}
      ${expected === '' ? null : pair(m.slips_claim_expected(), words.due(expected))}
    </dl>`;

/** What is on each of them, and in which order. */
export const receivingTemplates: { readonly [K in ReceivingKind]: Template<K> } = {
  route: ({ item, place }, context) =>
    html`<p class="large">${field(place)}</p>
      ${marks(item)}${book(item)}
      <dl>${itemPairs(item, context)}</dl>`,
  workOrder: ({ item, department, type, status }, context) =>
    html`<p class="large">${field(status || type)}</p>
      ${marks(item)}${book(item)}
      <dl>
        ${pair(m.slips_department(), department)}
        ${status === '' || type === '' ? null : pair(m.slips_work_order_type(), type)}
        ${itemPairs(item, context)}
      </dl>`,
  claim: ({ vendor, account, invoice, lines }, context) =>
    html`<p class="large">${field(vendor)}</p>
      <dl>
        ${account === '' ? null : pair(m.slips_claim_account(), account)}
        ${invoice === '' ? null : pair(m.slips_claim_invoice(), invoice)}
        ${pair(m.slips_claim_date(), context.words.today())}
      </dl>
      ${claimReasons.map((reason) =>
        part(
          reasonWords[reason](),
          lines.filter(({ why }) => why === reason).map((line) => claimedLine(line, context)),
        ),
      )}`,
};

import type { BoxCheck, UncheckedLine } from '../../contract/box-check.ts';
import type { Slip } from '../../contract/slips.ts';
import {
  boxTroubles,
  type BoxCount,
  type BoxLine,
  type BoxSum,
  type BoxTrouble,
} from '../../shared/box-check.ts';
import { m } from '../../messages/compiled/messages.js';
import type { ScanText } from '../scan/scan-text.ts';
import { countText, dateText } from '../ui/format.ts';

/** “2 short” */
const troubleWords: Readonly<Record<BoxTrouble, (count: { shown: string }) => string>> = {
  short: m.receiving_box_short,
  damaged: m.receiving_box_damaged,
  extra: m.receiving_box_extra,
};
export const troubleText = (trouble: BoxTrouble, count: number): string =>
  troubleWords[trouble]({ shown: countText(count) });

/** “2 short, 1 extra”; `''` where nothing is wrong. */
export const troublesText = (sum: BoxSum): string =>
  boxTroubles
    .filter((trouble) => sum[trouble] > 0)
    .map((trouble) => troubleText(trouble, sum[trouble]))
    .join(', ');

/** “Invoice AB-2026-1001” */
export const sourceText = ({ source }: BoxCheck): string =>
  source.kind === 'invoice' ? m.receiving_box_invoice({ number: source.number }) : m.receiving_box_orders();

/** “7 of 12 here · 2 short · 1 extra” */
export const sumParts = (sum: BoxSum): readonly string[] => [
  m.receiving_box_here({ come: countText(sum.come), expected: countText(sum.expected) }),
  ...boxTroubles.filter((trouble) => sum[trouble] > 0).map((trouble) => troubleText(trouble, sum[trouble])),
  ...(sum.waits > 0 ? [m.receiving_box_waits({ shown: countText(sum.waits) })] : []),
];

const uncheckedWords: Readonly<Record<UncheckedLine['why'], () => string>> = {
  noOrderLine: m.receiving_box_no_order_line,
  notFound: m.receiving_box_not_found,
  cancelled: m.receiving_box_cancelled,
  quantity: m.receiving_box_quantity,
};

/** “4 · SHIPMENT: no order line” */
export const uncheckedText = ({ line, why }: UncheckedLine): string =>
  m.receiving_box_unchecked_line({ line, why: uncheckedWords[why]() });

const claimed: Readonly<Record<BoxTrouble, () => string>> = {
  short: m.receiving_box_claimed,
  damaged: m.receiving_box_claimed,
  extra: m.receiving_box_to_send_back,
};

/** What a note in the order line says was done: “Claimed”. */
export const claimedWord = (why: BoxTrouble): string => claimed[why]();

/** “Claimed · Atlas of the Night Sky · 2 short, expected 31 Jan” */
export const claimedText = (line: BoxLine, why: BoxTrouble, day: string): ScanText => ({
  meaning: 'done',
  outcome: claimedWord(why),
  what: line.title || line.pol,
  code: line.title === '',
  consequence: [
    troubleText(why, line[why]),
    day === '' ? '' : m.receiving_box_expected({ day: dateText(day, 'day') }),
  ]
    .filter(Boolean)
    .join(', '),
  sound: 'done',
});

type ClaimSlip = Extract<Slip, { kind: 'claim' }>;

/** More lines are on another slip. */
const mostLines = 500;

/** What is claimed, a slip for each vendor: of an invoice its own, of order lines theirs. */
export function claimSlips(check: BoxCheck, { lines }: BoxCount): readonly ClaimSlip[] {
  const listed = new Map(check.lines.map((line) => [line.pol, line]));
  const { source } = check;
  const [first] = check.lines;
  const claims = lines.flatMap((line) => {
    // What was not ordered goes back to the vendor of the box.
    const { vendor, account } =
      source.kind === 'invoice' ? source : (listed.get(line.pol) ?? first ?? { vendor: null, account: '' });
    return boxTroubles
      .filter((why) => line[why] > 0)
      .map((why) => ({
        vendor: vendor?.label || (vendor?.code ?? ''),
        account,
        line: {
          ...{ pol: line.pol, title: line.title, why, count: line[why] },
          reference: listed.get(line.pol)?.reference ?? '',
          expected: (why === 'short' && check.notes.find((note) => isOf(note, line.pol, why))?.day) || '',
        },
      }));
  });
  const invoice = source.kind === 'invoice' ? source.number : '';
  return [
    ...Map.groupBy(claims, ({ vendor, account }) => JSON.stringify([vendor, account])).values(),
  ].flatMap((some) => {
    const [{ vendor, account } = { vendor: '', account: '' }] = some;
    const slips: ClaimSlip[] = [];
    for (let from = 0; from < some.length; from += mostLines) {
      const part = some.slice(from, from + mostLines).map(({ line }) => line);
      slips.push({ kind: 'claim', vendor, account, invoice, lines: part });
    }
    return slips;
  });
}

const isOf = (note: { pol: string; why: BoxTrouble; noted: number }, pol: string, why: BoxTrouble): boolean =>
  note.pol === pol && note.why === why && note.noted > 0;

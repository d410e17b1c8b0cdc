import { m } from '../../messages/compiled/messages.js';
import type {
  CheckAnswer,
  CheckLine,
  CodeUse,
  OpeningReport,
  ReadArea,
  WriteArea,
} from '../../contract/opening-check.ts';
import type { Failure } from '../../contract/failure.ts';
import { failureText } from '../failures/failure-text.ts';
import { slipNames } from '../slips/slips.svelte.ts';
import { aroundText } from '../station/around-text.ts';
import { countText, dateText } from '../ui/format.ts';
import type { Meaning } from '../ui/meanings.ts';

/** A line of the sheet in plain words. */
interface CheckWords {
  readonly what: string;
  /** What to do, and who; `''` where there is nothing to do. */
  readonly todo: string;
  /** Why, and the id by which the service finds it in its own log; `''` where there is neither. */
  readonly why: string;
}

const answers: Readonly<Record<CheckAnswer, { readonly meaning: Meaning; readonly word: () => string }>> = {
  look: { meaning: 'refused', word: m.check_look },
  unknown: { meaning: 'quiet', word: m.check_unknown },
  ok: { meaning: 'done', word: m.check_ok },
};

/** The mark of a line. What was not tried is no more than that. */
export function markOf(line: CheckLine): { readonly meaning: Meaning; readonly word: string } {
  const { meaning, word } = answers[line.answer];
  return { meaning, word: isUntried(line) ? m.check_not_tried() : word() };
}

/** Whether only work done here, or a person, can tell. */
const isUntried = (line: CheckLine): boolean =>
  line.answer === 'unknown' && (line.kind === 'scanner' || (line.kind === 'write' && line.at === null));

/** What is to be looked at comes first, then what cannot be told. */
const ranks: readonly CheckAnswer[] = ['look', 'unknown', 'ok'];
const rankOf = ({ answer }: CheckLine): number => ranks.indexOf(answer);

const areas: Readonly<Record<ReadArea | WriteArea, () => string>> = {
  institution: m.check_area_institution,
  libraries: m.check_area_libraries,
  departments: m.check_area_departments,
  codeTables: m.check_area_code_tables,
  letters: m.check_area_letters,
  patrons: m.check_area_patrons,
  items: m.check_area_items,
  orders: m.check_area_orders,
  invoices: m.check_area_invoices,
  feeReport: m.check_area_fee_report,
  lending: m.check_area_lending,
  loans: m.check_area_loans,
  scanIn: m.check_area_scan_in,
  requests: m.check_area_requests,
  fees: m.check_area_fees,
  deposits: m.check_area_deposits,
  sharing: m.check_area_sharing,
  receiving: m.check_area_receiving,
  configuration: m.check_area_configuration,
};

const uses: Readonly<Record<CodeUse, () => string>> = {
  library: m.check_use_library,
  desk: m.check_use_desk,
  department: m.check_use_department,
  workOrderType: m.check_use_work_order_type,
  workOrderStatus: m.check_use_work_order_status,
};

/** The parts of the sheet, in its order. */
export const parts = [
  { id: 'read', title: m.check_part_read, kinds: ['read'] },
  { id: 'write', title: m.check_part_write, kinds: ['write'] },
  { id: 'codes', title: m.check_part_codes, kinds: ['code'] },
  {
    id: 'station',
    title: m.check_part_station,
    kinds: ['clock', 'certificate', 'calls', 'scanner', 'printer'],
  },
] as const satisfies readonly {
  readonly id: string;
  readonly title: () => string;
  readonly kinds: readonly CheckLine['kind'][];
}[];

/** The lines of a part, as they came. */
export const linesIn = (
  lines: readonly CheckLine[],
  { kinds }: { readonly kinds: readonly CheckLine['kind'][] },
): readonly CheckLine[] => lines.filter(({ kind }) => kinds.includes(kind));

/** The same of a check that is over. While it runs nothing moves. */
export const sheetIn = (...of: Parameters<typeof linesIn>): readonly CheckLine[] =>
  linesIn(...of).toSorted((one, other) => rankOf(one) - rankOf(other));

function whyOf(failure: Failure | null): string {
  if (!failure) return '';
  const { word, what } = failureText(failure);
  const id = 'trackingId' in failure ? failure.trackingId : null;
  return [`${word} · ${what}`, ...(id === null ? [] : [m.check_tracking({ id })])].join(' · ');
}

/** What a line says, what to do, and who does it. */
export function wordsOf(line: CheckLine): CheckWords {
  return { ...sentenceOf(line), why: line.answer === 'ok' ? '' : whyOf(line.failure) };
}

type Sentence = Pick<CheckWords, 'what' | 'todo'>;

function sentenceOf(line: CheckLine): Sentence {
  const { answer } = line;
  switch (line.kind) {
    case 'read': {
      const area = areas[line.area]();
      if (answer === 'ok') return { what: m.check_may_read({ area }), todo: '' };
      return answer === 'look'
        ? { what: m.check_may_not_read({ area }), todo: m.check_do_permission() }
        : { what: m.check_read_untold({ area }), todo: m.check_do_try_later() };
    }
    case 'write': {
      const area = areas[line.area]();
      if (line.at === null) return { what: area, todo: m.check_do_tries() };
      const moment = dateText(line.at, 'moment');
      return answer === 'ok'
        ? { what: m.check_may_write({ area, moment }), todo: '' }
        : { what: m.check_may_not_write({ area, moment }), todo: m.check_do_permission() };
    }
    case 'code':
      return codeSentence(line);
    case 'clock':
      return clockSentence(line);
    case 'certificate': {
      if (line.why === 'plain') return { what: m.check_certificate_plain(), todo: '' };
      if (line.until === null) return { what: m.check_certificate_untold(), todo: m.check_do_try_later() };
      const what = m.check_certificate_until({ day: dateText(line.until, 'day') });
      return { what, todo: answer === 'ok' ? '' : m.check_do_certificate() };
    }
    case 'calls':
      if (line.remaining === null) return { what: m.check_calls_untold(), todo: '' };
      return {
        what: m.check_calls({ count: countText(line.remaining) }),
        todo: answer === 'ok' ? '' : m.check_do_calls(),
      };
    case 'scanner':
      return answer === 'ok'
        ? { what: m.check_scanner({ around: aroundText(line) }), todo: '' }
        : { what: m.check_scanner_plain(), todo: m.check_do_scanner() };
    case 'printer':
      return printerSentence(line);
  }
}

function codeSentence({ use, code, label, answer }: Extract<CheckLine, { kind: 'code' }>): Sentence {
  const called = { use: uses[use](), label: label === code ? code : `${label} (${code})` };
  if (code === '')
    return { what: m.check_code_none(called), todo: answer === 'ok' ? '' : m.check_do_choose() };
  if (answer === 'ok') return { what: m.check_code_there(called), todo: '' };
  if (answer === 'unknown') return { what: m.check_code_untold(called), todo: m.check_do_try_later() };
  const isOfTrolley = use === 'workOrderType' || use === 'workOrderStatus';
  return { what: m.check_code_gone(called), todo: isOfTrolley ? m.check_do_trolley() : m.check_do_place() };
}

function clockSentence({ aheadMs, answer }: Extract<CheckLine, { kind: 'clock' }>): Sentence {
  if (aheadMs === null) return { what: m.check_clock_untold(), todo: m.check_do_try_later() };
  if (answer === 'ok') return { what: m.check_clock_right(), todo: '' };
  const seconds = countText(Math.abs(Math.round(aheadMs / 1000)));
  const what = aheadMs > 0 ? m.check_clock_ahead({ seconds }) : m.check_clock_behind({ seconds });
  return { what, todo: m.check_do_clock() };
}

function printerSentence({
  at,
  label,
  uses: all,
  answer,
}: Extract<CheckLine, { kind: 'printer' }>): Sentence {
  const used = all
    .map((use) =>
      use === 'pages' ? m.check_use_pages() : use === 'labels' ? m.check_use_labels() : slipNames[use](),
    )
    .join(', ');
  if (at === 'ask') return { what: m.check_printer_ask({ uses: used }), todo: '' };
  if (at === 'folder')
    return answer === 'ok'
      ? { what: m.check_folder({ folder: label, uses: used }), todo: '' }
      : { what: m.check_folder_none({ uses: used }), todo: m.check_do_folder() };
  const named = { printer: label || m.check_printer_system(), uses: used };
  if (answer === 'ok') return { what: m.check_printer_there(named), todo: '' };
  return {
    what: answer === 'unknown' ? m.check_printer_untold(named) : m.check_printer_gone(named),
    todo: m.check_do_printer(),
  };
}

/** How it stands in all: what is to be looked at, and what cannot be told. What was not tried yet is no trouble. */
export function verdictOn(lines: readonly CheckLine[]): { readonly meaning: Meaning; readonly word: string } {
  const look = lines.filter(({ answer }) => answer === 'look').length;
  if (look > 0) return { meaning: 'refused', word: m.check_to_look({ count: look, shown: countText(look) }) };
  const untold = lines.filter(
    ({ answer, kind }) => answer === 'unknown' && kind !== 'write' && kind !== 'scanner',
  ).length;
  if (untold === 0) return { meaning: 'done', word: m.check_all_well() };
  return { meaning: 'attention', word: m.check_untold({ count: untold, shown: countText(untold) }) };
}

/** What the sheet is of: the library system, the library and the desk. */
export const headOf = (report: OpeningReport, place: string): readonly string[] =>
  [
    report.mode === 'practice' ? m.check_practice() : report.address,
    place,
    m.check_made({ moment: dateText(report.at, 'moment') }),
  ].filter((line) => line !== '');

/** The sheet as text, to be sent to the system librarian. */
export function textOf(report: OpeningReport, place: string): string {
  const { lines } = report;
  const shown = parts.flatMap((part) => [
    '',
    part.title(),
    ...sheetIn(lines, part).map((line) => {
      const { what, todo, why } = wordsOf(line);
      return [markOf(line).word, what, todo, why].filter((text) => text !== '').join('\t');
    }),
  ]);
  return [m.check_title(), ...headOf(report, place), verdictOn(lines).word, ...shown].join('\n');
}

import type { RequestFields } from '../../contract/requests.ts';
import type { FieldForms } from '../../service/patch.ts';
import { invalid } from '../failure.ts';
import { localDay } from '../../shared/days.ts';
import { chosen, localMoment, typedDay, typedTime } from '../forms/fields.ts';

/** Fields of a request's record; one that is `undefined` is not to be there. */
export type RequestBody = Readonly<Record<string, unknown>>;

/** The forms of those of them that are not written as they are given. */
export const saidForms: FieldForms = { last_interest_date: 'date' };

/** One thing that can be said of a request: the fields a person fills in for it, and the record's. */
interface BodyPart {
  readonly of: readonly (keyof RequestFields)[];
  /** Of requests of these types; of all where none is named. */
  readonly types?: readonly string[];
  /** Throws an invalid field. */
  readonly say: (fields: RequestFields, type: string, now: Date) => RequestBody;
}

/** What stands in one field, as it is. */
const plain = (of: keyof RequestFields, field: string, types?: readonly string[]): BodyPart => ({
  of: [of],
  ...(types ? { types } : {}),
  say: (fields) => {
    const value = fields[of];
    return { [field]: typeof value === 'string' ? value.trim() || undefined : value };
  },
});

const booking = ['BOOKING'];
const copy = ['DIGITIZATION'];

const parts: readonly BodyPart[] = [
  { of: ['pickupLibrary', 'pickupDesk'], say: pickup },
  { of: ['lastInterest'], types: ['HOLD', ...copy], say: lastInterest },
  plain('comment', 'comment'),
  { of: ['startDay', 'startTime'], types: booking, say: start },
  { of: ['endDay', 'endTime'], types: booking, say: end },
  plain('partial', 'partial_digitization', copy),
  plain('chapterTitle', 'chapter_or_article_title', copy),
  plain('chapterAuthor', 'chapter_or_article_author', copy),
  plain('volume', 'volume', copy),
  plain('issue', 'issue', copy),
  plain('part', 'part', copy),
  { of: ['pages'], types: copy, say: ({ pages }) => ({ required_pages_range: pageRanges(pages) }) },
  plain('copyright', 'copyrights_declaration_signed_by_patron', copy),
];

/** What a new request of this type says. Throws an invalid field. */
export function saidOf(type: string, fields: RequestFields, now: Date): RequestBody {
  return said(type, fields.partial ? fields : ofTheWhole(fields), now, () => true);
}

/** What was edited of a request of this type, and nothing else. Throws an invalid field. */
export function editsOf(type: string, seen: RequestFields, fields: RequestFields, now: Date): RequestBody {
  // What names a part of the work goes with the wish for a part.
  const wanted = seen.partial && !fields.partial ? ofTheWhole(fields) : fields;
  return said(type, wanted, now, ({ of }) => of.some((field) => wanted[field] !== seen[field]));
}

function said(
  type: string,
  fields: RequestFields,
  now: Date,
  isMeant: (part: BodyPart) => boolean,
): RequestBody {
  const meant = parts.filter((part) => (part.types?.includes(type) ?? true) && isMeant(part));
  return Object.assign({}, ...meant.map((part) => part.say(fields, type, now))) as RequestBody;
}

const ofTheWhole = (fields: RequestFields): RequestFields => ({
  ...fields,
  chapterTitle: '',
  chapterAuthor: '',
  volume: '',
  issue: '',
  part: '',
  pages: '',
});

/** A copy comes by itself; everything else is fetched somewhere. */
function pickup({ pickupLibrary, pickupDesk }: RequestFields, type: string): RequestBody {
  const isFetched = !copy.includes(type) || pickupLibrary.trim() !== '';
  return {
    pickup_location_type: isFetched ? 'LIBRARY' : undefined,
    pickup_location_library: isFetched ? chosen('pickupLibrary', pickupLibrary) : undefined,
    pickup_location_circulation_desk: isFetched ? pickupDesk.trim() || undefined : undefined,
    // The name of the place before: the service knows the new one's.
    pickup_location: undefined,
  };
}

function lastInterest({ lastInterest: typed }: RequestFields, _type: string, now: Date): RequestBody {
  if (typed.trim() === '') return { last_interest_date: undefined };
  typedDay('lastInterest', typed);
  if (typed.trim() < localDay(now)) throw invalid('lastInterest', 'inThePast');
  return { last_interest_date: typed.trim() };
}

/** Clocks differ, and a person takes a moment to fill in a form. */
const grace = 60_000;

function start(fields: RequestFields, _type: string, now: Date): RequestBody {
  const period = periodIn(fields, now);
  if (period.start.getTime() < now.getTime() - grace) throw invalid('startDay', 'inThePast');
  return { booking_start_date: period.start.toISOString() };
}

function end(fields: RequestFields, _type: string, now: Date): RequestBody {
  return { booking_end_date: periodIn(fields, now).end.toISOString() };
}

/** Without times: from the beginning of the first day, or from now on where that is today, to the end of the last. */
function periodIn(fields: RequestFields, now: Date): { start: Date; end: Date } {
  const first = typedDay('startDay', fields.startDay);
  const last = typedDay('endDay', fields.endDay);
  const from = typedTime('startTime', fields.startTime);
  const to = typedTime('endTime', fields.endTime);
  const isToday = fields.startDay.trim() === localDay(now);
  const begin = from ? localMoment(first, from.hours, from.minutes, 0) : localMoment(first, 0, 0, 0);
  const finish = to ? localMoment(last, to.hours, to.minutes, 0) : localMoment(last, 23, 59, 59);
  const period = { start: from === null && isToday ? now : begin, end: finish };
  if (period.end <= period.start) throw invalid(to ? 'endTime' : 'endDay', 'beforeStart');
  return period;
}

/** `12-31, 40` as the service has it. */
function pageRanges(typed: string): readonly { from_page: string; to_page: string }[] | undefined {
  const ranges = typed
    .split(/[,;]/)
    .map((range) => range.trim())
    .filter((range) => range !== '')
    .map((range) => {
      const [, from = range, to = range] = /^(.+?)\s*[-–—]\s*(.+)$/.exec(range) ?? [];
      return { from_page: from, to_page: to };
    });
  return ranges.length > 0 ? ranges : undefined;
}

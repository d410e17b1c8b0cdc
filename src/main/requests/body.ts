import type { RequestFields } from '../../contract/requests.ts';
import type { FieldForms } from '../../service/patch.ts';
import { invalid } from '../failure.ts';
import { localDay } from '../../shared/days.ts';
import { requiredChoice, localMoment, typedDay, typedTime } from '../forms/fields.ts';

/** Fields of a request's record. `undefined` removes the field. */
export type RequestBody = Readonly<Record<string, unknown>>;

/** The wire formats of the fields that have one of their own. */
export const bodyForms: FieldForms = { last_interest_date: 'date' };

/** A part of a request: the fields of the form, and how they are written into the record. */
interface BodyPart {
  readonly fields: readonly (keyof RequestFields)[];
  /** The types of requests that have it; all types if it is missing. */
  readonly types?: readonly string[];
  /** Throws an invalid field. */
  readonly write: (fields: RequestFields, type: string, now: Date) => RequestBody;
}

/** One field that is written as it was typed. */
const plainField = (name: keyof RequestFields, field: string, types?: readonly string[]): BodyPart => ({
  fields: [name],
  ...(types ? { types } : {}),
  write: (fields) => {
    const value = fields[name];
    return { [field]: typeof value === 'string' ? value.trim() || undefined : value };
  },
});

const booking = ['BOOKING'];
const copy = ['DIGITIZATION'];

const parts: readonly BodyPart[] = [
  { fields: ['pickupLibrary', 'pickupDesk'], write: pickup },
  { fields: ['lastInterest'], types: ['HOLD', ...copy], write: lastInterest },
  plainField('comment', 'comment'),
  { fields: ['startDay', 'startTime'], types: booking, write: start },
  { fields: ['endDay', 'endTime'], types: booking, write: end },
  plainField('partial', 'partial_digitization', copy),
  plainField('chapterTitle', 'chapter_or_article_title', copy),
  plainField('chapterAuthor', 'chapter_or_article_author', copy),
  plainField('volume', 'volume', copy),
  plainField('issue', 'issue', copy),
  plainField('part', 'part', copy),
  { fields: ['pages'], types: copy, write: ({ pages }) => ({ required_pages_range: pageRanges(pages) }) },
  plainField('copyright', 'copyrights_declaration_signed_by_patron', copy),
];

/** The body of a new request of this type. Throws an invalid field. */
export function newRequestBody(type: string, fields: RequestFields, now: Date): RequestBody {
  return bodyFrom(type, fields.partial ? fields : withoutPart(fields), now, () => true);
}

/** The changed fields of a request of this type. Throws an invalid field. */
export function editedBody(type: string, seen: RequestFields, fields: RequestFields, now: Date): RequestBody {
  // If only a part was requested and now the whole is, the fields that name the part are emptied.
  const edited = seen.partial && !fields.partial ? withoutPart(fields) : fields;
  return bodyFrom(type, edited, now, ({ fields }) => fields.some((field) => edited[field] !== seen[field]));
}

function bodyFrom(
  type: string,
  fields: RequestFields,
  now: Date,
  isIncluded: (part: BodyPart) => boolean,
): RequestBody {
  const included = parts.filter((part) => (part.types?.includes(type) ?? true) && isIncluded(part));
  return Object.assign({}, ...included.map((part) => part.write(fields, type, now))) as RequestBody;
}

const withoutPart = (fields: RequestFields): RequestFields => ({
  ...fields,
  chapterTitle: '',
  chapterAuthor: '',
  volume: '',
  issue: '',
  part: '',
  pages: '',
});

/** A digital copy needs no pickup library. Everything else is picked up somewhere. */
function pickup({ pickupLibrary, pickupDesk }: RequestFields, type: string): RequestBody {
  const isFetched = !copy.includes(type) || pickupLibrary.trim() !== '';
  return {
    pickup_location_type: isFetched ? 'LIBRARY' : undefined,
    pickup_location_library: isFetched ? requiredChoice('pickupLibrary', pickupLibrary) : undefined,
    pickup_location_circulation_desk: isFetched ? pickupDesk.trim() || undefined : undefined,
    // It names the place before. The service sets the new name.
    pickup_location: undefined,
  };
}

function lastInterest({ lastInterest: typed }: RequestFields, _type: string, now: Date): RequestBody {
  if (typed.trim() === '') return { last_interest_date: undefined };
  typedDay('lastInterest', typed);
  if (typed.trim() < localDay(now)) throw invalid('lastInterest', 'inThePast');
  return { last_interest_date: typed.trim() };
}

/** Clocks differ, and it takes a moment to fill in a form. */
const graceMs = 60_000;

function start(fields: RequestFields, _type: string, now: Date): RequestBody {
  const period = periodIn(fields, now);
  if (period.start.getTime() < now.getTime() - graceMs) throw invalid('startDay', 'inThePast');
  return { booking_start_date: period.start.toISOString() };
}

function end(fields: RequestFields, _type: string, now: Date): RequestBody {
  return { booking_end_date: periodIn(fields, now).end.toISOString() };
}

/**
 * The period of a booking. Without times: from the beginning of the first day (from now on, if that is today) to the
 * end of the last day.
 */
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

/** `12-31, 40` in the service's format. */
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

import { m } from '../../messages/compiled/messages.js';
import type { Coded } from '../../contract/common.ts';
import type { RequestFields, RequestType, RequestView } from '../../contract/requests.ts';
import { dateText } from '../ui/format.ts';
import type { FieldName } from './fields.ts';

/** The types in the order in which they are offered. */
export const types: readonly RequestType[] = ['HOLD', 'BOOKING', 'DIGITIZATION'];

const typeWords = {
  HOLD: m.requests_type_hold,
  BOOKING: m.requests_type_booking,
  DIGITIZATION: m.requests_type_digitization,
} as const;

export const typeWord = (type: RequestType): string => typeWords[type]();

const words: Readonly<Record<string, () => string>> = {
  ...typeWords,
  NOT_STARTED: m.requests_status_not_started,
  IN_PROCESS: m.requests_status_in_process,
  ON_HOLD_SHELF: m.requests_status_on_hold_shelf,
  FULFILLED: m.requests_status_fulfilled,
  CANCELLED: m.requests_status_cancelled,
};

/** What a type or status is called: by the service, or by us where it gives the bare code. */
export function requestWord({ code, label }: Coded): string {
  return label === '' || label === code ? (words[code]?.() ?? code) : label;
}

/** At which step a digitization is: its task, or its status where it has none. */
export function stepWord(request: RequestView): string {
  return request.task || requestWord(request.status);
}

/** What a request is called in a sentence: its title, or its number where the title is not known. */
export function requestName(request: RequestView): string {
  return request.title || request.requestId;
}

export const fieldWords: Readonly<Record<FieldName, () => string>> = {
  pickupLibrary: m.requests_pickup,
  pickupDesk: m.requests_pickup_desk,
  lastInterest: m.requests_last_interest,
  comment: m.requests_comment,
  startDay: m.requests_from,
  startTime: m.requests_from_time,
  endDay: m.requests_to,
  endTime: m.requests_to_time,
  partial: m.requests_extent,
  chapterTitle: m.requests_chapter,
  chapterAuthor: m.requests_chapter_author,
  volume: m.requests_volume,
  issue: m.requests_issue,
  part: m.requests_part,
  pages: m.requests_pages,
  copyright: m.requests_copyright,
};

/** The value of a field, in words. */
export function fieldText(name: FieldName, value: RequestFields[FieldName]): string {
  if (name === 'partial') return value === true ? m.requests_extent_part() : m.requests_extent_whole();
  if (typeof value === 'boolean') return value ? m.requests_yes() : m.requests_no();
  if (name === 'lastInterest' || name === 'startDay' || name === 'endDay') return dateText(value, 'day');
  return value;
}

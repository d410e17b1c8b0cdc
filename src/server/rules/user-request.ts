import { codes, ours } from '../../service/codes.ts';
import { codeOf, flagOf, textOf } from '../../service/read.ts';
import type { UserRequest } from '../../service/shapes/request.ts';
import { without } from '../store/documents.ts';
import type { StoredItem } from '../store/items.ts';
import type { RequestStatus, StoredRequest } from '../store/requests.ts';
import { isMoment, readDayOf } from './calendar.ts';
import { refused } from './refusal.ts';

/**
 * The states of a user's request, and what moves it:
 *
 *     HOLD, BOOKING
 *       NOT_STARTED ── its item is scanned in elsewhere ─────────────> IN_PROCESS (item in transit)
 *       NOT_STARTED, IN_PROCESS ── scanned in at the pickup desk ────> ON_HOLD_SHELF
 *       ON_HOLD_SHELF ── another pickup place is chosen ─────────────> IN_PROCESS (item in transit)
 *       any active ── the item is lent to the patron ────────────────> FULFILLED
 *       any active ── cancelled ─────────────────────────────────────> CANCELLED (its item goes back)
 *     DIGITIZATION, by `next_step`
 *       NOT_STARTED (Pickup From Shelf) ── an item is in place ──────> IN_PROCESS (Digitization), with that item
 *       IN_PROCESS (Digitization) ───────────────────────────────────> IN_PROCESS (Document Delivery)
 *       IN_PROCESS (Document Delivery) ──────────────────────────────> FULFILLED (its item goes back)
 *       any active ── cancelled ─────────────────────────────────────> CANCELLED (its item goes back)
 *
 * Active requests are changed by PUT; FULFILLED and CANCELLED are history and stay as they are. A booking names one
 * item from the beginning, counts for the time between its start and its end, and is set aside from the day before.
 * One that is never fetched stays until it is cancelled.
 *
 * Source: Requests; User requests; the states are ours, in words of recorded responses.
 */
export const requestTypes: Readonly<Record<string, { value: string; desc: string }>> = {
  HOLD: { value: 'PATRON_PHYSICAL', desc: 'Patron physical item request' },
  BOOKING: { value: 'PATRON_BOOKING', desc: 'Patron booking request' },
  DIGITIZATION: { value: 'PATRON_DIGITIZATION', desc: 'Patron digitization request' },
};

/** What is done for a digitization request, in order. */
export const digitizationTasks = ['Pickup From Shelf', 'Digitization', 'Document Delivery'] as const;

/** Whether a request is history: nothing moves it any more. */
export function isOver({ status }: Pick<StoredRequest, 'status'>): boolean {
  return status === 'FULFILLED' || status === 'CANCELLED';
}

/** The request in its new state, in its columns and in its record. */
export function inState(
  request: StoredRequest,
  status: RequestStatus,
  assigned: StoredItem | undefined,
): StoredRequest {
  const item = assigned === undefined ? {} : { item_id: assigned.pid, barcode: assigned.data.barcode };
  // Without a pid of its own, a request names an item only while that is set aside for it.
  const rest = request.pid === null ? without(request.request, ['item_id', 'barcode']) : request.request;
  return {
    ...request,
    status,
    assignedPid: assigned?.pid ?? null,
    request: { ...rest, ...item, request_status: status },
  };
}

/** The digitization request at this task, counted from 0; past the last task it is fulfilled. */
export function atTask(request: StoredRequest, task: number, item: StoredItem | undefined): StoredRequest {
  const name = digitizationTasks[task];
  if (name === undefined) {
    const done = inState(request, 'FULFILLED', undefined);
    return { ...done, request: without(done.request, ['task_name']) };
  }
  const moved = inState(request, 'IN_PROCESS', item);
  return { ...moved, request: { ...moved.request, task_name: name } };
}

/** At which task a digitization request is. */
export function taskOf({ request }: StoredRequest): number {
  return Math.max(
    0,
    digitizationTasks.findIndex((task) => task === textOf(request.task_name)),
  );
}

/** The fields that say of which part of a work a copy is wanted. */
const parts = [
  'chapter_or_article_title',
  'chapter_or_article_author',
  'volume',
  'issue',
  'part',
  'required_pages_range',
] as const;

/** Whether a patron who has the one would get nothing more by the other. Both are of one type and one title. */
export function isSameThing(one: StoredRequest, other: StoredRequest): boolean {
  if (one.type === 'BOOKING') return overlaps(periodOf(one.request), periodOf(other.request));
  if (differ(one.pid, other.pid) || differ(one.holdingId, other.holdingId)) return false;
  return one.type !== 'DIGITIZATION' || partOf(one.request) === partOf(other.request);
}

function differ(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other;
}

function partOf(request: UserRequest): string {
  return flagOf(request.partial_digitization)
    ? JSON.stringify(parts.map((field) => request[field] ?? null))
    : '';
}

/** Refuses what a request of this type cannot say, on create and on update alike. */
export function mustMakeSense(type: string, request: UserRequest, now: Date): void {
  mustBeOfInterest(request, now);
  if (type === 'BOOKING') mustBePeriod(request);
  if (type === 'DIGITIZATION' && flagOf(request.partial_digitization)) mustNamePart(request);
}

function mustBeOfInterest({ last_interest_date: sent }: UserRequest, now: Date): void {
  if (sent === undefined || sent === null || sent === '') return;
  const day = readDayOf(String(sent));
  if (day !== undefined && day >= now.toISOString().slice(0, 10)) return;
  throw refused(
    codes.invalidValue,
    'Given value is invalid: last_interest_date. Expected a day that is not past.',
  );
}

function mustNamePart(request: UserRequest): void {
  const isNamed = parts.some((field) => {
    const value = request[field] ?? '';
    return Array.isArray(value) ? value.length > 0 : value !== '';
  });
  if (isNamed) return;
  throw refused(
    codes.partInvalid,
    `Invalid partial digitization: one of ${parts.join(', ')} has to say which part.`,
  );
}

/** From when until when a booking is, in milliseconds; the end is no part of it. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

/** The time of a booking that was accepted. */
export function periodOf(request: UserRequest): Period {
  return { start: timeOf(request.booking_start_date), end: timeOf(request.booking_end_date) };
}

export function overlaps(one: Period, other: Period): boolean {
  return one.start < other.end && other.start < one.end;
}

/** Set aside from the day before its start until its end. */
export function isDue(booking: StoredRequest, now: Date): boolean {
  const { start, end } = periodOf(booking.request);
  return start - DAY <= now.getTime() && now.getTime() < end;
}

const DAY = 86_400_000;

function mustBePeriod(request: UserRequest): void {
  for (const field of ['booking_start_date', 'booking_end_date'] as const) {
    const sent = request[field];
    if (typeof sent !== 'string' || !isMoment(sent)) {
      throw refused(
        codes.invalidValue,
        `Given value is invalid: ${field}. Expected an ISO 8601 moment with its zone.`,
      );
    }
  }
  const { start, end } = periodOf(request);
  if (end > start) return;
  throw refused(
    codes.invalidValue,
    'Given value is invalid: booking_end_date. Expected to be after the start.',
  );
}

/** Refuses a booking for a time that has begun. */
export function mustLieAhead(request: UserRequest, now: Date): void {
  if (periodOf(request).start >= now.getTime() - CLOCKS_DIFFER) return;
  throw refused(
    codes.invalidValue,
    'Given value is invalid: booking_start_date. Expected a time that is not past.',
  );
}

const CLOCKS_DIFFER = 60_000;

function timeOf(moment: UserRequest['booking_start_date']): number {
  return Date.parse(textOf(moment));
}

/** What the service itself says of a request: nobody changes it. */
const fixed = [
  'request_id',
  'request_type',
  'request_sub_type',
  'request_status',
  'task_name',
  'request_date',
  'request_time',
  'mms_id',
  'item_id',
  'barcode',
  'title',
  'author',
  'user_primary_id',
] as const;

/** What follows from the rest, and may have moved since it was read. */
const derived = ['place_in_queue', 'pickup_location'];

/**
 * The record that takes the place of the current one: what the sender may change as sent, the rest as it was. Refuses
 * another value for what cannot be changed, naming the field.
 */
export function changed(current: UserRequest, sent: UserRequest): UserRequest {
  const other = fixed.find(
    (field) => sent[field] !== undefined && codeOf(sent[field]) !== codeOf(current[field]),
  );
  if (other !== undefined) {
    throw refused(ours.requestFieldFixed, `Given value is invalid: ${other} of a request cannot be changed.`);
  }
  const records = Object.entries(current).filter(([field]) => (fixed as readonly string[]).includes(field));
  return { ...without(sent, [...fixed, ...derived]), ...Object.fromEntries(records) };
}

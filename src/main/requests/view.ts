import type { ItemView, RequestFields, RequestView } from '../../contract/requests.ts';
import {
  arrayOf,
  codeOf,
  countOf,
  dateOf,
  dayOf,
  flagOf,
  labelOf,
  momentOf,
  textOf,
} from '../../service/read.ts';
import type { Item } from '../../service/shapes/item.ts';
import type { UserRequest } from '../../service/shapes/request.ts';
import { localDay, localTime } from '../../shared/days.ts';
import { codedOf } from '../records/values.ts';

export const requestIdOf = (request: UserRequest): string => textOf(request.request_id);

export function requestView(request: UserRequest): RequestView {
  return {
    requestId: requestIdOf(request),
    type: codedOf(request.request_type),
    status: codedOf(request.request_status),
    task: textOf(request.task_name),
    title: textOf(request.title),
    author: textOf(request.author),
    barcode: codeOf(request.barcode),
    mmsId: textOf(request.mms_id),
    pickup: textOf(request.pickup_location) || labelOf(request.pickup_location_library),
    placeInQueue: countOf(request.place_in_queue),
    requested: dateOf(request.request_date),
    expiry: dateOf(request.expiry_date),
    start: momentOf(request.booking_start_date),
    end: momentOf(request.booking_end_date),
    cancelled: cancelledOf(request),
    fields: fieldsOf(request),
  };
}

/** Why and when it was cancelled, where the service says so. The fields are assumed: the description names none. */
function cancelledOf(request: UserRequest): RequestView['cancelled'] {
  const { cancel_reason: reason, cancel_note: note, cancel_date: at } = request;
  if (codeOf(reason) === '') return null;
  return { reason: codedOf(reason), note: textOf(note), at: dateOf(at) };
}

export function itemView(item: Item): ItemView {
  const { item_data: data, bib_data: bib, holding_data: holding } = item;
  return {
    barcode: textOf(data?.barcode),
    pid: textOf(data?.pid),
    mmsId: textOf(bib?.mms_id),
    holdingId: textOf(holding?.holding_id),
    title: textOf(bib?.title),
    author: textOf(bib?.author),
    callNumber: textOf(holding?.call_number),
    library: labelOf(data?.library),
    location: labelOf(data?.location),
    available: codeOf(data?.base_status) === '1',
    process: labelOf(data?.process_type),
  };
}

/** The fields of a request that can be edited, as the form has them. */
export function fieldsOf(request: UserRequest): RequestFields {
  const start = localOf(request.booking_start_date);
  const end = localOf(request.booking_end_date);
  return {
    pickupLibrary: codeOf(request.pickup_location_library),
    pickupDesk: codeOf(request.pickup_location_circulation_desk),
    lastInterest: dayOf(dateOf(request.last_interest_date)) ?? '',
    comment: textOf(request.comment),
    startDay: start.day,
    startTime: start.time,
    endDay: end.day,
    endTime: end.time,
    partial: flagOf(request.partial_digitization),
    chapterTitle: textOf(request.chapter_or_article_title),
    chapterAuthor: textOf(request.chapter_or_article_author),
    volume: textOf(request.volume),
    issue: textOf(request.issue),
    part: textOf(request.part),
    pages: arrayOf(request.required_pages_range).map(pagesOf).join(', '),
    copyright: flagOf(request.copyrights_declaration_signed_by_patron),
  };
}

/** The day and time of a moment in the station's time zone; both `''` for none. */
function localOf(moment: UserRequest['booking_start_date']): { day: string; time: string } {
  const text = momentOf(moment);
  if (text === '') return { day: '', time: '' };
  const date = new Date(text);
  return { day: localDay(date), time: localTime(date) };
}

type Range = Exclude<NonNullable<UserRequest['required_pages_range']>, readonly unknown[]>;

function pagesOf(range: Range): string {
  const [from, to] = [textOf(range.from_page), textOf(range.to_page)];
  return to === '' || to === from ? from : `${from}-${to}`;
}

import type { RequestFields } from '../../contract/requests.ts';
import { arrayOf, codeOf, dateOf, dayOf, flagOf, momentOf, textOf } from '../../service/read.ts';
import type { UserRequest } from '../../service/shapes/request.ts';
import { localDay, localTime } from '../../shared/days.ts';

/** What a person can say of a request, as it stands in the record. */
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

/** A moment where the station stands; nothing where there is none. */
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

import { type Trial } from '../check.ts';
import { done, listed } from '../expect.ts';
import { type Answer, p, pause, type Query } from '../http.ts';
import type { Item } from '../items.ts';
import { type Json, text } from '../read.ts';

const TRIES = 5;
const WAIT_MS = 2000;

/** Creates a request; where that is refused with 401129 it is tried again for some seconds. Source: User requests, timing caveat. */
export async function placing(t: Trial, user: string, query: Query, body: Json): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await t.service.post(p`/users/${user}/requests`, query, body);
    if (tries === TRIES || !/"errorCode"\s*:\s*"?401129\b/.test(answer.text)) return answer;
    await pause(WAIT_MS);
  }
}

/** What a hold says. */
export const hold = (t: Trial): Json => ({
  request_type: 'HOLD',
  pickup_location_type: 'LIBRARY',
  pickup_location_library: t.codes.library,
  pickup_location_circulation_desk: t.codes.desk,
  comment: 'Conformance',
});

/** What a digitization request says. */
export const digitization = (t: Trial): Json => ({
  ...hold(t),
  request_type: 'DIGITIZATION',
  partial_digitization: false,
});

/** The item that requests ask for: another one than those that are lent, so that nothing has to settle first. */
export const toAskFor = (t: Trial): Promise<Item> => t.world.items.free(1);

/** A request of this check's own. */
export async function asking(t: Trial, body: Json = hold(t)) {
  const item = await toAskFor(t);
  const user = await t.world.user();
  const request = done(t, await placing(t, user, { mms_id: item.mmsId }, body));
  const id = text(request['request_id']);
  return { item, user, id, request, path: p`/users/${user}/requests/${id}` };
}

/** The ids of a user's requests. */
export async function ids(t: Trial, user: string, query = {}): Promise<string[]> {
  const { items } = listed(t, await t.service.get(p`/users/${user}/requests`, query), 'user_request');
  return items.map((request) => text(request['request_id']));
}

import { type Trial } from '../check.ts';
import { done } from '../expect.ts';
import { p, type Query } from '../http.ts';
import { type Json, text } from '../read.ts';

/** What a resource-sharing request asks for. */
export const wanted = (t: Trial): Json => ({
  owner: t.codes.library,
  format: { value: 'DIGITAL' },
  citation_type: { value: 'CR' },
  title: 'Conformance',
  journal_title: 'Journal of Conformance',
  author: 'Suite',
  year: '2026',
  pickup_location: { value: t.codes.library },
  pickup_location_type: { value: 'LIBRARY' },
  agree_to_copyright_terms: true,
});

/** The path of a user's resource-sharing requests. */
export function collection(user: string): string {
  return p`/users/${user}/resource-sharing-requests`;
}

/** Creates a request; removed when the check ends, as no list leads back to it. */
export async function borrowed(t: Trial, fields: Json = {}, query: Query = {}, patron?: string) {
  const user = patron ?? (await t.world.user());
  const answer = done(t, await t.service.post(collection(user), query, { ...wanted(t), ...fields }));
  const id = text(answer['request_id']);
  const path = `${collection(user)}/${encodeURIComponent(id)}`;
  t.world.undo(`resource-sharing request ${id}`, async () => {
    await t.service.del(path, { remove_request: true, reason: '' });
    return undefined;
  });
  return { user, id, answer, path };
}

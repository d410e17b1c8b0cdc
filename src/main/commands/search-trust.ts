import type { Client } from '../../client/client.ts';

/**
 * A way of looking for one thing: by what, and how the value is written. What finds one is no proof for another: a
 * service may know a field and not our quotation marks.
 */
export type SearchForm = `invoiceNumber:${'word' | 'marks' | 'quoted'}` | 'sharingByExternalId';

const seen = new WeakMap<Client, Set<SearchForm>>();

/** This form of search has found something on this service: from now on its silence means something there. */
export function sawItFind(client: Client, form: SearchForm): void {
  const forms = seen.get(client) ?? new Set();
  seen.set(client, forms.add(form));
}

/**
 * Whether this form of search was ever seen to find anything on this service. Only then does its silence prove that
 * something is not there: one that the service does not know may be answered with nothing. Source: service notes,
 * Search fields. A client is one connection: another service, or another key, begins anew.
 */
export const hasBeenSeenToFind = (client: Client, form: SearchForm): boolean =>
  seen.get(client)?.has(form) === true;

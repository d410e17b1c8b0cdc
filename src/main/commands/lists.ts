import type { CallOptions, Client } from '../../client/client.ts';
import { totalOf } from '../../client/answer.ts';
import { paginate, type ListArguments, type ListOperation } from '../../client/paginate.ts';
import type { Page, Returned } from '../../service/define.ts';
import { endpoints, type Endpoints } from '../../service/endpoints.ts';

/** A list, as far as it was read. */
export interface WholeList<T> {
  readonly items: readonly T[];
  /** The service proved that these are all entries: what is not among them does not exist. */
  readonly isWhole: boolean;
}

/** What a page says about the whole list. */
interface PageEnd {
  readonly total: number | null;
  readonly hasKey: boolean;
}

interface ReadOptions {
  readonly limit?: number;
  readonly options?: CallOptions;
}

/**
 * Reads a list to its end, or up to `limit` entries, and reports whether that is the whole list. A page without its key
 * and without a total is read as an empty page (Source: General conventions, 4), but it does not prove that the list
 * ends.
 */
export async function wholeList<K extends ListOperation>(
  client: Client,
  operation: K,
  args: ListArguments<K>,
  { limit = Infinity, options = {} }: ReadOptions = {},
): Promise<WholeList<Returned<Endpoints[K]>>> {
  const pages: PageEnd[] = [];
  const call = async (...callArgs: Parameters<Client['call']>): Promise<unknown> => {
    const page = (await client.call(...callArgs)) as unknown as Page<unknown>;
    pages.push({ total: totalOf(page.envelope), hasKey: hasKey(operation, page.envelope) });
    return page;
  };
  const observedClient = { ...client, call } as Client;
  const items: Returned<Endpoints[K]>[] = [];
  for await (const item of paginate(observedClient, operation, args, options)) {
    if (items.length >= limit) return { items, isWhole: false };
    items.push(item);
  }
  const isProven = pages.every(({ total, hasKey: some }) => total !== null || some);
  return { items, isWhole: isProven && items.length >= (pages.at(-1)?.total ?? 0) };
}

function hasKey(operation: ListOperation, envelope: Readonly<Record<string, unknown>>): boolean {
  const { list } = endpoints[operation];
  return [list.key, ...list.legacy].some((name) => (envelope[name] ?? null) !== null);
}

/**
 * A form of search: the field, and how the value is written. Each form is trusted separately, because a service may
 * know the field and not our quotation marks.
 */
export type SearchForm = `invoiceNumber:${'word' | 'marks' | 'quoted'}` | 'sharingByExternalId';

const workingSearches = new WeakMap<Client, Set<SearchForm>>();

/** Notes that this form of search found something at this service. From now on an empty result proves something. */
export function noteSearchWorks(client: Client, form: SearchForm): void {
  const forms = workingSearches.get(client) ?? new Set();
  workingSearches.set(client, forms.add(form));
}

/**
 * Whether this form of search has found anything at this service so far. Only then does an empty result prove that
 * something does not exist: a service may answer an unknown search with nothing. Source: service notes, Search fields.
 * A client is one connection: with another service, or another key, nothing is known yet.
 */
export const isSearchKnownToWork = (client: Client, form: SearchForm): boolean =>
  workingSearches.get(client)?.has(form) === true;

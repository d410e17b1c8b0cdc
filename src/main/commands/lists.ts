import type { CallOptions, Client } from '../../client/client.ts';
import { totalOf } from '../../client/answer.ts';
import { paginate, type ListArguments, type ListOperation } from '../../client/paginate.ts';
import type { Page, Returned } from '../../service/define.ts';
import { endpoints, type Endpoints } from '../../service/endpoints.ts';

/** The entries of a list that were read. */
export interface WholeList<T> {
  readonly items: readonly T[];
  /** The service has shown that these are all entries: what is not among them is not there. */
  readonly isWhole: boolean;
}

/** What a page said of the whole. */
interface PageEnd {
  readonly total: number | null;
  readonly hasKey: boolean;
}

interface ReadOptions {
  readonly most?: number;
  readonly options?: CallOptions;
}

/**
 * Reads a list to its end, or to `most` entries, and says whether that is all of it. A page without its key and without
 * a total is read as an empty one (Source: General conventions, 4), but it does not prove that the list ends.
 */
export async function wholeList<K extends ListOperation>(
  client: Client,
  operation: K,
  given: ListArguments<K>,
  { most = Infinity, options = {} }: ReadOptions = {},
): Promise<WholeList<Returned<Endpoints[K]>>> {
  const pages: PageEnd[] = [];
  const call = async (...asked: Parameters<Client['call']>): Promise<unknown> => {
    const page = (await client.call(...asked)) as unknown as Page<unknown>;
    pages.push({ total: totalOf(page.envelope), hasKey: hasKey(operation, page.envelope) });
    return page;
  };
  const watched = { ...client, call } as Client;
  const items: Returned<Endpoints[K]>[] = [];
  for await (const item of paginate(watched, operation, given, options)) {
    if (items.length >= most) return { items, isWhole: false };
    items.push(item);
  }
  const isTold = pages.every(({ total, hasKey: some }) => total !== null || some);
  return { items, isWhole: isTold && items.length >= (pages.at(-1)?.total ?? 0) };
}

function hasKey(operation: ListOperation, envelope: Readonly<Record<string, unknown>>): boolean {
  const { list } = endpoints[operation];
  return [list.key, ...list.legacy].some((name) => (envelope[name] ?? null) !== null);
}

/**
 * One form of search: by which field, and how the value is written. Each form is trusted by itself: a service may know
 * the field and not our quotation marks.
 */
export type SearchForm = `invoiceNumber:${'word' | 'marks' | 'quoted'}` | 'sharingByExternalId';

const seen = new WeakMap<Client, Set<SearchForm>>();

/** Notes that this form of search found something on this service: from now on an empty answer means something. */
export function sawItFind(client: Client, form: SearchForm): void {
  const forms = seen.get(client) ?? new Set();
  seen.set(client, forms.add(form));
}

/**
 * Whether this form of search has ever found anything on this service. Only then does an empty answer prove that
 * something is not there: a service may answer a search that it does not know with nothing. Source: service notes,
 * Search fields. A client is one connection: with another service, or another key, the trust begins anew.
 */
export const hasBeenSeenToFind = (client: Client, form: SearchForm): boolean =>
  seen.get(client)?.has(form) === true;

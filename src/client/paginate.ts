import type { ListKeys, Page, Returned } from '../service/define.ts';
import { endpoints, type Endpoints, type Operation } from '../service/endpoints.ts';
import { totalOf } from './answer.ts';
import type { ArgumentsOf } from './arguments.ts';
import type { CallOptions, Client } from './client.ts';
import { UnexpectedAnswerError } from './errors.ts';
import { ListProgress } from './progress.ts';

/** The operations that answer a list. */
export type ListOperation = {
  [K in Operation]: Endpoints[K] extends { list: ListKeys } ? K : never;
}[Operation];

/** What a list operation takes, less the paging, which is done here. */
export type ListArguments<K extends ListOperation> = Omit<ArgumentsOf<Endpoints[K]>, 'query'> &
  (ArgumentsOf<Endpoints[K]> extends { readonly query?: infer Q }
    ? { readonly query?: Omit<NonNullable<Q>, 'limit' | 'offset'> }
    : unknown);

/** The most that the service gives at once. Source: Limits. */
const pageSize = 100;

/**
 * All entries of a list, page by page as they are wanted. Ends at an empty page, a missing key, or once as many came
 * as the service counts. Where the list changes on the way, an entry nobody touched is neither skipped nor given
 * twice: each page begins with the last entry of the one before, and where it does not, earlier ones are read again.
 * Throws an unexpected answer where the pages contradict each other for ever, and whatever `client.call` throws.
 */
export async function* paginate<K extends ListOperation>(
  client: Client,
  operation: K,
  input: ListArguments<K>,
  options: CallOptions = {},
): AsyncGenerator<Returned<Endpoints[K]>, void, undefined> {
  const paged = Object.hasOwn(endpoints[operation].query.shape, 'limit');
  const { query } = input as { readonly query?: object };
  const progress = new ListProgress(pageSize);
  while (progress.offset !== null) {
    const paging = paged ? { limit: pageSize, offset: progress.offset } : {};
    // `operation` is a type parameter here; its arguments were checked where they were given.
    const call = [operation, { ...input, query: { ...query, ...paging } }, options] as unknown;
    const page = (await client.call(...(call as Parameters<Client['call']>))) as Page<Returned<Endpoints[K]>>;
    yield* progress.take(page.items, totalOf(page.envelope));
    if (!paged) return;
    if (progress.isLost) throw contradictory(operation);
  }
}

const contradictory = (operation: ListOperation): UnexpectedAnswerError => {
  const { method, path, list } = endpoints[operation];
  return new UnexpectedAnswerError(
    { operation, method, path },
    { found: 'shape', status: 200, contentType: 'application/json', field: list.key },
  );
};

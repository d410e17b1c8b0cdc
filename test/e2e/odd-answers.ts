import type { Passing } from './proxy.ts';

type Row = Readonly<Record<string, unknown>>;

/** A list in an answer: where it is asked for, the key it stands under, and the id of its rows. */
export interface ListOf {
  readonly url: RegExp;
  readonly key: string;
  readonly id: string;
}

export const lists = {
  loans: { url: /\/users\/[^/]+\/loans(\?|$)/, key: 'item_loan', id: 'loan_id' },
  fees: { url: /\/users\/[^/]+\/fees(\?|$)/, key: 'fee', id: 'id' },
  requests: { url: /\/users\/[^/]+\/requests(\?|$)/, key: 'user_request', id: 'request_id' },
  deposits: { url: /\/users\/[^/]+\/deposits(\?|$)/, key: 'deposit', id: 'id' },
  hits: { url: /\/users\?/, key: 'user', id: 'primary_id' },
} as const satisfies Record<string, ListOf>;

/** The rows of a list as some service might send them; null leaves the answer as it is. */
export function withRows(
  { method, url, status, body }: Passing,
  list: ListOf,
  change: (rows: readonly Row[]) => readonly Row[],
): { readonly status: number; readonly body: string } | null {
  if (method !== 'GET' || status !== 200 || !list.url.test(url)) return null;
  const answer = JSON.parse(body) as Record<string, unknown>;
  const rows = change((answer[list.key] ?? []) as readonly Row[]);
  // What it says of the sum is of the list before.
  const changed = { ...answer, total_sum: undefined, [list.key]: rows, total_record_count: rows.length };
  return { status, body: JSON.stringify(changed) };
}

/** Two rows with one id, and two without one, before the others. */
export const oddRows =
  (id: string, own: Row = {}) =>
  (rows: readonly Row[]): readonly Row[] => {
    const first = rows[0] ?? own;
    return [first, first, { ...first, [id]: undefined }, { ...first, [id]: null }, ...rows.slice(1)];
  };

/** Commands whose effect is done, and the one record that would say what became of it. */
const done = [/\/loans\?/, /\/loans\/[^/?]+\?.*op=/, /\/fees\/[^/?]+\?.*op=/] as const;
const one = /\/(loans|fees)\/[^/?]+(\?|$)/;

/** Everything that is asked for is done; no answer says what it came to, and neither does the record read after it. */
export function unreadAfter(): (
  passing: Passing,
) => { readonly status: number; readonly body: string } | null {
  /** The records that something was done to. */
  const changed = new Set<string>();
  const recordOf = (url: string): string => url.split('?')[0] ?? '';
  return ({ method, url, status }) => {
    if (status >= 300) return null;
    const nothing = { status, body: '{}' };
    if (method === 'GET') return one.test(url) && changed.has(recordOf(url)) ? nothing : null;
    if (!done.some((pattern) => pattern.test(url))) return null;
    changed.add(recordOf(url));
    return nothing;
  };
}

import type { Arrival } from './seen.ts';

/** What was called, without what is a record's own: `GET acq/po-lines/…`. */
function kindOf({ method, path }: Arrival): string {
  const [where = '', query = ''] = path.split('?');
  const op = new URLSearchParams(query).get('op');
  const parts = where.split('/').slice(3); // without the root and the version
  const general = parts.map((part) => (/\d/.test(part) ? '…' : part)).join('/');
  return `${method} ${general}${op === null ? '' : ` (${op})`}`;
}

/** "5 calls per book (1 GET items, …)": how many answers there were, all and of each kind, for each of so many. */
export function calledFor(arrivals: readonly Arrival[], count: number, each: string): string {
  const per = (some: number): string => (some / count).toFixed(2).replace(/\.?0+$/, '');
  const kinds = Map.groupBy(arrivals, kindOf);
  const parts = [...kinds].map(([kind, some]) => `${per(some.length)} ${kind}`);
  return `${per(arrivals.length)} calls per ${each} (${parts.join(', ')})`;
}

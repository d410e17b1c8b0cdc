import { endpoints, type Operation, operations } from '../../src/service/endpoints.ts';
import type { Endpoint } from '../../src/service/define.ts';

/** The operations that the two rooms need and the description does not have: counted apart. */
const beyond: readonly Operation[] = [
  'items.byBarcode',
  'bibs.items.get',
  'bibs.items.loans',
  'bibs.items.requests',
  'bibs.items.scanIn',
  'acq.pol.search',
];

/** The operations that must be covered: those of the description, and those assumed. */
export const assumed = operations.filter((name) => beyond.includes(name));
export const described = operations.filter((name) => !beyond.includes(name));

export { operations };

/** What the table says of an operation. The suite reads no more of it than how to tell one call from another. */
export function rowOf(operation: Operation): Pick<Endpoint, 'method' | 'path' | 'op' | 'kind'> {
  return endpoints[operation];
}

/** How the table spells each path, as a pattern for the paths of calls; the most particular ones first. */
const patterns = operations
  .map((operation) => ({ operation, ...rowOf(operation), pattern: patternOf(rowOf(operation).path) }))
  .sort((one, other) => openParts(one.path) - openParts(other.path));

/** The operation a call is one of. A search is a list that was asked with `q`, where both share a path. */
export function operationOf(method: string, path: string, query: URLSearchParams): Operation | undefined {
  const same = patterns.filter((one) => one.method === method && one.pattern.test(path));
  const row = same.filter((one) => one.path === same[0]?.path);
  const op = query.get('op');
  const byOp = row.find((one) => one.op !== undefined && one.op === op);
  const plain = row.filter((one) => one.op === undefined);
  const search = plain.find(({ operation }) => operation.endsWith('.search'));
  if (byOp) return byOp.operation;
  if (search && query.has('q')) return search.operation;
  return plain.find((one) => one !== search)?.operation;
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`);
}

function openParts(path: string): number {
  return path.split('{').length;
}

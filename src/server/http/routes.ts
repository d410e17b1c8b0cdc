import type { Endpoint, Method } from '../../service/define.ts';
import { endpoints, type Operation, operations } from '../../service/endpoints.ts';

/** Where a request goes: one method and path, and the rows of the table that share them. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  /** The row that needs no `op`, or the rows by their `op`. */
  readonly plain?: Operation;
  readonly byOp: ReadonlyMap<string, Operation>;
  /** The rows meant where the query has this parameter, whatever its value. */
  readonly byQuery: ReadonlyMap<string, Operation>;
}

/** The row of an operation, seen as any row. */
export function rowOf(operation: Operation): Endpoint {
  return endpoints[operation];
}

/** The routes of the table. Those with fewer open parts come first, so that `/fees/all` is not taken for a fee. */
export const routes: readonly Route[] = routesOfTable();

function routesOfTable(): Route[] {
  const found = new Map<string, Growing>();
  for (const operation of operations) {
    const { method, path, op, when } = rowOf(operation);
    const key = `${method} ${path}`;
    const route = found.get(key) ?? newRoute(method, path);
    found.set(key, route);
    if (when !== undefined) route.byQuery.set(when, operation);
    else if (op === undefined) route.plain = operation;
    else route.byOp.set(op, operation);
  }
  return [...found.values()].sort((one, other) => openParts(one.path) - openParts(other.path));
}

/** The methods that a path has, HEAD with GET; none where no row has that path. */
export function methodsOf(path: string): string[] {
  const parts = path.split('/');
  const fits = (pattern: string): boolean => {
    const patternParts = pattern.split('/');
    return (
      patternParts.length === parts.length &&
      patternParts.every((part, index) =>
        part.startsWith('{') ? parts[index] !== '' : part === parts[index],
      )
    );
  };
  const methods = new Set<string>();
  for (const { method, path: pattern } of routes) {
    if (!fits(pattern)) continue;
    methods.add(method);
    if (method === 'GET') methods.add('HEAD');
  }
  return [...methods].sort();
}

/** A route while the rows are gone through. */
interface Growing {
  readonly method: Method;
  readonly path: string;
  plain?: Operation;
  readonly byOp: Map<string, Operation>;
  readonly byQuery: Map<string, Operation>;
}

function newRoute(method: Method, path: string): Growing {
  return { method, path, byOp: new Map(), byQuery: new Map() };
}

function openParts(path: string): number {
  return path.split('{').length;
}

import { boxBooks } from '../../shared/box-check.ts';
import type { Trolley } from './trolley.ts';

/** The order lines of the box under check that have an ISBN, by their numbers. */
export interface BoxOrders {
  /** More copies of these should come. */
  readonly awaited: readonly string[];
  /** All copies of these that should come are here. */
  readonly complete: readonly string[];
}

/** The order lines of the box under check that a scanned ISBN may be of. */
export function boxOrdersOf({ check, all }: Pick<Trolley, 'check' | 'all'>, isbn: string | null): BoxOrders {
  const lines = check && isbn !== null ? check.lines.filter(({ isbns }) => isbns.includes(isbn)) : [];
  if (lines.length === 0) return { awaited: [], complete: [] };
  const here = boxBooks(all).filter(({ is }) => is === 'here');
  const isAwaited = (pol: string, expected: number): boolean =>
    here.filter((book) => book.pol === pol).length < expected;
  const numbers = (awaited: boolean): string[] =>
    lines.filter(({ pol, expected }) => isAwaited(pol, expected) === awaited).map(({ pol }) => pol);
  return { awaited: numbers(true), complete: numbers(false) };
}

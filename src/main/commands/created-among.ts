import { didNotHappen, happened, unclear } from './found.ts';
import type { WholeList } from './whole-list.ts';

/**
 * Whether something was created, from the list that it would stand in and what stood there before. Not where the list
 * may be a part, where something there has no id by which to tell it from what was there before, and where more than
 * one, or another, came meanwhile.
 */
export function createdAmong<T extends object>(
  { items, isWhole }: WholeList<T>,
  known: readonly string[],
  idOf: (record: T) => string,
  isThat: (record: T) => boolean,
) {
  if (items.some((record) => idOf(record) === '')) return unclear;
  const added = items.filter((record) => !known.includes(idOf(record)));
  if (added.length === 0) return isWhole ? didNotHappen : unclear;
  const [ours, ...others] = added.filter(isThat);
  return ours && others.length === 0 ? happened(ours) : unclear;
}

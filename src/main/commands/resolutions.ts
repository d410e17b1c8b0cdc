import { isDeepStrictEqual } from 'node:util';
import { dayOf, momentOf } from '../../service/read.ts';
import type { Moment } from '../../service/shapes/common.ts';
import type { Clock, Service } from '../ports.ts';
import type { WholeList } from './lists.ts';

/** The effect of the command is not there. */
export const didNotHappen = { found: 'didNotHappen' } as const;

/** Something is there that may be the effect of another command. */
export const unclear = { found: 'unclear' } as const;

/** The effect of the command is there, on this record. */
export const happened = <T>(record: T) => ({ found: 'happened', record }) as const;

/**
 * Whether a record was replaced with what was sent. It was, if it contains everything that was sent. It was not, if
 * nothing has changed. Otherwise someone may have changed it since. A replacement that changes nothing counts as done.
 */
export function replacedOrNot<R extends object>(current: R, sent: object, before: object) {
  if (isDeepStrictEqual(current, before))
    return isDeepStrictEqual(sent, before) ? happened(current) : didNotHappen;
  return contains(current, sent) ? happened(current) : unclear;
}

/**
 * Whether an existing record was created by this command, for operations that the service refuses the second time: only
 * if it contains everything that was sent. Otherwise it may have existed before, so that the command was refused.
 */
export const createdOrNot = <R extends object>(current: R, sent: object) =>
  contains(current, sent) ? happened(current) : unclear;

/**
 * Whether a record was created, judged by its list and the ids that were in the list before. It is unclear if the list
 * may be incomplete, if an entry has no id, or if other new entries could be meant.
 */
export function createdAmong<T extends object>(
  { items, isWhole }: WholeList<T>,
  idsBefore: readonly string[],
  idOf: (record: T) => string,
  isExpected: (record: T) => boolean,
) {
  if (items.some((record) => idOf(record) === '')) return unclear;
  const added = items.filter((record) => !idsBefore.includes(idOf(record)));
  if (added.length === 0) return isWhole ? didNotHappen : unclear;
  const [ours, ...others] = added.filter(isExpected);
  return ours && others.length === 0 ? happened(ours) : unclear;
}

/** The code itself, wrapped or plain; any other value unchanged. */
const plain = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'value')
    ? (value as { readonly value: unknown }).value
    : value;

/**
 * Whether a record contains everything that was sent. It may contain more: the service adds, for example, who wrote a
 * note.
 */
export function contains(record: unknown, sent: unknown): boolean {
  if (Array.isArray(sent)) {
    const entries: unknown[] = Array.isArray(record) ? record : [];
    return entries.length === sent.length && sent.every((entry, index) => contains(entries[index], entry));
  }
  if (typeof sent !== 'object' || sent === null)
    return isDeepStrictEqual(plain(record) ?? null, sent ?? null);
  if (typeof record !== 'object' || record === null)
    return Object.hasOwn(sent, 'value') && plain(sent) === record;
  const fields = record as Readonly<Record<string, unknown>>;
  return Object.entries(sent).every(([field, value]) => contains(fields[field], value));
}

/** An assumption: the largest difference between the clocks of the service and this station. */
const clockToleranceMs = 10 * 60_000;
/** The largest difference between a day here and in another time zone. */
const zoneMs = 14 * 3_600_000;
const dayMs = 24 * 3_600_000;

/** The current time by the service's clock if it is known, because this station's clock may be wrong. */
export const serviceNow = ({ client }: Service, clock: Clock): string =>
  (client.time() ?? clock.now()).toISOString();

/**
 * Whether a record that was created at this time existed before a command was requested. Then it is not the effect of
 * that command. Null if this cannot be decided: the service gives no time, or only the day, and it is the same day.
 */
export function existedBefore(createdAt: Moment, requestedAt: string | undefined): boolean | null {
  const at = Date.parse(momentOf(createdAt));
  const earliest = Date.parse(requestedAt ?? '') - clockToleranceMs;
  if (Number.isNaN(at) || Number.isNaN(earliest)) return null;
  const isDay = typeof createdAt === 'string' && createdAt.length <= 11 && dayOf(createdAt) !== null;
  if (!isDay) return at < earliest;
  return at + dayMs + zoneMs < earliest ? true : null;
}

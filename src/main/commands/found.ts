import { isDeepStrictEqual } from 'node:util';
import { dayOf, momentOf } from '../../service/read.ts';
import type { Moment } from '../../service/shapes/common.ts';
import type { Clock, Service } from '../ports.ts';
import type { WholeList } from './lists.ts';

/** The effect of the command is not there. */
export const didNotHappen = { found: 'didNotHappen' } as const;

/** Something is there, and it cannot be told whether it is this command's effect. */
export const unclear = { found: 'unclear' } as const;

/** The effect of the command is there, on this record. */
export const happened = <T>(record: T) => ({ found: 'happened', record }) as const;

/**
 * Whether a record was replaced by what was sent. It was where everything sent shows in it; it was not where nothing
 * has changed; else somebody may have changed it since. A replacement that changes nothing counts as done.
 */
export function replacedOrNot<R extends object>(is: R, sent: object, before: object) {
  if (isDeepStrictEqual(is, before)) return isDeepStrictEqual(sent, before) ? happened(is) : didNotHappen;
  return holds(is, sent) ? happened(is) : unclear;
}

/**
 * Whether a record that is there was created by this command, where the service refuses to create it twice: only if it
 * has everything that was sent. Else another may have stood there before, so that the command was refused.
 */
export const createdOrNot = <R extends object>(is: R, sent: object) =>
  holds(is, sent) ? happened(is) : unclear;

/**
 * Whether something was created, from the list in which it would stand and the ids that stood there before. It is
 * unclear where the list may not be whole, where an entry has no id, and where something else has come meanwhile.
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

/** The code itself, whether it comes wrapped or plain; any other value as it is. */
const plain = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'value')
    ? (value as { readonly value: unknown }).value
    : value;

/** Whether a record has everything that was sent. It may have more: the service adds, for example, who wrote a note. */
function holds(record: unknown, sent: unknown): boolean {
  if (Array.isArray(sent)) {
    const entries: unknown[] = Array.isArray(record) ? record : [];
    return entries.length === sent.length && sent.every((entry, index) => holds(entries[index], entry));
  }
  if (typeof sent !== 'object' || sent === null)
    return isDeepStrictEqual(plain(record) ?? null, sent ?? null);
  if (typeof record !== 'object' || record === null)
    return Object.hasOwn(sent, 'value') && plain(sent) === record;
  const fields = record as Readonly<Record<string, unknown>>;
  return Object.entries(sent).every(([field, value]) => holds(fields[field], value));
}

/** An assumption: how far the clocks of a service, or its clock and this station's, may be apart. */
const apartMs = 10 * 60_000;
/** How much earlier a day begins, or later it ends, in another time zone. */
const zoneMs = 14 * 3_600_000;
const dayMs = 24 * 3_600_000;

/** The time now, by the service's clock where it is known: this station's clock may be set wrongly. */
export const askedAt = ({ client }: Service, clock: Clock): string =>
  (client.time() ?? clock.now()).toISOString();

/**
 * Whether a record that the service made at this time was there before a command was asked for. Then it is not that
 * command's. Null where that cannot be told: the service gives no time, or only the day, and it is the same day.
 */
export function wasBefore(made: Moment, asked: string | undefined): boolean | null {
  const at = Date.parse(momentOf(made));
  const from = Date.parse(asked ?? '') - apartMs;
  if (Number.isNaN(at) || Number.isNaN(from)) return null;
  const isDay = typeof made === 'string' && made.length <= 11 && dayOf(made) !== null;
  if (!isDay) return at < from;
  return at + dayMs + zoneMs < from ? true : null;
}

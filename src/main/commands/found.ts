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
 * Whether a record was replaced by what was sent: all of that shows, or nothing has changed, or somebody may have
 * changed it since. A replacement that changes nothing has happened.
 */
export function replacedOrNot<R extends object>(is: R, sent: object, before: object) {
  if (isDeepStrictEqual(is, before)) return isDeepStrictEqual(sent, before) ? happened(is) : didNotHappen;
  return holds(is, sent) ? happened(is) : unclear;
}

/**
 * A record that was to be created, and that the service refuses to create twice: what is there is this command's only
 * if it says all that was sent. Another may have stood there before, and the command been refused.
 */
export const createdOrNot = <R extends object>(is: R, sent: object) =>
  holds(is, sent) ? happened(is) : unclear;

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

/** What a code says, wrapped or plain; any other value as it is. */
const plain = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'value')
    ? (value as { readonly value: unknown }).value
    : value;

/** Whether a record has everything that was sent; the service adds to it, such as who wrote a note and when. */
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

/** How far the clocks of one service may be apart; this station's too, where the service tells no time. An assumption. */
const apartMs = 10 * 60_000;
/** A day begins up to so much earlier, and ends up to so much later, somewhere else. */
const zoneMs = 14 * 3_600_000;
const dayMs = 24 * 3_600_000;

/** When a command is asked for, by the service's clock where it has told its time: this station's may be set wrongly. */
export const askedAt = ({ client }: Service, clock: Clock): string =>
  (client.time() ?? clock.now()).toISOString();

/**
 * Whether what the service made at this time was there before a command was asked for: then it is not that command's.
 * null where that cannot be told: the service says no time, or the day alone and it is the same day.
 */
export function wasBefore(made: Moment, asked: string | undefined): boolean | null {
  const at = Date.parse(momentOf(made));
  const from = Date.parse(asked ?? '') - apartMs;
  if (Number.isNaN(at) || Number.isNaN(from)) return null;
  const isDay = typeof made === 'string' && made.length <= 11 && dayOf(made) !== null;
  if (!isDay) return at < from;
  return at + dayMs + zoneMs < from ? true : null;
}

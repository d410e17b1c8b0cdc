import { dayOf, momentOf } from '../../service/read.ts';
import type { Moment } from '../../service/shapes/common.ts';
import type { Clock, Service } from '../ports.ts';

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

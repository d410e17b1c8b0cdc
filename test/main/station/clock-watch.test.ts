import { expect, test } from 'vitest';
import { ClockWatch } from '../../../src/main/station/clock-watch.ts';
import { quietLog } from '../support/ports.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

function watched() {
  const clock = new VirtualClock('2026-11-02T08:00:00.000Z');
  const log = quietLog();
  const jumps: number[] = [];
  const closing = new AbortController();
  const watch = new ClockWatch({ clock, log, closing: closing.signal, onJump: (byMs) => jumps.push(byMs) });
  return { clock, log, jumps, watch, closing };
}

test('a clock that is set is noticed within ten seconds, once, and told in which direction', async () => {
  const { clock, log, jumps, watch, closing } = watched();
  const ended = watch.start();
  await clock.pass(60_000);
  expect(jumps).toEqual([]);
  clock.ahead = -180_000;
  await clock.pass(10_000);
  await clock.pass(60_000);
  clock.ahead += 7_200_000;
  await clock.pass(10_000);
  expect(jumps).toEqual([-180_000, 7_200_000]);
  expect(log.lines.map(([event]) => event)).toEqual(['clock.jumped', 'clock.jumped']);
  closing.abort();
  await ended;
});

test('a small correction and a sleep of the machine are no jumps', () => {
  const { clock, jumps, watch } = watched();
  clock.ahead = 20_000;
  watch.compare();
  clock.ahead = 3_600_000;
  watch.woke();
  watch.compare();
  expect(jumps).toEqual([]);
});

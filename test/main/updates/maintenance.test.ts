import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MaintenanceWindow, weekdays } from '../../../src/main/policy/values.ts';
import { isInWindow } from '../../../src/main/updates/maintenance.ts';

/** A Wednesday, by the machine's own clock. */
const at = (time: string, day = 25) => new Date(`2026-11-${String(day)}T${time}:00`);
const isIn = (window: Parameters<typeof MaintenanceWindow.parse>[0], when: Date) =>
  isInWindow(MaintenanceWindow.parse(window), when);

describe('a maintenance window', () => {
  it('begins with its first minute and ends before its last', () => {
    const window = { from: '20:00', to: '22:00' };
    expect(isIn(window, at('19:59'))).toBe(false);
    expect(isIn(window, at('20:00'))).toBe(true);
    expect(isIn(window, at('21:59'))).toBe(true);
    expect(isIn(window, at('22:00'))).toBe(false);
  });

  it('lasts into the next day, and belongs to the day on which it began', () => {
    const window = { days: ['wed'], from: '20:00', to: '06:00' };
    expect(isIn(window, at('23:00'))).toBe(true);
    expect(isIn(window, at('05:59', 26))).toBe(true);
    expect(isIn(window, at('06:00', 26))).toBe(false);
    expect(isIn(window, at('05:00'))).toBe(false);
    expect(isIn(window, at('20:00', 26))).toBe(false);
    expect(isIn({ days: ['sun'], from: '22:00', to: '02:00' }, at('01:00', 30))).toBe(true);
  });

  it('is the whole day where both times are the same', () => {
    const times = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }));
    fc.assert(
      fc.property(times, times, ([hour, minute], [nowHour, nowMinute]) => {
        const text = (value: number) => String(value).padStart(2, '0');
        const time = `${text(hour)}:${text(minute)}`;
        expect(isIn({ from: time, to: time }, at(`${text(nowHour)}:${text(nowMinute)}`))).toBe(true);
      }),
    );
  });

  it('is always open where there is none', () => {
    expect(isInWindow(null, at('12:00'))).toBe(true);
  });

  it.each([{ from: '24:00', to: '01:00' }, { from: '8:00', to: '09:00' }, { from: '08:00' }])(
    'is refused as %j',
    (window) => {
      expect(MaintenanceWindow.safeParse(window).success).toBe(false);
    },
  );

  it('refuses no days and unknown days', () => {
    const days = (given: unknown) => MaintenanceWindow.safeParse({ days: given, from: '08:00', to: '09:00' });
    expect(days([]).success).toBe(false);
    expect(days(['mon', 'Montag']).success).toBe(false);
    expect(days([...weekdays]).success).toBe(true);
  });
});

describe('a maintenance window on the night the clocks change', () => {
  const before = process.env.TZ;
  beforeAll(() => {
    process.env.TZ = 'Europe/Berlin';
  });
  afterAll(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
  /** How many of the quarters of an hour of two days are inside. */
  const quarters = (from: string, window: Parameters<typeof MaintenanceWindow.parse>[0]) =>
    Array.from({ length: 192 }, (_, index) => new Date(Date.parse(from) + index * 900_000)).filter((when) =>
      isIn(window, when),
    ).length;
  const night = { days: ['sat'], from: '22:00', to: '06:00' };

  it.each([
    ['to summer', '2026-03-27T23:00:00Z', 28],
    ['to winter', '2026-10-23T22:00:00Z', 36],
    ['not at all', '2026-06-12T22:00:00Z', 32],
  ])('%s lasts as long as the clock on the wall says', (_, from, inside) => {
    expect(quarters(from, night)).toBe(inside);
  });

  it('does not happen where its hour is left out, and happens twice where it comes twice', () => {
    const hour = { days: ['sun'], from: '02:00', to: '03:00' };
    expect(quarters('2026-03-27T23:00:00Z', hour)).toBe(0);
    expect(quarters('2026-10-23T22:00:00Z', hour)).toBe(8);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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

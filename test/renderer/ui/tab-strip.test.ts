import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitTabs } from '../../../src/renderer/ui/tab-strip.ts';

const ten = Array.from({ length: 10 }, () => 96);

test('all tabs are shown where there is room for all', () => {
  expect(fitTabs(ten, 4, 996, 7, 3)).toEqual({ from: 0, until: 10 });
  expect(fitTabs(ten, 4, 995, 0, 0)).toEqual({ from: 0, until: 9 });
});

test('the strip stays as it is while the open tab is in it, and is moved by as few as that takes', () => {
  expect(fitTabs(ten, 4, 400, 3, 0)).toEqual({ from: 0, until: 4 });
  expect(fitTabs(ten, 4, 400, 4, 0)).toEqual({ from: 1, until: 5 });
  expect(fitTabs(ten, 4, 400, 2, 1)).toEqual({ from: 1, until: 5 });
  expect(fitTabs(ten, 4, 400, 0, 1)).toEqual({ from: 0, until: 4 });
});

test('at the end nothing is left empty', () => {
  expect(fitTabs(ten, 4, 400, 9, 9)).toEqual({ from: 6, until: 10 });
});

test('whatever the widths: the open tab is shown, what is shown fits, and no other would', () => {
  const widths = fc.array(fc.integer({ min: 30, max: 200 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(widths, fc.nat(20), fc.nat(20), fc.integer({ min: 200, max: 900 }), (all, a, f, room) => {
      const active = a % all.length;
      const { from, until } = fitTabs(all, 4, room, active, f % all.length);
      const taken = (first: number, last: number): number =>
        all.slice(first, last).reduce((sum, width) => sum + width + 4, -4);
      expect(from).toBeLessThanOrEqual(active);
      expect(until).toBeGreaterThan(active);
      expect(taken(from, until)).toBeLessThanOrEqual(room);
      if (until < all.length) expect(taken(from, until + 1)).toBeGreaterThan(room);
      else if (from > 0) expect(taken(from - 1, until)).toBeGreaterThan(room);
    }),
  );
});

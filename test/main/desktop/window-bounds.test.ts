import { describe, expect, test } from 'vitest';
import {
  reachableBounds,
  firstSize,
  isReachable,
  smallestSize,
} from '../../../src/main/desktop/window-bounds.ts';

const area = { x: 0, y: 0, width: 1920, height: 1080 };
const right = { x: 1920, y: 0, width: 1280, height: 1024 };
/** 1366 × 768 at 125 %, with a task bar of 48. */
const low = { x: 0, y: 0, width: 1092, height: 566 };
const placed = { x: 5, y: 5, width: 1400, height: 950, maximized: false };

describe('reachable', () => {
  test.each([
    [{ ...placed, x: -1200 }, true],
    [{ ...placed, x: -1350 }, false],
    [{ ...placed, y: -10 }, false],
    [{ ...placed, y: 1070 }, false],
  ])('%o: %s', (window, reachable) => {
    expect(isReachable(window, [area])).toBe(reachable);
  });
});

describe('the smallest window', () => {
  test('has room on 1366 × 768 at 125 %, with a task bar', () => {
    expect(smallestSize.width).toBeLessThanOrEqual(low.width);
    expect(smallestSize.height).toBeLessThanOrEqual(low.height);
  });

  test('is no larger than the first one on any screen', () => {
    expect(firstSize(area)).toEqual({ width: 1280, height: 800 });
    expect(firstSize(low)).toEqual({ width: 1092, height: 566 });
    expect(firstSize({ x: 0, y: 0, width: 800, height: 500 })).toEqual(smallestSize);
  });
});

describe('a window comes back', () => {
  test.each([
    ['where it was, if it can be reached', { x: -1200 }, [area], {}],
    ['where it was, across two screens', { x: 100, width: 3000 }, [area, right], {}],
    ['from the right of all screens', { x: 4000 }, [area], { x: 520 }],
    [
      'from a screen that is gone, to the one beside it',
      { x: 3300 },
      [area, right],
      { x: 1920, width: 1280 },
    ],
    ['from above', { y: -400 }, [area], { y: 0 }],
    ['from below', { y: 1070 }, [area], { y: 130 }],
    ['in a size that there is room for', {}, [low], { x: 0, y: 0, width: 1092, height: 566 }],
  ])('%s', (_, was, areas, is) => {
    const before = { ...placed, ...was };
    expect(reachableBounds(before, areas)).toEqual({ ...before, ...is });
  });

  test('not smaller than it may be, and with its bar in sight', () => {
    const tiny = { x: 0, y: 0, width: 800, height: 500 };
    expect(reachableBounds({ ...placed, x: 3000, y: 3000 }, [tiny])).toMatchObject({
      x: 0,
      y: 0,
      ...smallestSize,
    });
  });

  test('as it was, where nobody knows the screens', () => {
    expect(reachableBounds(placed, [])).toBe(placed);
  });
});

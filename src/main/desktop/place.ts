import type { Settings } from '../station/settings.ts';

/** Where a window stands and how large it is, in the system's own pixels. */
export type Placed = NonNullable<Settings['window']>;

/** The part of a screen that is free for windows. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A first window, where there is room for it. */
export const usual = { width: 1280, height: 800 } as const;

/**
 * The smallest that a window is: on a screen of 1366 × 768 that is shown at 125 %, 1092 × 614 are left, and the task
 * bar takes its part.
 */
export const smallest = { width: 1024, height: 560 } as const;

/** So much of a window's bar has to be on a screen to take hold of it. */
const grip = { width: 100, height: 60 } as const;

/** Whether enough of a window's bar is on a screen to be taken hold of. */
export function isReachable(placed: Area, areas: readonly Area[]): boolean {
  return areas.some(
    ({ x, y, width, height }) =>
      placed.x + placed.width > x + grip.width &&
      placed.x < x + width - grip.width &&
      placed.y >= y &&
      placed.y < y + height - grip.height,
  );
}

const overlap = (one: number, size: number, from: number, room: number): number =>
  Math.min(one + size, from + room) - Math.max(one, from);

/** How much of a window an area shows; where it shows none, how near it is. */
function shared(placed: Area, area: Area): number {
  const wide = overlap(placed.x, placed.width, area.x, area.width);
  const high = overlap(placed.y, placed.height, area.y, area.height);
  return wide > 0 && high > 0 ? wide * high : Math.min(wide, 0) + Math.min(high, 0);
}

/** A size that the area has room for. */
const sizeIn = ({ width, height }: Pick<Area, 'width' | 'height'>, area: Area) => ({
  width: Math.max(Math.min(width, area.width), Math.min(width, smallest.width)),
  height: Math.max(Math.min(height, area.height), Math.min(height, smallest.height)),
});

/** Whether there is room for its size on the screens, which it may stand across. */
function fitsAcross({ width, height }: Area, areas: readonly Area[]): boolean {
  const wide = Math.max(...areas.map((one) => one.x + one.width)) - Math.min(...areas.map(({ x }) => x));
  const high = Math.max(...areas.map((one) => one.y + one.height)) - Math.min(...areas.map(({ y }) => y));
  return width <= wide && height <= high;
}

/** The size of a first window on a screen. */
export const firstSize = (area: Area | undefined): { width: number; height: number } =>
  area ? sizeIn(usual, area) : usual;

/**
 * Where a window stands so that it can be reached: as it was, if it could be; else as a whole on the screen that shows
 * most of it or is nearest. A screen may be gone since, or be shown at another scale.
 */
export function broughtBack<P extends Area>(placed: P, areas: readonly Area[]): P {
  const [first, ...others] = areas;
  if (first === undefined) return placed;
  const area = others.reduce((best, one) => (shared(placed, one) > shared(placed, best) ? one : best), first);
  if (isReachable(placed, areas) && fitsAcross(placed, areas)) return placed;
  const { width, height } = sizeIn(placed, area);
  const within = (at: number, length: number, from: number, room: number): number =>
    Math.max(from, Math.min(at, from + room - length));
  return {
    ...placed,
    ...{ width, height },
    x: within(placed.x, width, area.x, area.width),
    y: within(placed.y, height, area.y, area.height),
  };
}

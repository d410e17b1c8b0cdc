import type { Settings } from '../station/settings.ts';

/** The position and size of a window, in the system's own pixels. */
export type WindowBounds = NonNullable<Settings['window']>;

/** The part of a screen that is available for windows. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The size of a first window, if the screen is large enough. */
export const usualSize = { width: 1280, height: 800 } as const;

/** The smallest size of a window: a screen of 1366 × 768 at 125 % has 1092 × 614, minus the task bar. */
export const smallestSize = { width: 1024, height: 560 } as const;

/** How much of a window's title bar must be on a screen, so that the user can drag it. */
const grip = { width: 100, height: 60 } as const;

/** Whether enough of a window's title bar is on a screen. */
export function isReachable(bounds: Area, areas: readonly Area[]): boolean {
  return areas.some(
    ({ x, y, width, height }) =>
      bounds.x + bounds.width > x + grip.width &&
      bounds.x < x + width - grip.width &&
      bounds.y >= y &&
      bounds.y < y + height - grip.height,
  );
}

const overlap = (one: number, size: number, from: number, room: number): number =>
  Math.min(one + size, from + room) - Math.max(one, from);

/** How much of a window is in an area; a negative distance if none of it is. */
function visibleArea(bounds: Area, area: Area): number {
  const wide = overlap(bounds.x, bounds.width, area.x, area.width);
  const high = overlap(bounds.y, bounds.height, area.y, area.height);
  return wide > 0 && high > 0 ? wide * high : Math.min(wide, 0) + Math.min(high, 0);
}

/** The size, limited to the area. */
const sizeIn = ({ width, height }: Pick<Area, 'width' | 'height'>, area: Area) => ({
  width: Math.max(Math.min(width, area.width), Math.min(width, smallestSize.width)),
  height: Math.max(Math.min(height, area.height), Math.min(height, smallestSize.height)),
});

/** Whether the window fits on the screens together, because it may span them. */
function fitsAcross({ width, height }: Area, areas: readonly Area[]): boolean {
  const wide = Math.max(...areas.map((one) => one.x + one.width)) - Math.min(...areas.map(({ x }) => x));
  const high = Math.max(...areas.map((one) => one.y + one.height)) - Math.min(...areas.map(({ y }) => y));
  return width <= wide && height <= high;
}

/** The size of a first window on this screen. */
export const firstSize = (area: Area | undefined): { width: number; height: number } =>
  area ? sizeIn(usualSize, area) : usualSize;

/**
 * The bounds at which a window can be reached: unchanged if possible; otherwise completely on the screen that shows
 * most of it, or is nearest. A screen may have been removed, or have another scale.
 */
export function reachableBounds<P extends Area>(bounds: P, areas: readonly Area[]): P {
  const [first, ...others] = areas;
  if (first === undefined) return bounds;
  const area = others.reduce(
    (best, one) => (visibleArea(bounds, one) > visibleArea(bounds, best) ? one : best),
    first,
  );
  if (isReachable(bounds, areas) && fitsAcross(bounds, areas)) return bounds;
  const { width, height } = sizeIn(bounds, area);
  const within = (at: number, length: number, from: number, room: number): number =>
    Math.max(from, Math.min(at, from + room - length));
  return {
    ...bounds,
    ...{ width, height },
    x: within(bounds.x, width, area.x, area.width),
    y: within(bounds.y, height, area.y, area.height),
  };
}

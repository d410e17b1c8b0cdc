import type { Clock, Log } from '../../src/main/ports.ts';

/** A log that keeps what it is told. */
export function quietLog(): Log & { readonly lines: unknown[][]; readonly defects: unknown[] } {
  const lines: unknown[][] = [];
  const defects: unknown[] = [];
  return {
    lines,
    defects,
    line: (...line) => void lines.push(line),
    defect(error) {
      defects.push(error);
      return `defect-${defects.length}`;
    },
  };
}

/** A clock that stands still until it is moved. */
export function heldClock(start = '2026-11-02T08:00:00.000Z'): Clock & { move(ms: number): void } {
  let now = Date.parse(start);
  return {
    now: () => new Date(now),
    sleep: () => Promise.resolve(),
    move: (ms) => void (now += ms),
  };
}

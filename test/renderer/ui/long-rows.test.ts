import { beforeEach, describe, expect, test, vi } from 'vitest';
import { LongRows } from '../../../src/renderer/ui/long-rows.svelte.ts';
import { pass } from '../support/main.ts';

/** Where things are on the page: Node has none, and no page but a real one has a layout. */
class Scroller extends EventTarget {
  clientHeight = 400;
  parentElement = null;
  getBoundingClientRect = () => ({ top: 0 });
}
const scroller = new Scroller();
let scrolled = 0;
const body = {
  parentElement: scroller,
  rows: [] as unknown as HTMLTableSectionElement['rows'],
  getBoundingClientRect: () => ({ top: -scrolled }),
} as unknown as HTMLTableSectionElement;

let sized: (() => void) | null = null;
vi.stubGlobal('getComputedStyle', () => ({ overflowY: 'auto' }));
vi.stubGlobal(
  'ResizeObserver',
  class {
    #sized: () => void;
    constructor(on: () => void) {
      this.#sized = on;
    }
    observe(): void {
      sized = this.#sized;
    }
    disconnect(): void {
      sized = null;
    }
  },
);

beforeEach(() => {
  scrolled = 0;
});

const list = (count: number): string[] => Array.from({ length: count }, (_, at) => `row ${at}`);
function longRows(count: number, active = '') {
  return new LongRows<string>({ rows: () => list(count), key: (row) => row, active: () => active });
}
const indexes = (rows: LongRows<string>): number[] => rows.drawn.map(({ index }) => index);
/** As many rows as there are in this many pixels, where none was measured. */
const rowsIn = (pixels: number): number => Math.floor(pixels / 33);

/** The person moves the bar, or turns the wheel. */
function scrollTo(top: number): void {
  scrolled = top;
  scroller.dispatchEvent(new Event('scroll'));
}

describe('the rows of a table', () => {
  test('are all drawn where they are few', () => {
    const rows = longRows(150);
    expect(rows.isLong).toBe(false);
    expect(indexes(rows)).toEqual(Array.from({ length: 150 }, (_, at) => at));
    expect(rows.rest).toBe(0);
  });

  test('of a long list are drawn where they are seen, and some around them', () => {
    const rows = longRows(1000);
    const stop = rows.follow(body);
    sized?.();
    expect(rows.isLong).toBe(true);
    // 400 pixels that are seen, rounded up to 500, and 200 below.
    expect(indexes(rows)).toEqual(Array.from({ length: rowsIn(700) + 1 }, (_, at) => at));
    expect(rows.rest).toBe((1000 - rowsIn(700) - 1) * 33);
    scrollTo(300);
    expect(indexes(rows)[0]).toBe(rowsIn(100));
    expect(indexes(rows).at(-1)).toBe(rowsIn(1000));
    stop();
  });

  test('that somebody jumps through are drawn where they are seen alone, until it is calm', async () => {
    const rows = longRows(1000);
    const stop = rows.follow(body);
    sized?.();
    scrollTo(10_000);
    expect([indexes(rows)[0], indexes(rows).at(-1)]).toEqual([rowsIn(10_000), rowsIn(10_500)]);
    await pass(149);
    expect(indexes(rows)[0]).toBe(rowsIn(10_000));
    await pass(1);
    expect([indexes(rows)[0], indexes(rows).at(-1)]).toEqual([rowsIn(9800), rowsIn(10_700)]);
    stop();
  });

  test('have the one that is stood on among them, wherever it is', () => {
    const rows = longRows(1000, 'row 2');
    const stop = rows.follow(body);
    sized?.();
    scrollTo(10_000);
    expect(indexes(rows)[0]).toBe(2);
    expect(rows.drawn[0]?.gap).toBe(2 * 33);
    expect(indexes(rows)[1]).toBe(rowsIn(10_000));
    const below = longRows(1000, 'row 999');
    const stopBelow = below.follow(body);
    scrolled = 0;
    sized?.();
    expect(indexes(below).at(-1)).toBe(999);
    expect(below.rest).toBe(0);
    stop();
    stopBelow();
  });

  test('are as many a page as half of what is seen', () => {
    const rows = longRows(1000);
    expect(rows.page).toBe(1);
    const stop = rows.follow(body);
    sized?.();
    expect(rows.page).toBe(Math.floor(500 / 33 / 2));
    stop();
  });

  test('are not followed any more once the table is gone', () => {
    const rows = longRows(1000);
    const stop = rows.follow(body);
    sized?.();
    const before = indexes(rows);
    stop();
    expect(sized).toBeNull();
    scrollTo(300);
    expect(indexes(rows)).toEqual(before);
  });
});

import { expect, test } from 'vitest';
import { RowPlaces, RowHeights } from '../../../src/renderer/ui/rows-in-view.ts';

const keys = Array.from({ length: 5000 }, (_, index) => `row ${index}`);

function laid(measured: Record<string, number> = {}, usual = 30): RowHeights {
  const heights = new RowHeights(30);
  heights.measure(new Map(Object.entries(measured)), usual);
  heights.lay(keys);
  return heights;
}

test('rows that were never drawn are thought to be as high as most', () => {
  const heights = laid();
  expect(heights.start(0)).toBe(0);
  expect(heights.start(100)).toBe(3000);
  expect(heights.start(5000)).toBe(150_000);
  expect(heights.start(9999)).toBe(150_000);
});

test('between two heights are the rows that reach into it, from the first to the last', () => {
  const heights = laid();
  expect(heights.between(-400, 600)).toEqual({ from: 0, until: 21 });
  expect(heights.between(3000, 3600)).toEqual({ from: 100, until: 121 });
  expect(heights.between(3010, 3590)).toEqual({ from: 100, until: 120 });
  expect(heights.between(149_500, 160_000)).toEqual({ from: 4983, until: 5000 });
});

test('a row that was opened pushes those below it down, wherever it is in the list then', () => {
  const heights = laid({ 'row 10': 130 });
  expect(heights.start(10)).toBe(300);
  expect(heights.start(11)).toBe(430);
  heights.lay(keys.slice(10));
  expect(heights.start(1)).toBe(130);
  expect(heights.between(100, 160)).toEqual({ from: 0, until: 3 });
});

test('says whether anything is other than it was thought: half a pixel is nothing', () => {
  const heights = laid();
  expect(heights.measure(new Map([['row 1', 30.4]]), 30)).toBe(false);
  expect(heights.measure(new Map([['row 1', 44]]), 30)).toBe(true);
  expect(heights.measure(new Map([['row 1', 44]]), 30)).toBe(false);
  expect(heights.measure(new Map([['row 1', 30]]), 30)).toBe(true);
  expect(heights.measure(new Map(), 44)).toBe(true);
});

test('no rows', () => {
  const heights = new RowHeights(30);
  heights.lay([]);
  expect(heights.start(0)).toBe(0);
  expect(heights.between(0, 500)).toEqual({ from: 0, until: 0 });
});

test('a row keeps its place while it is drawn, and one that is scrolled to takes a place that was left', () => {
  const places = new RowPlaces();
  const [stoodOn, b, c] = places.next(['stood on', 'b', 'c'], true);
  expect(new Set([stoodOn, b, c]).size).toBe(3);
  expect(places.next(['stood on', 'x', 'y'], true)).toEqual([stoodOn, b, c]);
  // Before the row that stays nothing was left: what comes there is made, and nothing has to be moved.
  const [made, stored, y] = places.next(['before', 'stood on', 'z'], true);
  expect([stored, y]).toEqual([stoodOn, b]);
  expect([stoodOn, b, c]).not.toContain(made);
});

test('where the list is another, nothing takes the place of a row that has gone', () => {
  const places = new RowPlaces();
  const [a, b] = places.next(['a', 'b'], true);
  const [other, stored] = places.next(['c', 'b'], false);
  expect(stored).toBe(b);
  expect(other).not.toBe(a);
});

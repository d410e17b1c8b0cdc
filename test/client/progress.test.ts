import { describe, expect, test } from 'vitest';
import { ListProgress } from '../../src/client/progress.ts';

/**
 * Reads a list three entries at a time, each page as the list is at that read, to the end. Answers where each page
 * began, and what was given of it.
 */
function walked(lists: readonly (readonly unknown[])[], { counted = true, short = 3 } = {}) {
  const progress = new ListProgress(3);
  const pages: [from: number, given: unknown[]][] = [];
  while (progress.offset !== null) {
    const list = lists[Math.min(pages.length, lists.length - 1)] ?? [];
    const from = progress.offset;
    expect(pages.length, 'it goes on for ever').toBeLessThan(30);
    pages.push([from, progress.take(list.slice(from, from + short), counted ? list.length : null)]);
  }
  return pages;
}

const six = [1, 2, 3, 4, 5, 6];

describe('a list that', () => {
  test('stays as it is: each page begins with the last entry of the one before', () => {
    expect(walked([six])).toEqual([
      [0, [1, 2, 3]],
      [2, [4, 5]],
      [4, [6]],
    ]);
  });

  test('has entries that look alike gives all of them', () => {
    expect(walked([[1, 1, 1, 1, 1]])).toEqual([
      [0, [1, 1, 1]],
      [2, [1, 1]],
    ]);
  });

  test('grows in front: what was given is not given again, and what came is seen in the next walk', () => {
    expect(walked([six, [0, ...six]])).toEqual([
      [0, [1, 2, 3]],
      [2, [4]],
      [4, [5, 6]],
    ]);
  });

  test('shrinks in front: the walk goes back to an entry it knows', () => {
    expect(walked([six, [3, 4, 5, 6]])).toEqual([
      [0, [1, 2, 3]],
      [2, []],
      [0, [4, 5]],
      [2, [6]],
    ]);
  });

  test('shrinks far within: the walk goes back by a page, and not to the beginning', () => {
    const nine = [...six, 7, 8, 9];
    expect(walked([nine, nine, nine, [1, 2, 3, 6, 7, 8, 9]])).toEqual([
      [0, [1, 2, 3]],
      [2, [4, 5]],
      [4, [6, 7]],
      [6, []],
      [4, [8, 9]],
    ]);
  });

  test('becomes too short to reach the next page is read again from its last entry', () => {
    expect(walked([six, [3, 4]])).toEqual([
      [0, [1, 2, 3]],
      [2, []],
      [1, []],
      [0, [4]],
    ]);
  });

  test('shrinks to an entry that was given gives nothing twice', () => {
    expect(walked([six, [1]])).toEqual([
      [0, [1, 2, 3]],
      [2, []],
      [0, []],
    ]);
  });

  test('shrinks in front again and again is followed by its entries all the time', () => {
    expect(walked([six, [3, 4, 5, 6], [3, 4, 5, 6], [5, 6, 7, 8]])).toEqual([
      [0, [1, 2, 3]],
      [2, []],
      [0, [4, 5]],
      [2, []],
      [0, [6, 7]],
      [2, [8]],
    ]);
  });

  test('becomes another one is read from its beginning, and followed by its entries', () => {
    expect(walked([six, [11, 12, 13, 14, 15, 16]])).toEqual([
      [0, [1, 2, 3]],
      [2, []],
      [0, [11, 12, 13]],
      [2, [14, 15]],
      [4, [16]],
    ]);
  });

  test('becomes another one with every answer is read on from where the walk had come', () => {
    const nine = [...six, 7, 8, 9, 10];
    const others = Array.from({ length: 20 }, (_, nth) => nine.map((entry) => `${nth}.${entry}`));
    expect(walked([nine, nine, nine, ...others]).map(([from]) => from)).toEqual([
      ...[0, 2, 4, 6, 4, 2, 0, 2, 0],
      ...[7],
    ]);
  });

  test('nobody counts is read to its short page', () => {
    expect(walked([[...six, 7, 8]], { counted: false }).flatMap(([, input]) => input)).toEqual([
      ...six,
      7,
      8,
    ]);
  });

  test('is emptied meanwhile has its end there', () => {
    expect(walked([six, []])).toEqual([
      [0, [1, 2, 3]],
      [2, []],
    ]);
  });

  test('nobody counts ends with a short page, or an empty one', () => {
    expect(walked([[1, 2, 3, 4]], { counted: false })).toEqual([
      [0, [1, 2, 3]],
      [2, [4]],
    ]);
    expect(walked([six, []], { counted: false })).toEqual([
      [0, [1, 2, 3]],
      [2, []],
    ]);
  });

  test('nobody counts, and that is one page again and again, is that page', () => {
    const progress = new ListProgress(3);
    const inputs = [progress.take([1, 2, 3], null), progress.take([1, 2, 3], null)];
    expect([inputs, progress.offset]).toEqual([[[1, 2, 3], []], null]);
  });

  test('is given one entry at a time is walked by its places', () => {
    expect(walked([[1, 2, 3]], { short: 1 })).toEqual([
      [0, [1]],
      [1, [2]],
      [2, [3]],
    ]);
  });

  test('has others in every answer is walked by its places in the end: nothing is skipped', () => {
    const answers = Array.from({ length: 30 }, (_, nth) => six.map((entry) => ({ entry, nth })));
    const inputs = walked(answers).flatMap(([, page]) => page as { entry: number }[]);
    expect(new Set(inputs.map(({ entry }) => entry))).toEqual(new Set(six));
  });
});

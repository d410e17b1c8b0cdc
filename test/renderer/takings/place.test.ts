import { expect, test } from 'vitest';
import type { TillPlace } from '../../../src/contract/takings.ts';
import { codesOf, placeKey, placeName } from '../../../src/renderer/takings/place.ts';

const branch = (code: string): TillPlace => ({
  library: { code, label: 'Branch' },
  desk: { code: 'DESK', label: 'Desk' },
});

test('desks of libraries that have one name are told apart by their codes', () => {
  const [north, south] = [branch('NORTH'), branch('SOUTH')];
  expect(placeName(north)).toBe(placeName(south));
  expect(placeKey(codesOf(north))).not.toBe(placeKey(codesOf(south)));
  expect(placeKey(codesOf(north))).toBe(placeKey(codesOf(branch('NORTH'))));
});

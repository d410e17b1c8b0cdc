import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const css = readFileSync('src/renderer/styles/tokens.css', 'utf8');
const highContrast = css.indexOf("[data-theme='contrast']");

/** The colours of a part of the tokens, as light or as dark: the first, or the second, of each pair. */
function coloursIn(part: string, which: 0 | 1): ReadonlyMap<string, string> {
  const pairs = part.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/gu);
  return new Map([...pairs].map(([, name = '', ...pair]) => [name, pair[which] ?? '']));
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test.each([
  ['light', css.slice(0, highContrast), 0],
  ['dark', css.slice(0, highContrast), 1],
  ['light, high contrast', css.slice(highContrast), 0],
  ['dark, high contrast', css.slice(highContrast), 1],
] as const)('%s: what came of a scan, and where a book goes, is at least 7 : 1', (_, part, which) => {
  const colours = coloursIn(part, which);
  const of = (name: string): string => colours.get(name) ?? '';
  for (const meaning of ['done', 'attention', 'refused', 'information', 'work']) {
    expect(contrast(of(meaning), of(`${meaning}-tint`)), meaning).toBeGreaterThanOrEqual(7);
    // The icon on its tile.
    expect(contrast(of(meaning), of('paper')), meaning).toBeGreaterThanOrEqual(7);
    expect(contrast(of('ink'), of(`${meaning}-tint`)), meaning).toBeGreaterThanOrEqual(7);
  }
  expect(contrast(of('ink'), of('sunk'))).toBeGreaterThanOrEqual(7);
});

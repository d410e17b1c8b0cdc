import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync('.github/SECURITY.md', 'utf8');

/** The files that the page names: whoever reads it looks there. */
const mentions = [...page.matchAll(/`((?:src|test|build|resources)\/[^`\s]+\.\w+)`/g)];
const named = [...new Set(mentions.map(([, file]) => file ?? ''))];

test('every file that the security page names is there', () => {
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((file) => !existsSync(file))).toEqual([]);
});

test('each of Electron’s twenty items has its line, with a file and what holds it', () => {
  const items = [...page.matchAll(/^\| (\d+)\. .*$/gm)];
  expect(items.map(([, nth]) => Number(nth))).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  // Fuses belong to an installer, and there is none yet.
  for (const [line, nth] of items) if (nth !== '19') expect(line).toMatch(/`(?:src\/\S+|package\.json)`/);
});

test('the README leads to it', () => {
  expect(readFileSync('README.md', 'utf8')).toContain('.github/SECURITY.md');
});

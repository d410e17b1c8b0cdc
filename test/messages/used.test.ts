import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const textOf = (file: string): string => readFileSync(file, 'utf8');

/** The names that stand in the files of texts. */
const written = globSync('src/messages/en/*.json').flatMap((file) =>
  Object.keys(JSON.parse(textOf(file)) as object).filter((name) => name !== '$schema'),
);

/** Those that the code takes: `m.desk_due`, never a name put together. */
const taken = new Set(
  globSync('src/{main,renderer}/**/*.{ts,svelte}').flatMap((file) =>
    [...textOf(file).matchAll(/\bm\.([a-z]\w*)/gi)].map(([, name]) => name),
  ),
);

test('every text is said somewhere', () => {
  expect(written.length).toBeGreaterThan(1000);
  expect(written.filter((name) => !taken.has(name))).toEqual([]);
});

test('no text is there twice', () => {
  expect(written.filter((name, index) => written.indexOf(name) !== index)).toEqual([]);
});

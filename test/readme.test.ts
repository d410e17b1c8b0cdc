import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const readme = readFileSync('README.md', 'utf8');
const tree = /## Where things are\n\n```\n([^]*?)```/.exec(readme)?.[1] ?? '';
const foldersIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((one) => one.isDirectory())
    .map(({ name }) => name);

/** What is made here, and is nobody's source. */
const made = new Set(['node_modules', 'out', 'dist', 'coverage', 'reports', 'test-results']);

test('README names every folder of the program, and none that is not there', () => {
  const named = [...tree.matchAll(/^([a-z]\S*)\/ /gm)].map(([, folder]) => folder ?? '');
  const top = foldersIn('.').filter((name) => !name.startsWith('.') && !made.has(name));
  const there = top.flatMap((name) =>
    name === 'src' ? foldersIn('src').map((one) => `src/${one}`) : [name],
  );
  expect(named.toSorted()).toEqual(there.toSorted());
});

test('what README says of `test` is there', () => {
  const about = /^test\/ +([^]*?)\n(?=\S)/m.exec(tree)?.[1] ?? '';
  const parts = [...about.matchAll(/([\w-]+)\/ /g)].map(([, folder]) => folder ?? '');
  expect(parts.length).toBeGreaterThan(3);
  expect(parts.filter((folder) => !foldersIn('test').includes(folder))).toEqual([]);
});

test('every picture that README shows is in `resources`, and nothing but the icons is beside them', () => {
  const shown = [...readme.matchAll(/\]\(resources\/([^)]+)\)/g)].map(([, file]) => file ?? '');
  expect(readdirSync('resources').toSorted()).toEqual(['icons', ...shown].toSorted());
});

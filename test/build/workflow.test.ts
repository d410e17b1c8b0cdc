import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../build/electron.ts';

const read = (...names: string[]): string => fs.readFileSync(path.join(root, ...names), 'utf8');

/** Of the pipeline nothing else runs here: what it calls has to be there. */
test('the pipeline runs scripts that there are', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const called = [...read('.github/workflows/ci.yml').matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(
    ([, name = '']) => name,
  );
  expect(called.length).toBeGreaterThan(3);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(called));
});

test('the pipeline takes pictures of areas that there are', () => {
  const [, areas = ''] = /npm run screens -- (.*)/.exec(read('.github/workflows/ci.yml')) ?? [];
  const shoot = read('test/screens/shoot.ts');
  for (const area of areas.split(' ')) expect(shoot).toContain(`import { ${area} } from './${area}.ts'`);
});

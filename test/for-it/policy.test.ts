import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../../build/electron.ts';
import { policyEntries } from '../../build/policy/entries.ts';
import { policyFiles } from '../../build/policy/files.ts';
import { registryTypes } from '../../build/policy/page.ts';
import { checkPolicyFile } from '../../src/main/policy/check.ts';
import type { RegistryValue } from '../../src/main/policy/registry.ts';
import { mostBytes } from '../../src/main/policy/text.ts';
import { policyKey, windowsPolicies } from '../../src/main/policy/windows.ts';
import { commandOf, forIt, linesOf, rowsOf, textOf, wordsOf } from './page.ts';

const read = (name: string): string => fs.readFileSync(path.join(root, name), 'utf8');

test('that is shown is a good one', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'carrel-for-it-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'carrel-policy.json');
  fs.writeFileSync(file, linesOf('policy').join('\n'));
  expect(await checkPolicyFile(file)).toMatchObject({ exitCode: 0 });
  expect(forIt.text).toContain(`at most ${mostBytes.toLocaleString('en')} bytes`);
});

test.skipIf(process.platform === 'win32')('is put where it is read by its lines', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'carrel-for-it-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  fs.writeFileSync(path.join(folder, 'carrel-policy.json'), linesOf('policy').join('\n'), { mode: 0o600 });
  const places = { 'policy-install-linux': '/etc', 'policy-install-mac': '/Library' };
  for (const [name, top] of Object.entries(places)) {
    const script = linesOf(name).join('\n').replaceAll(top, `${folder}${top}`);
    expect(spawnSync('sh', ['-euc', script], { cwd: folder, encoding: 'utf8' })).toMatchObject({
      stderr: '',
      status: 0,
    });
  }
  const installed = ['etc/carrel/policy.d/50-library.json', 'Library/Application Support/Carrel/policy.json'];
  for (const file of installed) {
    expect((await checkPolicyFile(path.join(folder, file))).exitCode).toBe(0);
    expect((fs.statSync(path.join(folder, file)).mode & 0o777).toString(8)).toBe('644');
    expect((fs.statSync(path.join(folder, path.dirname(file))).mode & 0o777).toString(8)).toBe('755');
  }
});

test('settings are all of them, by their titles and their types in the registry', () => {
  expect(rowsOf('setting').map((row) => row.map(textOf))).toEqual(
    policyEntries.map(({ id, title, form }) => [id, title, registryTypes[form.kind]]),
  );
});

test('templates that are named are made', () => {
  const [npm, run, script = ''] = commandOf('policy-templates');
  expect([npm, run]).toEqual(['npm', 'run']);
  expect(read('package.json')).toContain(`"${script}": "`);
  const files = new Set(policyFiles().keys());
  const named = [
    ...forIt.text.matchAll(/`((?:windows|mac)\/[^`]+|[\w-]+\.schema\.json|sample-policy\.json|policy\.md)`/g),
  ];
  expect(named.map(([, file = '']) => file).filter((file) => !files.has(file))).toEqual([]);
  expect(new Set(named.map(([, file]) => file)).size).toBe(files.size);
});

/** What lines set in the registry, as the registry has it afterwards. */
const valuesOf = {
  'policy-registry': (line: string) => {
    const [, name, number, text = ''] = /-Name (\w+)( -Type DWord)? -Value (.*)$/.exec(line) ?? [];
    return name === undefined ? null : ([name, number ? Number(text) : (wordsOf(text)[0] ?? '')] as const);
  },
  'policy-registry-cmd': (line: string) => {
    const [reg, add, key = '', v, name = '', t, type, d, value = '', f] = wordsOf(line);
    expect([reg, add, key, v, t, d, f]).toEqual(['reg', 'add', `HKLM\\${policyKey}`, '/v', '/t', '/d', '/f']);
    return [name, type === 'REG_DWORD' ? Number(value) : value] as const;
  },
};

test.each(['policy-registry', 'policy-registry-cmd'] as const)('%s is a good policy', (block) => {
  const set = linesOf(block).flatMap((line): (readonly [string, RegistryValue])[] => {
    const value = valuesOf[block](line);
    return value === null ? [] : [value];
  });
  const registry = {
    values: (hive: string, key: string) => (hive === 'HKLM' && key === policyKey ? new Map(set) : null),
  };
  const [machine] = windowsPolicies(registry, () => () => null).read();
  expect(machine?.judged).toMatchObject({
    ok: true,
    content: {
      mandatory: {
        ...{ serviceAddress: 'https://library.example.org', serviceRoot: 'svcws', allowFeeWaiving: false },
        placeByHost: [{ host: '*', library: 'MAIN', desk: 'DEFAULT_CIRC_DESK' }],
      },
    },
  });
});

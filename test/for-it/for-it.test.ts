import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../build/electron.ts';
import { pageOf } from '../../build/pages/blocks.ts';
import { keptNoteName } from '../../build/package/msi/kept-note.ts';
import { machineKey } from '../../build/package/msi/identity.ts';
import { linuxFolder, names } from '../../build/package/names.ts';
import { artifactName, type Processor, targets, type TargetName } from '../../build/package/targets.ts';
import { exitCode } from '../../src/main/command-line/exit-code.ts';
import { commandTable, usageOf } from '../../src/main/command-line/table.ts';
import { readRequest } from '../../src/main/command-line/parse.ts';
import { codeBlocks, codeOf, commandOf, forIt, linesOf, rowsOf, textOf, wordsOf } from './page.ts';
import { tried } from './tried.ts';

const read = (...parts: string[]): string => fs.readFileSync(path.join(root, ...parts), 'utf8');

describe('every line', () => {
  test('has a name, and is tried, or says why it is not', () => {
    expect([...codeBlocks.keys()].toSorted()).toEqual(Object.keys(tried).toSorted());
    expect(forIt.blocks.filter(({ kind }) => kind === 'code')).toHaveLength(codeBlocks.size);
  });

  test('that is not run here is in the list of what is still to be seen', () => {
    const list = read('build/README.md');
    for (const [name, how] of Object.entries(tried))
      expect(list.includes(`\`${name}\``), name).toBe(typeof how !== 'string');
  });

  test('that is run elsewhere is read from the page there', () => {
    const sources = {
      installed: ['deb', 'rpm', 'msi'].map((kind) => read(`test/packaging/installed/${kind}.ts`)).join(''),
      window: read('test/e2e/for-it.spec.ts'),
      here: read('test/for-it/policy.test.ts'),
    };
    for (const [name, how] of Object.entries(tried))
      if (typeof how === 'string') expect(sources[how], name).toContain(`'${name}'`);
  });

  test('that the release workflow runs is the same there', () => {
    const onMachine = read('test/smoke/packages.ts');
    const workflow = read('.github/workflows/release.yml');
    for (const name of ['nsis-install', 'nsis-remove', 'pkg-install', 'pkg-remove'])
      expect(onMachine).toContain(`'${name}'`);
    expect(workflow).toContain(`${commandOf('rpm-install', '/dist/*.rpm').join(' ')}\n`);
    expect(workflow).toContain(`${commandOf('rpm-remove').join(' ')}\n`);
    const inPowerShell = [
      ...linesOf('msi-install-powershell')
        .join('')
        .matchAll(/'([^']+)'/g),
    ];
    expect(['msiexec', ...inPowerShell.map(([, word]) => word)]).toEqual(
      wordsOf(linesOf('msi-install')[0] ?? ''),
    );
  });

  test('that starts Carrel names it as it is installed, and with switches that there are', () => {
    const programs = {
      bat: [],
      json: [],
      sh: ['carrel', '/Applications/Carrel.app/Contents/MacOS/Carrel'],
      powershell: [String.raw`C:\Program Files\Carrel\Carrel.exe`],
    };
    let started = 0;
    for (const { name, language, text } of codeBlocks.values()) {
      const line = text.split('\n').find((one) => / --[a-z]|'--/.test(one) && /carrel/i.test(one));
      if (line === undefined || !(language in programs)) continue;
      const words = wordsOf(line.replace(/^.* \| /, '').replaceAll(',', ''));
      const program = words.findIndex((word) =>
        (programs as Record<string, string[]>)[language]?.includes(word),
      );
      // As the last word it is a package's name.
      if (program === -1 || program === words.length - 1) continue;
      started += 1;
      const args = words.slice(program + 1).filter((word) => !/^-(?:Wait|PassThru|ArgumentList)$/.test(word));
      expect(readRequest(args, commandTable), name).toMatchObject({ kind: 'command' });
    }
    expect(started).toBe(8);
  });
});

describe('packages', () => {
  test('are called as they are made', () => {
    const rows = rowsOf('where', 'package');
    const made: readonly (readonly [TargetName, Processor])[] = [
      ...(['msi', 'nsis', 'deb', 'rpm'] as const).map((name) => [name, 'x64'] as const),
      ...(['pkg', 'zip'] as const).map((name) => [name, 'arm64'] as const),
      ['appimage', 'x64'],
    ];
    expect(rows.flatMap(([, file = []]) => codeOf(file))).toEqual(
      made.map(([target, processor]) => artifactName(targets[target], 'VERSION', processor)),
    );
    const files = rows.flatMap(([, file = []]) => codeOf(file));
    for (const [file] of forIt.text.matchAll(/Carrel-VERSION-[\w.-]*\w/g)) expect(files).toContain(file);
  });

  test('the note, the key and the folders are those of the packages', () => {
    expect(forIt.text).toContain(`\`${keptNoteName}\``);
    expect(forIt.text).toContain(`\`HKLM\\${machineKey}\``);
    expect(read('build/package/nsis/installer.nsh')).toMatch(/EXIT_OTHER_INSTALLED 1638\n.*EXIT_BUSY 75\n/);
    const [, , , linux = []] = rowsOf('what', 'Windows', 'macOS')[0] ?? [];
    expect(codeOf(linux)).toEqual([linuxFolder]);
    const person = rowsOf('what', 'Windows', 'macOS')[2]?.[1] ?? [];
    expect(codeOf(person)).toEqual([`%LOCALAPPDATA%\\Programs\\${names.linux}`]);
    expect(commandOf('nsis-remove')[0]).toBe(`${codeOf(person)[0] ?? ''}\\Uninstall ${names.product}.exe`);
  });
});

describe('the command line', () => {
  test('has these commands, in the words of its help', () => {
    expect(rowsOf('command').map((row) => row.map(textOf))).toEqual(
      [...commandTable].map(([name, entry]) => [usageOf(name, entry), entry.about()]),
    );
  });

  test('ends with these codes, and no others', () => {
    expect(rowsOf('ends with').map(([code = []]) => Number(textOf(code)))).toEqual(Object.values(exitCode));
  });
});

test('a page may hold only what is shown', async () => {
  for (const text of [
    '[a link](https://a.example)',
    '<b>bold</b>',
    '- a\n  - b',
    '![a](b.png)',
    '> said',
    '---',
  ])
    await expect(pageOf(text), text).rejects.toThrow('may not hold');
});

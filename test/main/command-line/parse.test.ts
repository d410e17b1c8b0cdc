import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Entry } from '../../../src/main/command-line/command.ts';
import { ownArguments, readRequest } from '../../../src/main/command-line/parse.ts';
import { commandTable } from '../../../src/main/command-line/table.ts';

const entry = (takes: Entry['takes'], options?: Entry['options']): Entry => ({
  takes,
  about: () => '',
  load: () => Promise.reject(new Error('not run here')),
  ...(options && { options }),
});
const table = new Map<string, Entry>([
  ['help', entry(null)],
  ['drain', entry(null, { timeout: 'SECONDS' })],
  ['report', entry('FILE')],
]);
const read = (...args: readonly string[]) => readRequest(args, table);
const link = 'carrel://patron/21000000000019';

describe('what a start is asked for', () => {
  test.each([
    [[], { kind: 'open', link: null }],
    [['--'], { kind: 'open', link: null }],
    [[link], { kind: 'open', link }],
    [['--', link], { kind: 'open', link }],
    [['CARREL:x'], { kind: 'open', link: 'CARREL:x' }],
    [['--help'], { kind: 'command', name: 'help', given: { file: '', options: {} } }],
    [
      ['--drain', '--timeout', '60'],
      { kind: 'command', name: 'drain', given: { file: '', options: { timeout: '60' } } },
    ],
    [
      ['--timeout=60', '--drain'],
      { kind: 'command', name: 'drain', given: { file: '', options: { timeout: '60' } } },
    ],
    [
      ['--report', 'a file.json'],
      { kind: 'command', name: 'report', given: { file: 'a file.json', options: {} } },
    ],
    [
      ['--report=C:\\a b\\é.json'],
      { kind: 'command', name: 'report', given: { file: 'C:\\a b\\é.json', options: {} } },
    ],
  ])('%j', (args, request) => {
    expect(readRequest(args, table)).toEqual(request);
  });

  test.each([
    [['--nonsense'], '"--nonsense"'],
    [['-x'], '"-x"'],
    [['-help'], '"-h"'],
    [['--HELP'], '"--HELP"'],
    [['--__proto__'], '"--__proto__"'],
    [['--constructor'], '"--constructor"'],
    [['word'], '"word"'],
    [[''], '""'],
    [['--help', 'word'], '"word"'],
    [['--help', '--help'], 'twice'],
    [['--help', '--drain'], '--help and --drain'],
    [['--help=yes'], 'no value'],
    [['--report'], 'needs a value'],
    [['--report='], 'needs a value'],
    [['--report', '--drain'], 'needs a value'],
    [['--timeout', '5'], '--timeout'],
    [['--help', '--timeout', '5'], '--timeout'],
    [['--drain', link], 'link'],
    [['--drain', '--', link], 'link'],
    [['--drain', '--'], 'link'],
    [['x'.repeat(64_000)], 'x …'],
    [['--\u001b[2J'], String.raw`\u001b`],
  ])('%j is named, and nothing is done', (args, words) => {
    const request = readRequest(args, table);
    expect(request.kind).toBe('usage');
    expect(request.kind === 'usage' && request.words).toContain(words);
    expect(request.kind === 'usage' && request.words.length).toBeLessThan(200);
  });

  test.each([
    '--no-sandbox',
    '--user-data-dir=/tmp/x y',
    '--disable-gpu',
    '--disable-features=A,B',
    '--enable-logging=stderr',
    '--force-device-scale-factor=1.5',
    '--ozone-platform-hint=auto',
    '--remote-debugging-port=0',
    '--inspect=0',
    '--lang=de',
    '--proxy-server=http://proxy:3128',
    '--original-process-start-time=13345',
    '--allow-file-access-from-files',
    '-psn_0_12345',
  ])('Electron’s own switch %s is left to Electron', (own) => {
    expect(read(own)).toEqual({ kind: 'open', link: null });
    expect(read(own, '--help')).toMatchObject({ kind: 'command', name: 'help' });
    expect(read(own, '--', link)).toEqual({ kind: 'open', link });
  });
});

describe('a file that is opened', () => {
  test.each([
    [['a b.carrel-policy'], 'a b.carrel-policy'],
    [['--', 'C:\\a b\\É.CARREL-TROLLEY'], 'C:\\a b\\É.CARREL-TROLLEY'],
    [['--', '-x.carrel-policy'], '-x.carrel-policy'],
    [['--', '--drain.carrel-policy'], '--drain.carrel-policy'],
    [['--no-sandbox', '--', 'file:///a%20b.carrel-policy'], 'file:///a%20b.carrel-policy'],
    [['--', 'one.carrel-policy', 'two.carrel-trolley'], 'two.carrel-trolley'],
  ])('%j', (args, file) => {
    expect(read(...args)).toEqual({ kind: 'open', link: null, file });
  });

  test.each([
    ['a link that brings a file with it', [link, 'x.carrel-policy']],
    ['the same behind `--`', ['--', link, 'x.carrel-policy']],
    ['a file that brings a link with it', ['--', 'x.carrel-policy', link]],
    ['a file that brings a switch with it', ['--', 'x.carrel-policy', '--drain']],
    ['a link that ends like a file', ['--', 'carrel://patron/x.carrel-policy']],
    ['an address that is none', ['--', 'file://%/x.carrel-policy']],
    ['another ending', ['--', 'x.txt']],
  ])('%s is none', (_, args) => {
    expect(read(...args)).not.toHaveProperty('file');
  });

  test.each([[['x.carrel-policy', '--drain']], [['--drain', 'x.carrel-policy']], [['x.json']]])(
    '%j is no start of the desk',
    (args) => {
      expect(read(...args).kind).toBe('usage');
    },
  );
});

describe('what follows `--`, or a link, is never a switch', () => {
  // Windows registers `"Carrel.exe" -- "%1"`, and a page may have put a quote into %1.
  test.each([
    ['a quote in the link that ends the argument', ['--', 'carrel://patron/1', '--drain', '']],
    ['the same where the quote is kept', ['--', 'carrel://patron/1" --drain "']],
    ['cmd: a caret, an ampersand, a variable', ['--', 'carrel://patron/1^&calc.exe&%PATH%']],
    ['PowerShell: a backtick, a semicolon, a call', ['--', 'carrel://patron/1`;$(calc)']],
    ['a switch in the place of the link', ['--', '--drain']],
    ['a second `--`', ['--', '--', '--provision']],
    ['Linux: `%u` without `--`', ['carrel://patron/1', '--drain']],
    [
      'Linux, with a switch of the desktop file',
      ['--ozone-platform-hint=auto', 'carrel://patron/1', '--user-data-dir=/evil'],
    ],
  ])('%s', (_, args) => {
    expect(readRequest(args, table)).toMatchObject({ kind: 'open' });
  });

  test('whatever a page writes into a link', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom('--drain', '--help', '--', '"', '%1'))),
        (rest) => {
          expect(readRequest(['--', 'carrel://patron/1', ...rest], table).kind).toBe('open');
          expect(readRequest(['carrel://patron/1', ...rest], table).kind).toBe('open');
        },
      ),
    );
  });

  test('no command line at all makes it fail', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string(),
            fc.string().map((text) => `--${text}`),
          ),
        ),
        (args) => {
          expect(['open', 'command', 'usage']).toContain(readRequest(args, table).kind);
        },
      ),
    );
  });
});

describe('the arguments that are the program’s', () => {
  test.each([
    ['packaged', ['C:\\Carrel.exe', '--', link], true, ['--', link]],
    ['a folder', ['electron', '.', '--help'], false, ['--help']],
    ['with Electron’s switches before', ['electron', '--inspect=0', '/app', '--drain'], false, ['--drain']],
    ['with a loader', ['electron', '-r', 'loader.js', '/app', '--drain'], false, ['--drain']],
    ['no folder', ['electron', '--version'], false, []],
  ])('%s', (_, argv, isPackaged, own) => {
    expect(ownArguments(argv, isPackaged)).toEqual(own);
  });
});

test('no command has the name of a switch of another', () => {
  const names = [...commandTable].flatMap(([name, { options = {} }]) => [name, ...Object.keys(options)]);
  expect(new Set(names).size).toBe(names.length);
});

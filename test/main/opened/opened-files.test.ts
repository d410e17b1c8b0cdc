import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fileIn } from '../../../src/main/command-line/opened-file.ts';
import { OpenedFiles } from '../../../src/main/opened/opened-files.ts';
import { readOpened } from '../../../src/main/opened/read-opened.ts';
import { listOf, listText, parseList } from '../../../src/main/receiving/trolley-list.ts';
import { quietLog } from '../support/ports.ts';

let folder = '';
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'opened-'))));
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const write = (name: string, content: string | Uint8Array | object): string => {
  const file = path.join(folder, name);
  const isRaw = typeof content === 'string' || content instanceof Uint8Array;
  fs.writeFileSync(file, isRaw ? content : JSON.stringify(content));
  return file;
};
const settings = {
  ...{ mode: 'receive', date: '', confirmedFuture: false, department: 'ACQ', departmentLibrary: 'MAIN' },
  ...{ workOrderType: '', status: '' },
} as const;
const list = { schema: 'carrel-trolley/1', library: 'practice', settings, codes: ['POL-7', '39001'] };
const practice = { mode: 'practice', institution: null } as const;

describe('a policy that is opened', () => {
  test('shows what it would set, and who could change it; what is held is not also recommended', async () => {
    const file = write('a.carrel-policy', {
      schema: 'carrel-policy/1',
      mandatory: { blurAfter: 60 },
      recommended: { blurAfter: 120, clearAfter: 600 },
    });
    expect(await readOpened(file)).toMatchObject({
      ...{ kind: 'policy', problems: [] },
      settings: [
        { id: 'blurAfter', held: true },
        { id: 'clearAfter', held: false },
      ],
    });
  });

  test('names every fault with its line and column, and then sets nothing', async () => {
    const file = write(
      'a.CARREL-POLICY',
      '{"schema": "carrel-policy/1",\n "mandatory": {"blurAfter": "60", "apiKey": "l7xx"}}',
    );
    expect(await readOpened(file)).toMatchObject({
      ...{ kind: 'policy', settings: [] },
      problems: [
        { line: 2, why: 'type' },
        { line: 2, why: 'secret' },
      ],
    });
    expect(JSON.stringify(await readOpened(file))).not.toContain('l7xx');
  });

  test.each([
    ['nothing there', () => path.join(folder, 'none.carrel-policy'), 'notRead'],
    [
      'a folder',
      () => fs.mkdirSync(path.join(folder, 'f.carrel-policy'), { recursive: true }) ?? '',
      'notAFile',
    ],
    ['10 MB', () => write('big.carrel-policy', Buffer.alloc(10_000_000, 32)), 'tooLarge'],
    ['no text', () => write('bytes.carrel-policy', Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x01])), 'encoding'],
    ['nothing in it', () => write('empty.carrel-policy', ''), 'empty'],
  ])('%s is said', async (_, make, why) => {
    expect(await readOpened(make())).toMatchObject({ kind: 'policy', problems: [{ why }], settings: [] });
  });
});

describe('a list that is opened', () => {
  test('comes back as it was saved', async () => {
    const read = await readOpened(write('a.carrel-trolley', list));
    expect(read).toMatchObject({ kind: 'list', list: { codes: list.codes, settings, library: 'practice' } });
    expect(read.kind === 'list' && parseList(Buffer.from(listText(read.list)))).toEqual(
      read.kind === 'list' && read.list,
    );
  });

  test.each([
    ['nothing there', () => path.join(folder, 'none.carrel-trolley'), 'missing'],
    [
      'a folder',
      () => fs.mkdirSync(path.join(folder, 'f.carrel-trolley'), { recursive: true }) ?? '',
      'notAFile',
    ],
    ['10 MB', () => write('big.carrel-trolley', Buffer.alloc(10_000_000, 32)), 'tooLarge'],
    ['no JSON', () => write('x.carrel-trolley', 'POL-7'), 'notAList'],
    ['no UTF-8', () => write('x.carrel-trolley', Buffer.from([0xc3, 0x28])), 'notAList'],
    ['another schema', () => write('x.carrel-trolley', { ...list, schema: 'carrel-trolley/2' }), 'notAList'],
    ['a name that no list has', () => write('x.carrel-trolley', { ...list, receive: true }), 'notAList'],
    ['no codes', () => write('x.carrel-trolley', { ...list, codes: [] }), 'notAList'],
    [
      'too many',
      () => write('x.carrel-trolley', { ...list, codes: Array.from({ length: 501 }, String) }),
      'notAList',
    ],
    ['an order line twice', () => write('x.carrel-trolley', { ...list, codes: ['a', 'a'] }), 'notAList'],
    ['a command barcode', () => write('x.carrel-trolley', { ...list, codes: ['crlfinishlist'] }), 'notAList'],
    ['one in a frame', () => write('x.carrel-trolley', { ...list, codes: ['*CRLKEEP*'] }), 'notAList'],
    ['a control character', () => write('x.carrel-trolley', { ...list, codes: ['a\rb'] }), 'notAList'],
    [
      'an override of the direction',
      () => write('x.carrel-trolley', { ...list, codes: ['a\u202eb'] }),
      'notAList',
    ],
    [
      'look up',
      () => write('x.carrel-trolley', { ...list, settings: { ...settings, mode: 'look' } }),
      'notAList',
    ],
  ])('%s is said, and nothing of it is opened', async (_, make, why) => {
    expect(await readOpened(make())).toMatchObject({ kind: 'noList', why });
  });

  test('whatever is in it, it is judged', () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void parseList(bytes)));
    fc.assert(fc.property(fc.json(), (text) => void parseList(Buffer.from(text))));
  });

  test('of a trolley it has what waits for a person: nothing that was sent, or that goes on by itself', () => {
    const book = (order: number, state: string, step = '') => ({
      order,
      state,
      step,
      code: `C${order}`,
      settings,
    });
    const books = [
      book(3, 'asks'),
      book(1, 'refused'),
      book(2, 'received'),
      book(4, 'waiting'),
      book(5, 'refused', 'step'),
      book(6, 'unclear'),
    ];
    const trolley = { all: books, settings: { ...settings, mode: 'look', confirmedFuture: true } };
    expect(listOf(trolley as never, 'practice')).toEqual({
      ...{ library: 'practice', codes: ['C1', 'C3'] },
      settings: { ...settings, mode: 'receive', confirmedFuture: false },
    });
  });
});

test('a file is for one window until it is done with; a later one takes its place', async () => {
  const files = new OpenedFiles(quietLog());
  expect(files.of(1, practice)).toBeNull();
  await files.offer(write('a.carrel-trolley', list), null);
  const first = files.of(1, practice);
  expect(first).toMatchObject({ kind: 'list', name: 'a.carrel-trolley' });
  expect(files.of(2, practice)).toBeNull();
  files.closed(1);
  expect(files.of(2, practice)?.id).toBe(first?.id);
  await files.offer(path.join(folder, 'b.carrel-trolley'), 2);
  const second = files.of(2, practice);
  expect(second).toMatchObject({ kind: 'noList', why: 'missing' });
  files.done(first?.id ?? '');
  expect(files.of(2, practice)).not.toBeNull();
  files.done(second?.id ?? '');
  expect(files.of(2, practice)).toBeNull();
});

test('the list of another library is not opened', async () => {
  const files = new OpenedFiles(quietLog());
  await files.offer(write('a.carrel-trolley', list), 1);
  const elsewhere = { mode: 'institution', institution: { address: 'https://api.example.org' } } as never;
  expect(files.of(1, elsewhere)).toMatchObject({ kind: 'noList', why: 'otherLibrary' });
});

test.each([
  ['a.carrel-policy', 'a.carrel-policy'],
  ['file://elsewhere.example/a.carrel-policy', null],
  ['file:///a%00.carrel-policy', null],
  ['file:///a%2Fb.carrel-policy', null],
  ['a\0.carrel-policy', null],
  ['a.carrel-policy.exe', null],
  ['.carrel', null],
  ['', null],
])('%j is the file %j', (arg, file) => {
  expect(fileIn(arg)).toBe(file);
});

test('an address of a desktop is the file’s path', () => {
  const file = path.join(os.tmpdir(), 'ä b#?.carrel-policy');
  expect(fileIn(pathToFileURL(file).href)).toBe(file);
});

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { OpenDialogReturnValue, SaveDialogReturnValue } from 'electron';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Failed } from '../../../src/main/failure.ts';
import { DesktopFiles, safeFileName } from '../../../src/main/desktop/files.ts';
import type { FileUse } from '../../../src/main/ports.ts';

vi.mock('node:fs/promises', async (original) => {
  const real = await original<{ rm: typeof rm }>();
  return { ...real, rm: vi.fn(real.rm) };
});

let folder: string;
let looked: string;
const showOpenDialog = vi.fn<(...requests: unknown[]) => Promise<OpenDialogReturnValue>>();
const showSaveDialog = vi.fn<(...requests: unknown[]) => Promise<SaveDialogReturnValue>>();
const openPath = vi.fn<(file: string) => Promise<string>>();
const window = {} as never;
const places = new Map<FileUse, string>();
const attach = { use: 'attach', title: 'Choose' } as const;

const files = (): DesktopFiles =>
  new DesktopFiles({
    dialog: { showOpenDialog, showSaveDialog },
    shell: { openPath },
    windowOf: (id) => (id === 1 ? window : null),
    folder: looked,
    places: {
      of: (use) => places.get(use) ?? null,
      keep: (use, place) => void places.set(use, place),
    },
  });

/** A file that is read at once. */
const of = (name: string, content: string) => (): Promise<{ name: string; content: Uint8Array }> =>
  Promise.resolve({ name, content: Buffer.from(content) });

async function reasonOf(work: Promise<unknown>): Promise<unknown> {
  const error: unknown = await work.catch((thrown: unknown) => thrown);
  return error instanceof Failed ? error.failure : error;
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carrel-files-'));
  looked = path.join(folder, 'looked-at');
  vi.resetAllMocks();
  places.clear();
  openPath.mockResolvedValue('');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('choosing a file', () => {
  test('gives its name and size, and its content when it is asked for', async () => {
    const file = path.join(folder, 'letter.txt');
    writeFileSync(file, 'Dear');
    showOpenDialog.mockResolvedValue({ canceled: false, filePaths: [file] });
    const chosen = await files().choose(1, attach);
    expect(chosen).toMatchObject({ name: 'letter.txt', size: 4 });
    expect(Buffer.from((await chosen?.read()) ?? '').toString()).toBe('Dear');
    appendFileSync(file, 'x'.repeat(100_000));
    expect(await reasonOf(chosen?.read() ?? Promise.resolve())).toMatchObject({ reason: 'fileNotRead' });
    expect(showOpenDialog).toHaveBeenCalledWith(window, { title: 'Choose', properties: ['openFile'] });
    rmSync(file);
    expect(await reasonOf(chosen?.read() ?? Promise.resolve())).toEqual({
      kind: 'invalid',
      field: 'file',
      reason: 'fileNotRead',
      detail: 'ENOENT',
    });
  });

  test('comes to nothing where they thought better of it, chose a folder, or the window is gone', async () => {
    showOpenDialog.mockResolvedValue({ canceled: true, filePaths: [] });
    expect(await files().choose(1, attach)).toBeNull();
    expect(await files().choose(2, attach)).toBeNull();
    showOpenDialog.mockResolvedValue({ canceled: false, filePaths: [folder] });
    expect(await reasonOf(files().choose(1, attach))).toMatchObject({ reason: 'fileNotRead' });
  });
});

test('a folder is chosen, or not; of files only those of a type are offered', async () => {
  showOpenDialog.mockResolvedValueOnce({ canceled: false, filePaths: [folder] });
  expect(await files().folder(1, { use: 'slips', title: 'Where to' })).toBe(folder);
  expect(showOpenDialog).toHaveBeenLastCalledWith(window, {
    title: 'Where to',
    properties: ['openDirectory', 'createDirectory'],
  });
  showOpenDialog.mockResolvedValue({ canceled: true, filePaths: [] });
  expect(await files().folder(1, { use: 'slips', title: 'Where to' })).toBeNull();
  await files().choose(1, {
    use: 'picture',
    title: 'A picture',
    type: { name: 'Pictures', extensions: ['png'] },
  });
  expect(showOpenDialog).toHaveBeenLastCalledWith(window, {
    title: 'A picture',
    properties: ['openFile'],
    filters: [{ name: 'Pictures', extensions: ['png'] }],
  });
});

describe('saving', () => {
  test('asks where, with a name that this machine takes, and writes there', async () => {
    const place = path.join(folder, 'saved.txt');
    showSaveDialog.mockResolvedValue({ canceled: false, filePath: place });
    const type = { name: 'Text', extensions: ['txt'] };
    expect(await files().placeFor(1, { use: 'save', title: 'Save', name: '../a:b.txt', type })).toBe(place);
    expect(showSaveDialog).toHaveBeenCalledWith(window, {
      title: 'Save',
      defaultPath: 'ab.txt',
      filters: [type],
    });
    await files().write(place, Buffer.from('as it was'));
    expect(readFileSync(place, 'utf8')).toBe('as it was');
  });

  test('says that it did not come about, without the path', async () => {
    showSaveDialog.mockResolvedValue({ canceled: true, filePath: '' });
    expect(await files().placeFor(1, { use: 'save', title: 'Save', name: 'a' })).toBeNull();
    const failure = await reasonOf(files().write(path.join(folder, 'no such folder', 'a'), 'a'));
    expect(failure).toEqual({ kind: 'invalid', field: 'file', reason: 'fileNotWritten', detail: 'ENOENT' });
  });

  test('is of the whole file, in place of one that was there, and leaves nothing where it fails', async () => {
    const place = path.join(folder, 'saved.txt');
    writeFileSync(place, 'a longer one that was there before');
    await files().write(place, 'the new one');
    expect(readFileSync(place, 'utf8')).toBe('the new one');
    // A folder stands where the file is to be: it is found out only at the last step.
    const taken = path.join(folder, 'taken');
    mkdirSync(path.join(taken, 'by a folder'), { recursive: true });
    expect(await reasonOf(files().write(taken, 'x'))).toMatchObject({ reason: 'fileNotWritten' });
    expect(readdirSync(folder).toSorted()).toEqual(['saved.txt', 'taken']);
  });
});

describe('the next dialog', () => {
  const chosen = (file: string): void =>
    void showOpenDialog.mockResolvedValue({ canceled: false, filePaths: [file] });
  const openedAt = (): unknown => showOpenDialog.mock.lastCall?.at(1);

  test('of one kind opens where that was left, and no other does', async () => {
    const letters = path.join(folder, 'letters');
    mkdirSync(letters);
    writeFileSync(path.join(letters, 'a.txt'), 'a');
    chosen(path.join(letters, 'a.txt'));
    await files().choose(1, attach);
    await files().choose(1, attach);
    expect(openedAt()).toMatchObject({ defaultPath: letters });
    chosen(letters);
    await files().folder(1, { use: 'slips', title: 'Where to' });
    expect(openedAt()).not.toHaveProperty('defaultPath');
    await files().folder(1, { use: 'slips', title: 'Where to' });
    expect(openedAt()).toMatchObject({ defaultPath: letters });
  });

  test('for saving has the folder of the last one, and its own name', async () => {
    showSaveDialog.mockResolvedValue({ canceled: false, filePath: path.join(folder, 'renamed.txt') });
    const requestOf = (): unknown => showSaveDialog.mock.lastCall?.at(1);
    await files().placeFor(1, { use: 'save', title: 'Save', name: 'a.txt' });
    expect(requestOf()).toMatchObject({ defaultPath: 'a.txt' });
    await files().placeFor(1, { use: 'save', title: 'Save', name: 'b.txt' });
    expect(requestOf()).toMatchObject({ defaultPath: path.join(folder, 'b.txt') });
  });

  test('opens where the system has it, if that folder is gone; one that is left without a choice changes nothing', async () => {
    const gone = path.join(folder, 'gone');
    places.set('attach', gone);
    showOpenDialog.mockResolvedValue({ canceled: true, filePaths: [] });
    await files().choose(1, attach);
    expect(openedAt()).not.toHaveProperty('defaultPath');
    expect(places.get('attach')).toBe(gone);
  });
});

describe('opening', () => {
  test('is of a copy that nobody else can read, and that goes with the program', async () => {
    const desktop = files();
    await desktop.open('P1', of('letter.pdf', '%PDF'));
    const [opened] = openPath.mock.calls[0] ?? [''];
    expect(path.basename(opened)).toBe('letter.pdf');
    expect(readFileSync(opened, 'utf8')).toBe('%PDF');
    if (process.platform !== 'win32') expect(statSync(path.dirname(opened)).mode & 0o777).toBe(0o700);
    await desktop.close();
    expect(existsSync(looked)).toBe(false);
  });

  test('of what an earlier run has left nothing is kept', async () => {
    await files().open('P1', of('left.pdf', 'left'));
    await files().open('P1', of('new.pdf', 'new'));
    const remaining = readdirSync(looked).flatMap((one) => readdirSync(path.join(looked, one)));
    expect(remaining).toEqual(['new.pdf']);
  });

  const remaining = (): string[] =>
    existsSync(looked) ? readdirSync(looked).flatMap((one) => readdirSync(path.join(looked, one))) : [];

  test('is over when the patron goes: theirs are taken away, and nobody else’s', async () => {
    const desktop = files();
    await desktop.open('P1', of('one.pdf', '1'));
    await desktop.open('P1', of('two.pdf', '2'));
    await desktop.open('P2', of('other.pdf', '3'));
    await desktop.forgetOpened('P3');
    expect(remaining().toSorted()).toEqual(['one.pdf', 'other.pdf', 'two.pdf']);
    await desktop.forgetOpened('P1');
    expect(remaining()).toEqual(['other.pdf']);
    await desktop.forgetOpened('P2');
    expect(remaining()).toEqual([]);
  });

  test('of a file that comes only when the patron has gone opens nothing, and leaves nothing', async () => {
    const desktop = files();
    const slow = Promise.withResolvers<{ name: string; content: Uint8Array }>();
    const began = Promise.withResolvers<undefined>();
    const opening = reasonOf(
      desktop.open('P1', () => {
        began.resolve(undefined);
        return slow.promise;
      }),
    );
    await began.promise;
    await desktop.forgetOpened('P1');
    slow.resolve(await of('late.pdf', 'x')());
    expect(await opening).toEqual({ kind: 'cancelled' });
    expect(openPath).not.toHaveBeenCalled();
    expect(remaining()).toEqual([]);
  });

  test('of one that cannot be taken away yet is over at the next occasion', async () => {
    const desktop = files();
    await desktop.open('P1', of('held.pdf', '1'));
    // As where a program has it open.
    vi.mocked(rm).mockRejectedValueOnce(Object.assign(new Error('busy'), { code: 'EBUSY' }));
    await desktop.forgetOpened('P1');
    expect(remaining()).toEqual(['held.pdf']);
    await desktop.open('P2', of('next.pdf', '2'));
    expect(remaining()).toEqual(['next.pdf']);
  });

  test('says so where no program opens it', async () => {
    openPath.mockResolvedValue('No application is registered');
    expect(await reasonOf(files().open('P1', of('letter.pdf', 'x')))).toMatchObject({
      reason: 'fileNotOpened',
    });
  });
});

test.each([
  ['letter.txt', 'letter.txt'],
  ['הצהרה.csv', 'הצהרה.csv'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Windows\\a.txt', 'a.txt'],
  ['con.txt', '_con.txt'],
  ['.hidden', 'hidden'],
  ['a\u202Etxt.exe', 'atxt.exe'],
  ['what? "this" <is>|*.pdf', 'what this is.pdf'],
  ['trailing. . .', 'trailing'],
  ['', 'file'],
  ['...', 'file'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(80)}.pdf`],
])('%j becomes the name %j', (name, safe) => {
  expect(safeFileName(name)).toBe(safe);
});

import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { openTestStation, type TestStation, type Window } from '../support/test-station.ts';
import { lostBefore } from '../support/lost.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-attachments-'));
afterAll(() => rmSync(folder, { recursive: true }));

const userId = code('patronNothing');
const withFiles = code('patronBlocked');

const open = async (): Promise<{ testStation: TestStation; window: Window }> => {
  const testStation = await openTestStation(folder);
  return { testStation, window: testStation.window() };
};

/** The person chooses this file in the dialog. */
async function choose(
  { testStation, window }: { testStation: TestStation; window: Window },
  name: string,
  bytes: Uint8Array,
) {
  testStation.files.choice = { name, size: bytes.byteLength, read: () => Promise.resolve(bytes) };
  const ready = await window.ask('attachments.choose', {});
  if (!ready) throw new Error('nothing was chosen');
  return ready;
}

const add = (window: Window, file: string, more: { type?: string; note?: string; intent?: string } = {}) =>
  window.ask('attachments.add', { intent: randomUUID(), userId, file, type: 'GENERAL', note: '', ...more });

const bytesAt = (testStation: TestStation, of: string, attachmentId: string): Promise<Uint8Array> =>
  testStation.client.call('users.attachments.get', {
    path: { user_id: of, attachment_id: attachmentId },
    query: { expand: 'content_no_encoding' },
  });

const listed = async (testStation: TestStation) =>
  (await testStation.client.call('users.attachments.list', { path: { user_id: userId } })).items;

describe('a file that was chosen', () => {
  test('is kept with the record, to the last byte, and the journal is no store of files', async () => {
    const { testStation, window } = await open();
    const bytes = randomBytes(70_001);
    const ready = await choose({ testStation, window }, 'צילום.png', bytes);
    expect(ready).toMatchObject({ name: 'צילום.png', size: 70_001 });
    const intent = randomUUID();
    const added = await add(window, ready.file, { intent, type: 'REGISTRATION', note: ' Passport ' });
    expect(added).toMatchObject({ name: 'צילום.png', type: { code: 'REGISTRATION' }, note: 'Passport' });
    expect(added.size).toBe(70_001);
    expect(Buffer.from(await bytesAt(testStation, userId, added.attachmentId)).equals(bytes)).toBe(true);
    const { attachments } = await window.ask('attachments.list', { userId });
    expect(attachments).toEqual([added]);
    const entry = testStation.journal.entry(intent);
    expect(entry).toMatchObject({ state: 'accepted', about: 'צילום.png' });
    expect(testStation.intended.get(intent)?.payload).toMatchObject({
      body: { file_name: 'צילום.png', content: '' },
    });
    expect(
      await window.failure('attachments.add', { ...again(ready.file), intent: randomUUID() }),
    ).toMatchObject({ field: 'file', reason: 'fileNotRead' });
  });

  test('stays ready where the service refuses it, and is kept as something else', async () => {
    const { testStation, window } = await open();
    const ready = await choose({ testStation, window }, 'a.txt', Buffer.from('a'));
    await testStation.faults({
      operation: 'users.attachments.create',
      fault: 'status',
      status: 400,
      count: 1,
    });
    expect(await window.failure('attachments.add', again(ready.file))).toMatchObject({ kind: 'refused' });
    expect(await window.failure('attachments.add', { ...again(ready.file), type: ' ' })).toMatchObject({
      field: 'type',
      reason: 'required',
    });
    await add(window, ready.file);
    expect(await listed(testStation)).toHaveLength(1);
  });

  test('is nobody’s but its window’s, and gone once it is not wanted', async () => {
    const { testStation, window } = await open();
    const ready = await choose({ testStation, window }, 'a.txt', Buffer.from('a'));
    const other = testStation.window();
    expect(await other.failure('attachments.add', again(ready.file))).toMatchObject({
      reason: 'fileNotRead',
    });
    await window.ask('attachments.forget', { file: ready.file });
    expect(await window.failure('attachments.add', again(ready.file))).toMatchObject({
      reason: 'fileNotRead',
    });
    testStation.files.choice = null;
    expect(await window.ask('attachments.choose', {})).toBeNull();
  });

  test('is not taken where it is empty, or too large', async () => {
    const { testStation, window } = await open();
    const wrong = [
      [0, 'fileEmpty'],
      [10 * 1024 * 1024 + 1, 'fileTooLarge'],
    ] as const;
    for (const [size, reason] of wrong) {
      testStation.files.choice = { name: 'a.bin', size, read: () => Promise.reject(new Error('not wanted')) };
      const failure = { kind: 'invalid', field: 'file', reason };
      expect(await window.failure('attachments.choose', {})).toMatchObject(failure);
      expect(await window.failure('attachments.begin', { name: 'a.bin', size })).toMatchObject(failure);
    }
  });
});

const again = (file: string) => ({ intent: randomUUID(), userId, file, type: 'GENERAL', note: '' });

describe('a file that was dropped', () => {
  test('comes piece by piece, and is kept as it was', async () => {
    const { testStation, window } = await open();
    const bytes = randomBytes(500_000);
    const { file } = await window.ask('attachments.begin', { name: 'scan.pdf', size: bytes.byteLength });
    for (let at = 0; at < bytes.byteLength; at += 196_608) {
      const piece = bytes.subarray(at, at + 196_608).toString('base64');
      const { received } = await window.ask('attachments.piece', { file, bytes: piece });
      expect(received).toBe(Math.min(at + 196_608, bytes.byteLength));
    }
    const { attachmentId } = await add(window, file);
    expect(Buffer.from(await bytesAt(testStation, userId, attachmentId)).equals(bytes)).toBe(true);
  });

  test('is not kept where it did not come whole, or where more came than there was', async () => {
    const { testStation, window } = await open();
    const { file } = await window.ask('attachments.begin', { name: 'scan.pdf', size: 6 });
    await window.ask('attachments.piece', { file, bytes: Buffer.from('abc').toString('base64') });
    expect(await window.failure('attachments.add', again(file))).toMatchObject({ reason: 'fileNotRead' });
    const four = Buffer.from('defg').toString('base64');
    expect(await window.failure('attachments.piece', { file, bytes: four })).toMatchObject({
      reason: 'fileNotRead',
    });
    expect(await listed(testStation)).toEqual([]);
  });
});

describe('an answer that does not come', () => {
  test('is looked up: what did not happen may be done again, what did is not sent twice', async () => {
    const { testStation, window } = await open();
    const { file } = await choose({ testStation, window }, 'once.txt', Buffer.from('once'));
    await lostBefore(testStation, 'users.attachments.create', () =>
      window.ask('attachments.add', again(file)),
    );
    await testStation.faults({ operation: 'users.attachments.create', fault: 'drop-after', count: 1 });
    const intent = randomUUID();
    expect(await add(window, file, { intent })).toMatchObject({ name: 'once.txt' });
    expect(await window.failure('attachments.add', { ...again(file), intent })).toMatchObject({
      reason: 'alreadySent',
    });
    expect(await listed(testStation)).toHaveLength(1);
  });

  test('stays unclear where the service does not list its files', async () => {
    const { testStation, window } = await open();
    const { file } = await choose({ testStation, window }, 'blind.txt', Buffer.from('blind'));
    await testStation.faults({ operation: 'users.attachments.list', fault: 'status', status: 405 });
    expect(await add(window, file)).toMatchObject({ name: 'blind.txt' });
    const second = await choose({ testStation, window }, 'blind.txt', Buffer.from('blind'));
    await testStation.faults(
      { operation: 'users.attachments.list', fault: 'status', status: 405, count: 1 },
      { operation: 'users.attachments.create', fault: 'drop-after', count: 1 },
    );
    expect(await window.failure('attachments.add', again(second.file))).toMatchObject({
      kind: 'unknown-outcome',
    });
  });
});

describe('what is there', () => {
  test('is listed, the newest first', async () => {
    const { window } = await open();
    const { attachments } = await window.ask('attachments.list', { userId: withFiles });
    expect(attachments.map(({ name }) => name)).toEqual(['הצהרה.csv', 'letter.txt']);
    expect(attachments[1]).toMatchObject({ type: { code: 'GENERAL' }, note: 'Letter about the block' });
    expect(attachments.map(({ size }) => size)).toEqual([27, 75]);
  });

  test('is saved where the person says, or not at all', async () => {
    const { testStation, window } = await open();
    const { attachments } = await window.ask('attachments.list', { userId: withFiles });
    const attachmentId = attachments[1]?.attachmentId ?? '';
    expect(await window.ask('attachments.save', { userId: withFiles, attachmentId })).toBeNull();
    expect(testStation.files.written.size).toBe(0);
    testStation.files.place = '/home/me/Desktop/a letter.txt';
    expect(await window.ask('attachments.save', { userId: withFiles, attachmentId })).toEqual({
      savedAs: 'a letter.txt',
    });
    expect(testStation.files.requests).toEqual(['letter.txt', 'letter.txt']);
    const written = testStation.files.written.get('/home/me/Desktop/a letter.txt');
    expect(Buffer.from(written ?? '').toString()).toContain('Dear Mr Dvořák');
  });

  test('is opened where it only shows something; what may run a program is not', async () => {
    const { testStation, window } = await open();
    const { attachments } = await window.ask('attachments.list', { userId: withFiles });
    await window.ask('attachments.open', {
      userId: withFiles,
      attachmentId: attachments[1]?.attachmentId ?? '',
    });
    expect(testStation.files.opened).toMatchObject([{ name: 'letter.txt' }]);
    expect(Buffer.from(testStation.files.opened[0]?.content ?? '').toString()).toContain('Dear Mr Dvořák');
    const programs = ['letter.pdf.exe', 'page.html', 'macro.docm', 'letter.pdf .lnk', 'no extension'];
    // A spreadsheet reckons what is in them.
    const tables = ['a.csv', 'a.CSV ', 'a.xlsx', 'a.ods', 'a.odt'];
    for (const name of [...programs, ...tables]) {
      const { file } = await choose({ testStation, window }, name, Buffer.from('x'));
      const { attachmentId } = await add(window, file);
      expect(await window.failure('attachments.open', { userId, attachmentId })).toMatchObject({
        reason: 'fileNotOpened',
        detail: 'onlySaved',
      });
    }
    expect(testStation.files.opened).toHaveLength(1);
  });

  test('that was opened goes with its patron: with the end, and with the next card', async () => {
    const { testStation, window } = await open();
    const here = async (card: string): Promise<string> => {
      await window.scan(card);
      return (await window.ask('desk.here', {}))?.userId ?? '';
    };
    const first = await here(code('patronGood'));
    await window.ask('desk.refresh', {});
    expect(testStation.files.forgotten).toEqual([]);
    const second = await here(code('patronNothing'));
    expect(testStation.files.forgotten).toEqual([first]);
    // The same card once more is the same patron.
    await here(code('patronNothing'));
    expect(testStation.files.forgotten).toEqual([first]);
    await window.ask('desk.end', {});
    expect(testStation.files.forgotten).toEqual([first, second]);
  });

  test('is gone: the refusal says so', async () => {
    const { window } = await open();
    const gone = { userId: withFiles, attachmentId: '999' };
    expect(await window.failure('attachments.save', gone)).toMatchObject({ kind: 'refused', code: '60321' });
  });

  test('has types from the institution’s table, or the one that the description names', async () => {
    const { testStation, window } = await open();
    expect((await window.ask('attachments.types', {})).map((type) => type.code)).toContain('REGISTRATION');
    await testStation.faults({ operation: 'conf.codeTables.get', fault: 'status', status: 404 });
    expect(await window.ask('attachments.types', {})).toEqual([{ code: 'GENERAL', label: 'GENERAL' }]);
    expect(await window.ask('notes.types', {})).toEqual([{ code: 'CIRCULATION', label: 'CIRCULATION' }]);
  });
});

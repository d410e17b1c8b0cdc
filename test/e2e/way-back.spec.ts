import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '@playwright/test';
import type { MessageBoxOptions } from 'electron';
import { rowMarksOf } from '../../src/main/journal/row-marks.ts';
import { FolderFiles } from '../../src/main/way-back/folder-files.ts';
import { keepFormer } from '../../src/main/way-back/former.ts';
import { m } from '../../src/messages/compiled/messages.js';
import { dialogFile } from '../entry/dialog-file.ts';
import { openCarrel } from './app.ts';
import { runProgram } from './second-start.ts';
import { fakeProgram, updatedCopy, type UpdatedCopy } from './updates.ts';

const former = '0.0.9';

/** A station that has run once, of which an earlier version is kept; three starts have failed since. */
async function failedStation(copy: UpdatedCopy): Promise<string> {
  const { userData, env } = copy;
  const first = await openCarrel({ userData, env });
  await expect.poll(() => startsIn(userData)).toMatchObject({ failed: 0 });
  await first.close();
  const note = `${copy.note}-former`;
  const program = path.join(userData, 'before');
  fs.mkdirSync(program);
  fakeProgram(program, note);
  await keepFormer({
    ...{ folder: userData, version: former, program, executable: 'carrel', now: new Date() },
    copyJournal(file) {
      const db = new DatabaseSync(path.join(userData, 'journal.sqlite'));
      db.prepare('VACUUM INTO ?').run(file);
      const marks = rowMarksOf(db);
      db.close();
      return marks;
    },
    files: new FolderFiles(fs),
  });
  const { version } = startsIn(userData);
  fs.writeFileSync(path.join(userData, 'starts.json'), JSON.stringify({ version, failed: 3 }));
  return note;
}

const startsIn = (userData: string) =>
  JSON.parse(fs.readFileSync(path.join(userData, 'starts.json'), 'utf8')) as {
    readonly version: string;
    readonly failed: number;
  };

const dialogIn = (userData: string) =>
  JSON.parse(fs.readFileSync(dialogFile(userData), 'utf8')) as MessageBoxOptions;

test('three starts that failed offer the version before, which is then started in its place', async () => {
  await using copy = await updatedCopy('nsis', { updateMode: 'off' });
  const { userData, env } = copy;
  const note = await failedStation(copy);
  const { version } = startsIn(userData);

  const ended = await runProgram({ userData, args: ['--', 'x'], env: { ...env, CARREL_DIALOG: '0' } });
  expect(ended.code).toBe(0);
  expect(dialogIn(userData)).toMatchObject({
    message: m.way_back_what({ version, times: 3 }),
    detail: m.way_back_present({ former }),
    buttons: [m.way_back_go({ former }), m.way_back_again({ version })],
  });
  await expect.poll(() => fs.existsSync(note) && fs.readFileSync(note, 'utf8')).toContain(userData);

  // From now on this version hands over at once, and asks nothing.
  fs.rmSync(dialogFile(userData));
  fs.rmSync(note);
  expect((await runProgram({ userData, args: [], env })).code).toBe(0);
  await expect.poll(() => fs.existsSync(note)).toBe(true);
  expect(fs.existsSync(dialogFile(userData))).toBe(false);
});

test('nothing is lost by it: what was recorded since is counted, and this version goes on', async () => {
  await using copy = await updatedCopy('nsis', { updateMode: 'off' });
  const { userData, env } = copy;
  const note = await failedStation(copy);
  const [kept = ''] = fs.readdirSync(path.join(userData, 'former'));
  const manifest = path.join(userData, 'former', kept, 'former.json');
  const said = JSON.parse(fs.readFileSync(manifest, 'utf8')) as object;
  // A version of long ago, which cannot read the journal, and had none of its rows.
  fs.writeFileSync(manifest, JSON.stringify({ ...said, knows: 1, marks: null }));
  const db = new DatabaseSync(path.join(userData, 'journal.sqlite'));
  db.exec(`INSERT INTO kept (id, kind, library, at, data) VALUES ('a', 'k', 'l', '2026-11-25', x'00')`);
  db.close();

  await using carrel = await openCarrel({ userData, env: { ...env, CARREL_DIALOG: '0' } });
  const { version } = startsIn(userData);
  const dialog = dialogIn(userData);
  expect(dialog.buttons).toEqual([m.way_back_again({ version })]);
  expect(dialog.detail).toContain(m.way_back_others({ count: 1, shown: '1' }));
  await expect.poll(() => startsIn(userData)).toMatchObject({ failed: 0 });
  expect(fs.existsSync(note)).toBe(false);
  await expect(carrel.page.getByRole('combobox', { name: /Scan or type/ })).toBeVisible();
});

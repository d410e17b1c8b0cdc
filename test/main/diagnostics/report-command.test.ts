import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DiagnosticsReport } from '../../../src/contract/diagnostics.ts';
import { systemClock } from '../../../src/main/clock.ts';
import { NoAnswer, type Program } from '../../../src/main/command-line/command.ts';
import { exitCode } from '../../../src/main/command-line/exit-code.ts';
import { report } from '../../../src/main/diagnostics/report-command.ts';
import { defaultSettings } from '../../../src/main/station/settings.ts';
import { memoryKeychain } from '../station/support.ts';
import { quietLog } from '../support/ports.ts';

let folder = '';
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'command-'))));
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const said: string[] = [];
const program = (askRunning: Program['askRunning']): Program => ({
  ...{ version: '0.1.0', clock: systemClock, log: quietLog(), keychain: memoryKeychain() },
  say: (line) => said.push(line),
  complain: (line) => said.push(line),
  input: Readable.from([]),
  ...{ workingFolder: folder, folder: path.join(folder, 'station'), machineFolder: '/nonexistent' },
  ...{
    trust: () => null,
    askRunning,
    signal: new AbortController().signal,
    policyService: () => Promise.resolve(null),
  },
});
const given = { file: 'report.json', options: {} };
const written = (): DiagnosticsReport =>
  DiagnosticsReport.parse(JSON.parse(fs.readFileSync(path.join(folder, 'report.json'), 'utf8')));
const noneRuns = () => Promise.resolve(null);

test('where no program runs, the files say it; a file that is there is not written over', async () => {
  expect(await report(given, program(noneRuns))).toBe(exitCode.done);
  expect(written()).toMatchObject({
    from: 'files',
    journal: { state: 'notRead', why: 'missing' },
    printers: { names: null },
  });
  const before = fs.readFileSync(path.join(folder, 'report.json'));
  expect(await report(given, program(noneRuns))).toBe(exitCode.cannotWrite);
  expect(fs.readFileSync(path.join(folder, 'report.json'))).toEqual(before);
  expect(fs.readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('the running program’s answer is what is written, and nothing else is taken for one', async () => {
  await report(given, program(noneRuns));
  const answer = { ...written(), from: 'program' };
  fs.rmSync(path.join(folder, 'report.json'));
  expect(
    await report(
      given,
      program(() => Promise.resolve(answer)),
    ),
  ).toBe(exitCode.done);
  expect(written()).toEqual(answer);
  const other = { ...given, file: 'other.json' };
  await expect(async () =>
    report(
      other,
      program(() => Promise.resolve({ schema: 'x' })),
    ),
  ).rejects.toThrow(NoAnswer);
  expect(fs.existsSync(path.join(folder, 'other.json'))).toBe(false);
});

test('a place that cannot be written leaves nothing', async () => {
  const nowhere = { ...given, file: 'no/such/folder/report.json' };
  expect(await report(nowhere, program(noneRuns))).toBe(exitCode.cannotWrite);
});

test('a folder, a link that leads nowhere and a file in the way stay as they are', async () => {
  fs.mkdirSync(path.join(folder, 'is-a-folder'));
  fs.symlinkSync(path.join(folder, 'nowhere'), path.join(folder, 'dangling'));
  fs.writeFileSync(path.join(folder, 'file'), 'mine');
  for (const file of ['is-a-folder', 'dangling', 'file/report.json'])
    expect(await report({ ...given, file }, program(noneRuns)), file).toBe(exitCode.cannotWrite);
  expect(fs.readdirSync(folder).toSorted()).toEqual(['dangling', 'file', 'is-a-folder']);
  expect(fs.readdirSync(path.join(folder, 'is-a-folder'))).toEqual([]);
});

test.each(['ENOSPC', 'EACCES', 'EROFS'])('%s: it is said, and no part of a report is left', async (code) => {
  const write = vi.spyOn(fs, 'writeFileSync').mockImplementation((file) => {
    // As much as there was room for.
    fs.closeSync(fs.openSync(String(file), 'w'));
    throw Object.assign(new Error(code), { code });
  });
  said.length = 0;
  try {
    expect(await report(given, program(noneRuns))).toBe(exitCode.cannotWrite);
  } finally {
    write.mockRestore();
  }
  expect(said.join('\n')).toContain(code);
  expect(fs.readdirSync(folder)).toEqual([]);
});

test('what is planted in settings, logs and their folder is not in the report of the files', async () => {
  const planted = [
    'Zebulon',
    '21000000000019',
    'zebulon@example.org',
    'l8xx0123456789abcdef0123456789abcdef',
  ];
  const station = path.join(folder, 'station');
  fs.mkdirSync(path.join(station, 'logs'), { recursive: true });
  const settings = {
    ...defaultSettings,
    folders: { save: `/home/${planted[0] ?? ''}` },
    slips: { ...defaultSettings.slips, header: planted.join(' '), footer: planted.join(' ') },
  };
  fs.writeFileSync(path.join(station, 'settings.json'), JSON.stringify(settings));
  const line = { at: new Date().toISOString(), event: 'service.refused', note: planted.join(' ') };
  fs.writeFileSync(path.join(station, 'logs/carrel.log'), `${JSON.stringify(line)}\n${planted.join(' ')}\n`);
  fs.writeFileSync(path.join(station, 'journal.sqlite'), planted.join(' '));
  expect(await report(given, program(noneRuns))).toBe(exitCode.done);
  const text = fs.readFileSync(path.join(folder, 'report.json'), 'utf8');
  for (const secret of planted) expect(text).not.toContain(secret);
});

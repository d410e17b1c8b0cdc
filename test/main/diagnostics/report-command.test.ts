import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DiagnosticsReport } from '../../../src/contract/diagnostics.ts';
import { systemClock } from '../../../src/main/clock.ts';
import { NoAnswer, type Program } from '../../../src/main/command-line/command.ts';
import { exitCode } from '../../../src/main/command-line/exit-code.ts';
import { report } from '../../../src/main/diagnostics/report-command.ts';
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

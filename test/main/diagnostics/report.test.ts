import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DiagnosticsReport } from '../../../src/contract/diagnostics.ts';
import { systemClock } from '../../../src/main/clock.ts';
import { cleaned } from '../../../src/main/diagnostics/clean.ts';
import { dumpContents, dumpsIn, pruneDumps } from '../../../src/main/diagnostics/dumps.ts';
import { readFuses } from '../../../src/main/diagnostics/fuses.ts';
import { countJournalFile } from '../../../src/main/diagnostics/journal-file.ts';
import { logLinesIn } from '../../../src/main/diagnostics/log-lines.ts';
import { openJournal } from '../../../src/main/journal/journal.ts';
import { createSeal } from '../../../src/main/journal/seal.ts';
import { openLog } from '../../../src/main/log.ts';
import { defaultSettings } from '../../../src/main/station/settings.ts';
import { memorySettings } from '../station/support.ts';
import { openQuietParts } from '../support/backend.ts';
import { quietPrinter } from '../support/ports.ts';

const planted = {
  name: 'Zebulon Quartermaine',
  title: 'The Secret Diary',
  barcode: '21000000000019',
  mail: 'zebulon@example.org',
  key: 'l8xx0123456789abcdef0123456789abcdef',
};

let folder = '';
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'report-'))));
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

function journalWithAPatron(): void {
  const journal = openJournal({
    file: path.join(folder, 'journal.sqlite'),
    seal: createSeal(Buffer.alloc(32, 7)),
    clock: systemClock,
  });
  journal.intend({
    id: crypto.randomUUID(),
    operation: 'loans.lend' as never,
    queue: `patron ${planted.barcode}`,
    about: `${planted.name}: ${planted.title}`,
    payload: { ...planted },
    before: { ...planted },
    library: 'library',
  });
  journal.close();
}

test('nothing of patrons and no key is in a report, wherever it was planted', async () => {
  journalWithAPatron();
  const log = openLog(path.join(folder, 'logs'), systemClock, { write: () => undefined });
  log.defect(new TypeError(`${planted.name} ${planted.mail}`));
  log.line('service.refused', { code: planted.key, name: planted.name });
  fs.appendFileSync(
    path.join(folder, 'logs/carrel.log'),
    `${JSON.stringify({ at: new Date().toISOString(), event: planted.mail })}\n{"event":"${planted.name}\n` +
      `${JSON.stringify({ at: new Date().toISOString(), event: 'defect', stack: [planted.name, `at read (${os.homedir()}/${planted.key}.js:1:1)`] })}\n`,
  );
  const kinds = structuredClone(defaultSettings.slips.kinds);
  kinds.due.printer = { at: 'printer', name: 'Front desk printer' };
  const backend = await openQuietParts({
    folder,
    settings: memorySettings({
      institution: { address: 'https://library.example', root: 'svcws', library: '' },
      slips: {
        ...defaultSettings.slips,
        kinds,
        header: planted.name,
        footer: planted.mail,
        logo: planted.key,
      },
      folders: { save: path.join(os.homedir(), planted.name) },
      vendorFiles: { library: {} },
    }),
    printer: {
      ...quietPrinter,
      list: () => Promise.resolve([{ name: 'p', label: `Printer of ${planted.mail}`, isDefault: true }]),
    },
    reported: {
      ...{ name: 'Electron 1', chromium: '1', locale: 'en', installedAs: 'msi' },
      fuses: () => Promise.resolve([{ name: 'runAsNode', on: false }]),
      ...{ dumps: () => [], windows: () => [], screens: () => [] },
    },
  });
  try {
    const answer = await backend.answers.report?.({});
    const report = DiagnosticsReport.parse(answer);
    const text = JSON.stringify(answer);
    for (const secret of [...Object.values(planted), os.homedir()]) expect(text).not.toContain(secret);
    expect(report.journal).toMatchObject({
      state: 'read',
      salvages: 0,
      rows: [{ table: 'entries', rows: 1 }],
    });
    expect(report.settings.length).toBeGreaterThan(10);
    expect(report.service).toMatchObject({ mode: 'practice', answers: 0, medianMs: null });
    expect(report.printers.slips).toContainEqual({
      slip: 'due',
      when: 'always',
      printer: 'Front desk printer',
    });
    expect(report.log.some(({ error }) => error === 'TypeError')).toBe(true);
  } finally {
    await backend.close();
  }
});

test('a journal is counted without its keys, and stays as it was', () => {
  expect(countJournalFile(path.join(folder, 'journal.sqlite'))).toEqual({ state: 'notRead', why: 'missing' });
  journalWithAPatron();
  const counts = countJournalFile(path.join(folder, 'journal.sqlite'));
  expect(counts).toMatchObject({ state: 'read', unreadable: null, salvages: 0 });
  expect(counts).toHaveProperty('rows', [{ table: 'entries', state: 'intended', rows: 1 }]);
  for (const secret of Object.values(planted)) expect(JSON.stringify(counts)).not.toContain(secret);
});

test('a file that is no journal is said to be none, and is not touched', () => {
  const file = path.join(folder, 'journal.sqlite');
  fs.writeFileSync(file, 'not a journal at all, but long enough to be read as one by whoever tries it');
  const before = fs.readFileSync(file);
  expect(countJournalFile(file)).toEqual({ state: 'notRead', why: 'notOpened' });
  expect(fs.readFileSync(file)).toEqual(before);
});

test('the home folder, mail addresses and what looks like a key are removed from texts', () => {
  expect(cleaned('/home/zeb/x a@b.cd l8xx0123456789abcdef01 2.0.1', '/home/zeb')).toBe('~/x … … 2.0.1');
});

test('of a log only events and places in the code are read, the newest first', () => {
  const log = openLog(folder, systemClock, { write: () => undefined });
  log.line('first', { secret: planted.name });
  log.line('second');
  expect(logLinesIn(folder).map(({ event }) => event)).toEqual(['second', 'first']);
  expect(logLinesIn(path.join(folder, 'nowhere'))).toEqual([]);
});

test('fuses are read from the executable itself, wherever in it they are', async () => {
  const file = path.join(folder, 'program');
  const wire = Buffer.concat([
    Buffer.from(['dL7pKGdnNz796Pbb', 'jQWNKmHXBZaB9tsX'].join('')),
    Buffer.from([1, 8]),
    Buffer.from('01001100'),
  ]);
  for (const at of [0, 4_194_304 - 10, 4_194_304 - 35, 5_000_000]) {
    fs.writeFileSync(file, Buffer.concat([Buffer.alloc(at), wire, Buffer.alloc(1000)]));
    const fuses = await readFuses(file);
    expect(fuses.map(({ on }) => on)).toEqual([false, true, false, false, true, true, false, false]);
  }
  fs.writeFileSync(file, 'without');
  expect(await readFuses(file)).toEqual([]);
  expect(await readFuses(path.join(folder, 'nothing'))).toEqual([]);
});

test('crash dumps are found below their folder, and have their content only when asked for', () => {
  expect(dumpsIn(null)).toEqual([]);
  fs.mkdirSync(path.join(folder, 'completed'));
  fs.writeFileSync(path.join(folder, 'completed/a.dmp'), 'MDMP');
  fs.writeFileSync(path.join(folder, 'settings.dat'), '');
  const dumps = dumpsIn(folder);
  expect(dumps).toMatchObject([{ name: 'a.dmp', bytes: 4 }]);
  expect(dumpContents(dumps)).toMatchObject([{ name: 'a.dmp', base64: 'TURNUA==' }]);
});

test('crash dumps are removed when they are too old, or too many', () => {
  pruneDumps(null, new Date());
  const days = (count: number): Date => new Date(Date.UTC(2026, 10, 2) - count * 24 * 60 * 60 * 1000);
  for (const [name, age] of [
    ['new', 0],
    ['month', 29],
    ['old', 31],
    ['older', 400],
  ] as const) {
    fs.writeFileSync(path.join(folder, `${name}.dmp`), 'MDMP');
    fs.utimesSync(path.join(folder, `${name}.dmp`), days(age), days(age));
  }
  pruneDumps(folder, days(0));
  expect(dumpsIn(folder).map(({ name }) => name)).toEqual(['new.dmp', 'month.dmp']);
  for (let nth = 1; nth < 9; nth++) {
    fs.writeFileSync(path.join(folder, `${nth}.dmp`), 'MDMP');
    fs.utimesSync(path.join(folder, `${nth}.dmp`), days(nth), days(nth));
  }
  pruneDumps(folder, days(0));
  expect(dumpsIn(folder).map(({ name }) => name)).toEqual(['new.dmp', '1.dmp', '2.dmp', '3.dmp', '4.dmp']);
});

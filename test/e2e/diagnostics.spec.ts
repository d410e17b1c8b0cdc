import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { DiagnosticsReport } from '../../src/contract/diagnostics.ts';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { openCarrel, type Carrel } from './app.ts';
import { Desk } from './desk.ts';
import { press, reach } from './keyboard.ts';
import { runProgram } from './second-start.ts';
import { SettingsRoom } from './settings.ts';
import { setFaults, withFaults } from './with-faults.ts';
import { workplace } from './workplace.ts';

let folder: string;
test.beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'carrel-report-'))));
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What a patron at the desk leaves in this program. */
const ofPatrons = ['Okafor', 'Grace', 'Overstory', code('patronNothing'), code('itemFree1')];

const readReport = (file: string): DiagnosticsReport =>
  DiagnosticsReport.parse(JSON.parse(readFileSync(file, 'utf8')));

const saveTo = ({ app }: Carrel, file: string): Promise<void> =>
  app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);

/** What is read in the window, whose page for Playwright is the one that died; a page that is dead says nothing yet. */
const bodyText = ({ app }: Carrel): Promise<string> =>
  app.evaluate(async ({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    try {
      return String(await window?.webContents.executeJavaScript('document.body?.innerText ?? ""'));
    } catch {
      return '';
    }
  });

test('the report is shown as tables, then saved and copied as it is shown, with nothing of a patron', async () => {
  await using carrel = await openCarrel({ size: { width: 1024, height: 560 } });
  const { page } = carrel;
  const desk = new Desk(page);
  await desk.open(code('patronNothing'), 'Grace Okafor');
  await desk.scanned(code('itemFree1'), 'Lent', 'The Overstory');
  const settings = new SettingsRoom(page);
  await settings.go(m.diagnostics_title());
  const panel = page.getByRole('tabpanel', { name: m.diagnostics_title(), exact: true });
  const journal = panel.getByRole('table', { name: m.diagnostics_section_journal(), exact: true });
  await expect(journal.getByRole('row', { name: /scans: / }).first()).toBeVisible();
  await expect(
    panel.getByRole('table', { name: m.diagnostics_section_service(), exact: true }),
  ).toContainText('practice');
  await expect(panel.getByText(m.diagnostics_dumps_none())).toBeVisible();
  await expectAccessible(page, 'the report of this installation as tables');

  const file = path.join(folder, 'report.json');
  await saveTo(carrel, file);
  await reach(panel.getByRole('button', { name: m.diagnostics_save(), exact: true }));
  await press(page, 'Enter');
  await expect(panel.getByText(m.diagnostics_saved({ file: 'report.json' }))).toBeVisible();
  const text = readFileSync(file, 'utf8');
  for (const words of ofPatrons) expect(text).not.toContain(words);
  const report = readReport(file);
  expect(report).toMatchObject({
    from: 'program',
    journal: { state: 'read' },
    installed: { as: 'checkout' },
  });
  expect(report.service?.answers).toBeGreaterThan(0);
  expect(report.windows).toHaveLength(1);

  await reach(panel.getByRole('button', { name: m.diagnostics_copy(), exact: true }));
  await press(page, 'Enter');
  await expect(panel.getByText(m.diagnostics_copied())).toBeVisible();
  expect(await carrel.app.evaluate(({ clipboard }) => clipboard.readText())).toBe(text);

  await reach(panel.getByRole('radio', { name: m.diagnostics_view_tables() }));
  await press(page, 'ArrowRight');
  const json = panel.getByRole('region', { name: m.diagnostics_view_text(), exact: true });
  await expect(json).toContainText('"schema": "carrel-report/1"');
  await expectAccessible(page, 'the report of this installation as JSON');
});

test('--report is answered by the running program, then by the files, and writes over nothing', async () => {
  const userData = path.join(folder, 'station');
  const report = (name: string) => runProgram({ userData, args: ['--report', path.join(folder, name)] });
  const carrel = await openCarrel({ userData });
  const desk = new Desk(carrel.page);
  await desk.open(code('patronNothing'), 'Grace Okafor');
  expect(await report('running.json')).toMatchObject({ code: 0 });
  expect(readReport(path.join(folder, 'running.json'))).toMatchObject({
    ...{ from: 'program', journal: { state: 'read', unreadable: 0 } },
  });
  await carrel.close();

  expect(await report('files.json')).toMatchObject({ code: 0 });
  const files = readReport(path.join(folder, 'files.json'));
  expect(files).toMatchObject({ from: 'files', journal: { state: 'read', unreadable: null }, service: null });
  for (const name of ['running.json', 'files.json'])
    for (const words of ofPatrons) expect(readFileSync(path.join(folder, name), 'utf8')).not.toContain(words);

  writeFileSync(path.join(folder, 'mine.json'), 'mine');
  const refused = await report('mine.json');
  expect(refused).toMatchObject({ code: 73, stdout: '' });
  expect(refused.stderr).toContain('nothing was written');
  expect(readFileSync(path.join(folder, 'mine.json'), 'utf8')).toBe('mine');
  expect((await report('no/folder/report.json')).code).toBe(73);
});

test('killed with scans open, the next start says what it found; ended in order it says nothing', async () => {
  await using place = await workplace(withFaults);
  const first = await place.open();
  const before = new Desk(first.page);
  await before.open(code('patronNothing'), 'Grace Okafor');
  await before.scanned(code('itemFree1'), 'Lent', 'The Overstory');
  await setFaults(first, { fault: 'delay', ms: 60_000, operation: 'users.loans.create' });
  await before.scan(code('itemFree2'));
  await expect(before.row('Sent', code('itemFree2'))).toBeVisible();
  await place.kill();

  const again = await place.open();
  const notice = again.page.getByRole('status').filter({ hasText: m.diagnostics_last_run_ended() });
  await expect(notice).toContainText(m.diagnostics_last_run_found({ scans: '3', commands: '1', open: '1' }));
  await expectAccessible(again.page, 'the notice that the program ended unexpectedly');
  await reach(notice.getByRole('button', { name: m.diagnostics_last_run_report(), exact: true }));
  await press(again.page, 'Enter');
  await expect(again.page.getByRole('tabpanel', { name: m.diagnostics_title(), exact: true })).toBeVisible();
  await reach(notice.getByRole('button', { name: m.diagnostics_last_run_show(), exact: true }));
  await press(again.page, 'Enter');
  await expect(new Desk(again.page).row(code('itemFree2'))).toBeVisible();
  await reach(notice.getByRole('button', { name: m.diagnostics_last_run_seen(), exact: true }));
  await press(again.page, 'Enter');
  await expect(notice).toHaveCount(0);

  const third = await place.open();
  expect(await third.ask('diagnostics.lastRun', {})).toEqual({ ok: true, value: null });
});

test('a page that dies comes back by itself with its scans', async () => {
  await using carrel = await openCarrel();
  const desk = new Desk(carrel.page);
  await desk.open(code('patronNothing'), 'Grace Okafor');
  await desk.scanned(code('itemFree1'), 'Lent', 'The Overstory');
  await carrel.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
  });
  await expect.poll(() => carrel.output()).toContain('"event":"window.gone"');
  const text = () => bodyText(carrel);
  await expect.poll(text).toContain('The Overstory');
  await expect.poll(text).toContain('Grace Okafor');
});

test('a page that keeps failing is asked about: “Try again” brings it back with its scans', async () => {
  await using carrel = await openCarrel();
  const { app } = carrel;
  const desk = new Desk(carrel.page);
  await desk.open(code('patronNothing'), 'Grace Okafor');
  await desk.scanned(code('itemFree1'), 'Lent', 'The Overstory');
  await app.evaluate(({ dialog }) => {
    const asked: unknown[] = [];
    Object.assign(globalThis, { asked });
    dialog.showMessageBox = (...args: readonly unknown[]) => {
      asked.push(args.at(-1));
      return Promise.resolve({ response: asked.length === 1 ? 0 : 1, checkboxChecked: false });
    };
  });
  const asked = () => app.evaluate(() => (globalThis as unknown as { asked: readonly object[] }).asked);
  const text = () => bodyText(carrel);
  const died = () => carrel.output().split('"event":"window.gone"').length - 1;
  const crash = async (nth: number): Promise<void> => {
    await app.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer();
    });
    await expect.poll(died).toBe(nth);
  };
  for (const nth of [1, 2, 3]) {
    await crash(nth);
    await expect.poll(text).toContain('The Overstory');
    expect(await asked()).toHaveLength(0);
  }
  await crash(4);
  await expect.poll(asked).toMatchObject([
    {
      message: m.diagnostics_page_lost(),
      detail: m.diagnostics_page_lost_note(),
      buttons: [m.diagnostics_page_lost_again(), m.diagnostics_page_lost_close()],
      cancelId: 1,
    },
  ]);
  await expect.poll(text).toContain('The Overstory');
  await expect.poll(text).toContain('Grace Okafor');
});

test('crash dumps go into the file only where that is chosen, each time anew, and the warning says what is in them', async () => {
  await using carrel = await openCarrel();
  const { page, app } = carrel;
  const dumps = await app.evaluate(({ app: program }) => program.getPath('crashDumps'));
  mkdirSync(path.join(dumps, 'completed'), { recursive: true });
  writeFileSync(path.join(dumps, 'completed/planted.dmp'), 'MDMP of Grace Okafor');
  await new SettingsRoom(page).go(m.diagnostics_title());
  const panel = page.getByRole('tabpanel', { name: m.diagnostics_title(), exact: true });
  const box = panel.getByRole('checkbox', { name: m.diagnostics_dumps_put() });
  await expect(box).not.toBeChecked();
  await expect(panel.getByText(m.diagnostics_dumps_warning())).toBeVisible();
  await expectAccessible(page, 'the report where this computer has crash dumps');
  const save = async (name: string): Promise<string> => {
    await saveTo(carrel, path.join(folder, name));
    await reach(panel.getByRole('button', { name: m.diagnostics_save(), exact: true }));
    await press(page, 'Enter');
    await expect(panel.getByText(m.diagnostics_saved({ file: name }))).toBeVisible();
    return readFileSync(path.join(folder, name), 'utf8');
  };
  const base64 = Buffer.from('MDMP of Grace Okafor').toString('base64');
  const without = await save('without.json');
  expect(without).not.toContain(base64);
  expect(without).not.toContain('dumpFiles');
  await reach(box);
  await press(page, 'Space');
  await expect(box).toBeChecked();
  expect(await save('with.json')).toContain(base64);
  await expect(box).not.toBeChecked();
  expect(await save('again.json')).not.toContain(base64);
  // What is copied never has them.
  await reach(panel.getByRole('button', { name: m.diagnostics_copy(), exact: true }));
  await press(page, 'Enter');
  await expect(panel.getByText(m.diagnostics_copied())).toBeVisible();
  expect(await app.evaluate(({ clipboard }) => clipboard.readText())).not.toContain(base64);
});

test('gathering that takes long says so; a place that cannot be written is said, and the next one works', async () => {
  await using carrel = await openCarrel();
  const { page, app } = carrel;
  await app.evaluate(({ webContents }) => {
    const list = Promise.withResolvers<never[]>();
    Object.assign(globalThis, { answerPrinters: () => list.resolve([]) });
    for (const contents of webContents.getAllWebContents()) contents.getPrintersAsync = () => list.promise;
  });
  await new SettingsRoom(page).go(m.diagnostics_title());
  const panel = page.getByRole('tabpanel', { name: m.diagnostics_title(), exact: true });
  await expect(panel.getByRole('status').filter({ hasText: m.diagnostics_reading() })).toBeVisible();
  await expectAccessible(page, 'a report that is being gathered');
  await app.evaluate(() => (globalThis as unknown as { answerPrinters: () => void }).answerPrinters());
  const save = panel.getByRole('button', { name: m.diagnostics_save(), exact: true });
  await expect(save).toBeVisible();
  await expect(panel.getByText(m.diagnostics_reading())).toHaveCount(0);

  writeFileSync(path.join(folder, 'file'), 'mine');
  await saveTo(carrel, path.join(folder, 'file/report.json'));
  await reach(save);
  await press(page, 'Enter');
  await expect(panel.getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'a report that could not be saved');
  await saveTo(carrel, path.join(folder, 'report.json'));
  await reach(save);
  await press(page, 'Enter');
  await expect(panel.getByText(m.diagnostics_saved({ file: 'report.json' }))).toBeVisible();
  await expect(panel.getByRole('alert')).toHaveCount(0);
  expect(readFileSync(path.join(folder, 'file'), 'utf8')).toBe('mine');
});

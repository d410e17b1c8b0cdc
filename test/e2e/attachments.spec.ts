import { doneLine, draftLine } from './desk.ts';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { drop } from './drop.ts';
import { expectAccessible } from './accessible.ts';
import type { Carrel } from './app.ts';
import { expect, test, type Service } from './fixtures.ts';
import { choose, press, reach, standOn, write } from './keyboard.ts';

const tomas = { card: code('patronBlocked'), name: 'Tomáš Dvořák' };
const grace = { card: code('patronNothing'), name: 'Grace Okafor' };

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'carrel-files-'));
});
test.afterEach(() => rm(folder, { recursive: true }));

/** The system's dialogs answer this, and the machine's own programs are told of and not started. */
const answerDialogs = ({ app }: Carrel, file: string): Promise<void> =>
  app.evaluate(({ dialog, shell }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: `${chosen}.saved` });
    shell.openPath = (opened) => {
      Object.assign(globalThis, { carrelOpened: opened });
      return Promise.resolve('');
    };
  }, file);

const openedBy = ({ app }: Carrel): Promise<string> =>
  app.evaluate(() => (globalThis as { carrelOpened?: string }).carrelOpened ?? '');

/** Files are dropped on the tab. */
const dropFiles = (page: Page, ...files: readonly { name: string; base64: string }[]): Promise<unknown> =>
  drop(page, m.attachments_label(), ...files);

/** What the service has of a file with this name, byte for byte. */
async function readStored({ client }: Service, card: string, name: string): Promise<Buffer> {
  const path = { user_id: card };
  const { items } = await client.call('users.attachments.list', { path });
  const found = items.find((one) => one.file_name === name);
  const of = { ...path, attachment_id: String(found?.id) };
  return Buffer.from(
    await client.call('users.attachments.get', { path: of, query: { expand: 'content_no_encoding' } }),
  );
}

test('a file is attached from a dialog, saved and opened, to the last byte', async ({
  carrel,
  desk,
  service,
}) => {
  test.setTimeout(1_080_000); // a whole flow
  const { page } = desk;
  const bytes = randomBytes(40_000);
  const file = path.join(folder, 'Photo – צילום.png');
  await writeFile(file, bytes);
  await answerDialogs(carrel, file);

  await desk.open(tomas.card, tomas.name);
  const panel = await desk.tab('attachments');
  const table = panel.getByRole('grid');
  await expect(table.locator('tbody tr[data-key]')).toHaveCount(2);
  await expect(page.getByRole('tab', { name: /^Attachments/ })).toHaveText(/Attachments\s*2/);
  await expect(table).toContainText('Letter about the block');
  await expectAccessible(page, 'attachments');

  await press(page, 'a');
  await expect(desk.dialog).toContainText('Photo – צילום.png');
  await expect(desk.dialog).toContainText('40 kB');
  await expectAccessible(page, 'attaching a file');
  await expect(desk.dialog.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await write(page, 'From the counter');
  await choose(page, 'Type', 'Registration');
  await desk.reach(desk.dialog.getByRole('button', { name: /^Attach/ }));
  await press(page, 'Enter');
  await expect(desk.dialog).toHaveCount(0);
  await expect(doneLine(panel)).toContainText(/Attached[\s\S]*Photo – צילום\.png/);
  await expect(table).toContainText('Registration');
  expect((await readStored(service, tomas.card, 'Photo – צילום.png')).equals(bytes)).toBe(true);

  await standOn(table, 'Photo');
  await press(page, 's');
  await expect(doneLine(panel)).toContainText('Saved');
  expect((await readFile(`${file}.saved`)).equals(bytes)).toBe(true);

  await press(page, 'o');
  await expect.poll(() => openedBy(carrel)).toContain('Photo – צילום.png');
  expect((await readFile(await openedBy(carrel))).equals(bytes)).toBe(true);
});

test('files are attached by dropping them, one after the other; what may run is not opened', async ({
  desk,
  service,
}) => {
  test.setTimeout(1_080_000);
  const { page } = desk;
  const [large, small] = [randomBytes(450_000), Buffer.from('MZ')];
  await desk.open(grace.card, grace.name);
  const panel = await desk.tab('attachments');
  await expect(panel.getByText('No attachments')).toBeVisible();
  await expectAccessible(page, 'no attachments');
  await dropFiles(
    page,
    { name: 'scan.pdf', base64: large.toString('base64') },
    { name: 'setup.exe', base64: small.toString('base64') },
  );
  await expect(desk.dialog).toContainText('scan.pdf');
  await expect(desk.dialog).toContainText('450 kB');
  await press(page, 'Enter');
  await expect(desk.dialog).toContainText('setup.exe');
  await press(page, 'Enter');
  await expect(desk.dialog).toHaveCount(0);
  const table = panel.getByRole('grid');
  await expect(table.locator('tbody tr[data-key]')).toHaveCount(2);
  expect((await readStored(service, grace.card, 'scan.pdf')).equals(large)).toBe(true);
  expect((await readStored(service, grace.card, 'setup.exe')).equals(small)).toBe(true);

  await standOn(table, 'setup.exe');
  await press(page, 'Enter');
  await expect(panel.getByRole('alert')).toContainText('May run a program');
  await expectAccessible(page, 'a file that is not opened');

  await dropFiles(page, { name: 'nothing.txt', base64: '' });
  await expect(panel.getByRole('alert')).toContainText('File is empty');
});

test('a file that the service refuses, or that is not wanted after all, is not there', async ({
  carrel,
  desk,
  service,
}) => {
  const { page } = desk;
  const file = path.join(folder, 'letter.txt');
  await writeFile(file, 'Dear');
  await answerDialogs(carrel, file);
  await desk.open(grace.card, grace.name);
  const panel = await desk.tab('attachments');
  await press(page, 'a');
  await expect(desk.dialog).toContainText('letter.txt');
  await service.faults({ operation: 'users.attachments.create', fault: 'status', status: 400, count: 1 });
  await press(page, 'Enter');
  await expect(desk.dialog.getByRole('alert')).toContainText('File not attached.');
  // The file itself is not kept for later: what was written about it is, for this patron.
  await reach(desk.dialog.getByRole('textbox', { name: 'Note' }), 'Shift+Tab');
  await write(page, 'Read at the counter');
  await press(page, 'Escape');
  await expect(desk.dialog).toHaveCount(0);
  const draft = draftLine(panel);
  await expect(draft).toContainText('Read at the counter');
  await expectAccessible(page, 'a note on a file that was begun');
  await press(page, 'F5');
  await expect(panel.getByText('No attachments')).toBeVisible();
  await desk.open(tomas.card, tomas.name);
  await desk.tab('attachments');
  await expect(draft).toHaveCount(0);
  await press(page, 'a');
  const note = desk.dialog.getByRole('textbox', { name: 'Note' });
  await expect(note).toHaveValue('');
  await press(page, 'Escape');
  await desk.open(grace.card, grace.name);
  await desk.tab('attachments');
  await expect(draft).toContainText('Read at the counter');
  // From where the files will stand: the keys are heard there before the first one, and after it.
  await reach(panel.getByRole('group', { name: m.attachments_label(), exact: true }));
  await press(page, 'a');
  await expect(desk.dialog).toContainText('letter.txt');
  await expect(desk.dialog).toContainText(m.lists_draft_again());
  await expect(note).toHaveValue('Read at the counter');
  await press(page, 'Enter');
  await expect(desk.dialog).toHaveCount(0);
  const row = panel.getByRole('row').filter({ hasText: 'letter.txt' });
  await expect(row).toBeFocused();
  await expect(row).toContainText('Read at the counter');
  await expect(draft).toHaveCount(0);

  // Sent while the next card comes: what arrived is no draft any more.
  await press(page, 'a');
  await expect(note).toHaveValue('');
  await write(page, 'The second page');
  await service.faults({ operation: 'users.attachments.create', fault: 'delay', ms: 3000 });
  await press(page, 'Enter');
  await expect(desk.dialog.getByText(m.attachments_sending())).toBeVisible();
  await desk.open(tomas.card, tomas.name);
  await service.faults();
  await desk.open(grace.card, grace.name);
  await desk.tab('attachments');
  await expect(row.filter({ hasText: 'The second page' })).toBeVisible();
  await expect(draft).toHaveCount(0);
  await service.faults({ operation: 'users.attachments.list', fault: 'status', status: 500 });
  await press(page, 'F5');
  await expect(panel.getByRole('alert')).toBeVisible();
});

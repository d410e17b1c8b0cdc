import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from '@playwright/test';
import { openJournalFile } from '../../src/main/journal/file.ts';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { Desk } from './desk.ts';
import { anotherPrograms, cutShort } from './journals.ts';
import { oneLine, press, reach, scan } from './keyboard.ts';
import { workplace } from './workplace.ts';

interface Case {
  readonly name: string;
  readonly make: (file: string) => unknown;
  readonly cause: RegExp;
  readonly saved: RegExp;
  readonly lost: RegExp;
}

const nothing = { saved: /Nothing saved/, lost: /Entries lost: unknown/ };
const cases: readonly Case[] = [
  {
    name: 'no journal at all',
    make: (file) => writeFile(file, 'no journal at all. '.repeat(1000)),
    cause: /the file was damaged/,
    ...nothing,
  },
  { name: 'of zero bytes', make: (file) => writeFile(file, ''), cause: /the file was empty/, ...nothing },
  { name: 'another program’s', make: anotherPrograms, cause: /the file was another program’s/, ...nothing },
  {
    name: 'cut in the middle of a page',
    make: cutShort,
    cause: /the file was damaged/,
    saved: /[\d,]+ entries saved/,
    lost: /At most [\d,]+ entries lost/,
  },
];

for (const { name, make, cause, saved, lost } of cases) {
  test(`a journal that is ${name}: what was lost is read by somebody before the desk opens`, async () => {
    test.setTimeout(810_000);
    await using place = await workplace();
    const file = path.join(place.userData, 'journal.sqlite');
    await make(file);
    const was = await readFile(file);
    let carrel = await place.open({ shows: m.journal_salvaged_title() });
    let { page } = carrel;
    const main = page.getByRole('main');
    await expect(main).toContainText(cause);
    await expect(main).toContainText(saved);
    await expect(main).toContainText(lost);
    await expect(main).toContainText(m.journal_salvaged_do());
    await expectAccessible(page, `a journal that is ${name}`);

    // The desk is closed, and a scan that comes now ends in Enter and has read nothing.
    expect(await carrel.ask('desk.end', {})).toMatchObject({ ok: false });
    await scan(page, code('patronNothing'));
    const go = page.getByRole('button', { name: m.journal_acknowledge() });
    await expect(go).toBeVisible();
    // It is kept as it was, under the name that the window says.
    const keptAs = /is kept as (\S+), until/.exec(oneLine(await main.innerText()))?.[1] ?? '';
    expect((await readFile(path.join(place.userData, keptAs))).equals(was)).toBe(true);

    // Nobody has said so: the next start asks again.
    await place.kill();
    carrel = await place.open({ shows: m.journal_salvaged_title() });
    ({ page } = carrel);
    await reach(page.getByRole('button', { name: m.journal_acknowledge() }));
    await press(page, 'Enter');
    const desk = new Desk(page);
    await desk.box.waitFor();
    await desk.open(code('patronNothing'), 'Grace Okafor');
    await desk.scanned(code('itemFree1'), 'Lent', 'The Overstory');

    // And then no more; the file stays for its month.
    carrel = await place.open();
    await expect(new Desk(carrel.page).readiness).toHaveText(m.app_scan_ready());
    expect(await readdir(place.userData)).toContain(keptAs);
  });
}

test('a journal of a newer version: which one, and nothing to press; the file stays as it is', async () => {
  await using place = await workplace();
  const file = path.join(place.userData, 'journal.sqlite');
  openJournalFile(file, new Date(), '0.9.0').close();
  const raw = new DatabaseSync(file);
  raw.exec(`
    UPDATE meta SET value = '99' WHERE name = 'readable_from';
    PRAGMA user_version = 99; PRAGMA journal_mode = DELETE`);
  raw.close();
  const was = await readFile(file);
  const carrel = await place.open({ shows: m.journal_newer_title() });
  const main = carrel.page.getByRole('main');
  await expect(main).toContainText(/Version 0\.9\.0 wrote the journal last\. This version, \d+\.\d+\.\d+/);
  await expect(main).toContainText(m.journal_newer_safe());
  await expect(main).toContainText(m.journal_newer_do());
  await expect(carrel.page.getByRole('button')).toHaveCount(0);
  await expectAccessible(carrel.page, 'a journal of a newer version');
  await scan(carrel.page, code('patronNothing'));
  expect(await carrel.ask('desk.end', {})).toMatchObject({ ok: false });
  await carrel.close();
  expect((await readFile(file)).equals(was)).toBe(true);
});

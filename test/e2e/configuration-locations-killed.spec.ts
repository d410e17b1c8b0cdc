import { expect, test } from '@playwright/test';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { m } from '../../src/messages/compiled/messages.js';
import { expectAccessible } from './accessible.ts';
import { answerDialogs, LocationsSection, locationsOnRecord } from './locations.ts';
import { practiceLibrary, setFaults, withFaults } from './with-faults.ts';
import { workplace } from './workplace.ts';

test('a file of locations whose program was killed in the middle is gone on with, and has each row once', async () => {
  test.setTimeout(240_000);
  await using place = await workplace(withFaults);
  const folder = await mkdtemp(path.join(tmpdir(), 'carrel-locations-'));
  const file = path.join(folder, 'new.csv');
  await writeFile(file, 'Code,Name,Type\nOPEN,First,OPEN\nCLOSED,Second,CLOSED\nMAPS,Third,OPEN\n');
  let carrel = await place.open();
  const names = async () =>
    (await locationsOnRecord({ client: await practiceLibrary(carrel) })).map(({ name }) => name);
  let section = new LocationsSection(carrel.page);
  await section.go();
  await answerDialogs(carrel, { open: file });
  await section.press(m.configuration_locations_file());
  await section.press(m.configuration_locations_file_choose());
  await expect(section.rowsIn(section.file)).toHaveCount(3);
  // The second row is read before it is written: the first is in, and nothing is on its way.
  await setFaults(carrel, {
    operation: 'conf.locations.get',
    fault: 'delay',
    ms: 60_000,
    after: 1,
    count: 1,
  });
  await section.press(/^Write 3 rows/, section.file);
  await section.press(m.configuration_locations_start_act(), section.question);
  await expect.poll(names).toContain('First');
  await expect(section.job).toContainText(m.configuration_locations_done_change());

  await place.kill();
  carrel = await place.open();
  const { page } = carrel;
  section = new LocationsSection(page);
  await section.go();
  const left = page.getByRole('region', { name: m.configuration_locations_left({ count: 1, shown: '1' }) });
  await expect(left).toContainText('new.csv');
  await section.press(/^Open/, left);
  await expect(section.job).toContainText('1 of 3 written');
  await expectAccessible(page, 'a file of locations after a kill');
  await section.press(m.configuration_locations_go_on(), section.job);
  await expect(section.job).toContainText('3 of 3 written');
  expect(await names()).toEqual(['First', 'Second', 'Remote Storage', 'Third']);
  await rm(folder, { recursive: true });
});

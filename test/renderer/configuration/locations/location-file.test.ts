import { expect, test } from 'vitest';
import type { LocationPreview } from '../../../../src/contract/configuration-locations.ts';
import { LocationFile } from '../../../../src/renderer/configuration/locations/file/location-file.svelte.ts';
import { main } from '../../support/main.ts';
import { away } from '../../support/views.ts';

const preview = (id: string): LocationPreview => ({
  ...{ preview: id, file: 'f', name: 'a.csv', size: 1, library: 'LAW', charset: 'utf-8', separator: ',' },
  ...{ problems: [], rows: [], counts: { make: 0, change: 0, delete: 0, same: 0, none: 0 } },
});

test('what is not read anew is deleted or not as the preview that is shown says', async () => {
  const file = new LocationFile();
  const choosing = file.choose('LAW');
  await main.open('configuration.locations.import.open').answer({ file: 'f', name: 'a.csv', size: 1 });
  await main.open('configuration.locations.import.preview').answer(preview('1'));
  await choosing;
  file.deletes = true;
  const reading = file.read();
  await main.open('configuration.locations.import.preview').answer(preview('2'));
  await reading;
  expect(file.deletes).toBe(true);
  // Not wanted any more; but the service is away, and what is shown still deletes.
  file.deletes = false;
  const again = file.read();
  await main.open('configuration.locations.import.preview').fail(away);
  await again;
  expect(file.preview?.preview).toBe('2');
  expect(file.deletes).toBe(true);
});

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeMarker } from '../../build/package/marker.ts';
import { installationKinds, installationOf, markerFile } from '../../src/main/installation.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'carrel-marker-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));
const kind = (isPackaged = true) => installationOf({ isPackaged, resourcesPath: folder });

test.each(installationKinds)('a package says that it is of the kind %s', (its) => {
  writeMarker(folder, its);
  expect(kind()).toBe(its);
});

test('from its source it was not installed, whatever lies beside it', () => {
  writeMarker(folder, 'nsis');
  expect(kind(false)).toBe('checkout');
});

test.each([
  ['no text', ''],
  ['a kind that is not known', '{"schema":"carrel-installation/1","kind":"snap"}'],
  ['another schema', '{"schema":"carrel-installation/2","kind":"nsis"}'],
  ['more than it is to say', '{"schema":"carrel-installation/1","kind":"nsis","update":true}'],
  ['a list', '["nsis"]'],
])('of a marker with %s nothing is assumed', (_, text) => {
  fs.writeFileSync(path.join(folder, markerFile), text);
  expect(kind()).toBe('unknown');
});

test('without a marker, or with a folder in its place, nothing is assumed', () => {
  fs.rmSync(path.join(folder, markerFile));
  expect(kind()).toBe('unknown');
  fs.mkdirSync(path.join(folder, markerFile));
  expect(kind()).toBe('unknown');
  fs.rmdirSync(path.join(folder, markerFile));
});

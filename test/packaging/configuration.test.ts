import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../build/electron.ts';
import { configuration, type Order } from '../../build/package/config.ts';
import { fuseOrder, fuses } from '../../build/package/fuses.ts';
import { depends } from '../../build/package/linux/depends.ts';
import { parseRequest } from '../../build/package/linux/request.ts';
import { originOf } from '../../build/package/module-notes.ts';
import { artifactName, targets } from '../../build/package/targets.ts';

const order: Omit<Order, 'target'> = {
  ...{ version: '1.2.3', processor: 'x64' as const, electronVersion: '45.0.0', app: '/app', output: '/out' },
  ...{ payload: '/payload', beside: ['/work/installation.json'] },
};
const of = (name: keyof typeof targets) => configuration({ ...order, target: targets[name] });

describe('electron-builder is told', () => {
  test('to unpack native add-ons and nothing else, and to flip every fuse', () => {
    const { asar, asarUnpack, electronFuses } = of('deb');
    expect({ asar, asarUnpack }).toEqual({ asar: { smartUnpack: false }, asarUnpack: ['**/*.node'] });
    expect(electronFuses).toMatchObject(fuses);
    expect(Object.keys(fuses).toSorted()).toEqual(fuseOrder.toSorted());
  });

  test('not to update by itself what a package manager updates', () => {
    expect(of('deb')).toMatchObject({ publish: null, linux: { publish: [] } });
  });

  test('a per-user installer for Windows that asks for nothing, removes no data and has one name for ever', () => {
    expect(of('nsis').nsis).toMatchObject({
      ...{ oneClick: true, perMachine: false, packElevateHelper: false, differentialPackage: false },
      ...{ deleteAppDataOnUninstall: false, warningsAsErrors: true },
      guid: '3b3f0d65-6a8e-5b0c-8f44-6a7a5fb4c5d1',
    });
    expect(of('nsis').win).toMatchObject({ signExts: ['.dll', '.node'] });
  });

  test('the hardened runtime of macOS, and to notarise only where there are keys', () => {
    expect(of('pkg').mac).toMatchObject({ hardenedRuntime: true, notarize: false });
    for (const file of [of('pkg').mac?.entitlements, of('pkg').mac?.entitlementsInherit])
      expect(fs.readFileSync(file ?? '', 'utf8')).toContain('com.apple.security.cs.allow-jit');
  });

  test('the runtime of AppImage that needs no FUSE 2', () => {
    expect(of('appimage').toolsets).toEqual({ appimage: '1.0.3' });
  });

  test('of links and files, and never to take one of them for a switch', () => {
    expect(of('deb').protocols).toEqual([{ name: 'Carrel', schemes: ['carrel'] }]);
    expect(of('deb').linux?.executableArgs).toEqual(['--', '%U']);
  });

  test('what deb and rpm depend on, each with its own scripts', () => {
    const { deb, rpm } = of('deb');
    expect(deb).toMatchObject({ depends: depends.deb, afterInstall: rpm?.afterInstall });
    expect(rpm?.depends).toEqual(depends.rpm);
  });
});

test('each target has an artifact of its own name', () => {
  const all = Object.values(targets).map((target) => artifactName(target, '1.2.3', 'x64'));
  expect(new Set(all).size).toBe(all.length);
  expect(artifactName(targets.deb, '1.2.3', 'arm64')).toBe('Carrel-1.2.3-linux-arm64.deb');
});

describe('the front to dpkg-deb', () => {
  const args = [
    ...['-s', 'dir', '--force', '-t', 'deb', '-d', 'libnss3', '-d', 'xdg-utils', '--deb-compression', 'xz'],
    ...[
      '--architecture',
      'amd64',
      '--after-install',
      '/a',
      '--after-remove',
      '/b',
      '--description',
      'One\n two',
    ],
    ...['--version', '1.0', '--package', '/out/x.deb', '--name', 'carrel', '--maintainer', 'Who <who@where>'],
    ...['--url', 'https://x.invalid/', '/from/=/opt/Carrel', '/a=b/c=/usr/share/c'],
  ];

  test('reads what fpm is asked', () => {
    expect(parseRequest(args)).toMatchObject({
      ...{ target: 'deb', depends: ['libnss3', 'xdg-utils'], compression: 'xz', vendor: 'Who <who@where>' },
      mappings: [
        { from: '/from/', to: '/opt/Carrel' },
        { from: '/a=b/c', to: '/usr/share/c' },
      ],
    });
  });

  test.each([
    ['an argument that it does not know', [...args, '--deb-systemd', 'x']],
    ['a file without a place', [...args, '/somewhere']],
    ['no version', args.filter((arg) => arg !== '--version' && arg !== '1.0')],
  ])('refuses %s', (_, wrong) => {
    expect(() => parseRequest(wrong)).toThrow();
  });
});

describe('where a bundled module is from', () => {
  test.each([
    ['node_modules/zod/v4/core/api.js', 'zod'],
    ['node_modules/@lucide/svelte/dist/icons/x.svelte?svelte&type=style&lang.css', '@lucide/svelte'],
    ['\0rolldown/runtime.js', 'rolldown'],
    ['\0vite/preload-helper.js', 'vite'],
  ])('%j is of %s', (id, name) => {
    const file = id.startsWith('\0') ? id : path.join(root, id);
    expect(originOf(file, root)).toMatchObject({ name, folder: `node_modules/${name}` });
  });

  test('our own source is nobody’s, and what is unknown is refused', () => {
    expect(originOf(path.join(root, 'src/main/index.ts'), root)).toBeNull();
    expect(() => originOf('\0plugin-of-somebody', root)).toThrow('unknown origin');
    expect(() => originOf('/elsewhere/module.js', root)).toThrow('unknown origin');
  });
});

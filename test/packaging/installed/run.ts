/**
 * `npm run test:installed [deb|rpm|msi|nsis …]`: installs each package in a clean system, works with it, upgrades it with a journal in
 * it, and removes it. As root on Debian; it installs what it takes (debootstrap). The exit code says whether all came out.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { buildIfNeeded } from '../../../build/bundle.ts';
import { adoptElectronHost, root } from '../../../build/electron.ts';
import { provision } from '../../../build/provision.ts';
import { fail } from '../../../build/run.ts';

/** How each kind of package is tried; loaded when it is asked for, since the words on screen are built first. */
const kinds: Readonly<Record<string, () => Promise<(out: string) => Promise<void>>>> = {
  deb: async () => (await import('./deb.ts')).installDeb,
  rpm: async () => (await import('./rpm.ts')).installRpm,
  msi: async () => (await import('./msi.ts')).installMsi,
  nsis: async () => (await import('./nsis.ts')).compileNsis,
};

const own = 'CARREL_OWN_MOUNTS';

try {
  if (process.getuid?.() !== 0) throw new Error('a clean root is made by root only');
  if (process.env[own] !== '1') {
    // Mounts of its own: whatever happens to this process, none is left behind.
    const args = ['--mount', '--propagation', 'private', process.execPath, ...process.argv.slice(1)];
    const { status } = spawnSync('unshare', args, { stdio: 'inherit', env: { ...process.env, [own]: '1' } });
    process.exit(status ?? 1);
  }
  const host = await adoptElectronHost();
  provision('test', host.kind);
  provision('install', host.kind);
  buildIfNeeded();
  const asked = process.argv.slice(2);
  for (const name of asked.length > 0 ? asked : Object.keys(kinds)) {
    const load = kinds[name];
    if (load === undefined) throw new Error(`no package ${name}: there are ${Object.keys(kinds).join(', ')}`);
    console.log(`\n${name}`);
    const out = path.join(root, 'out/installed', name);
    fs.rmSync(out, { recursive: true, force: true });
    await (
      await load()
    )(out);
  }
} catch (error) {
  if (error instanceof Error && error.stack !== undefined) console.error(error.stack);
  fail(error);
}

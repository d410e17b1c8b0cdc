/**
 * `npm run package [target …]`: makes the packages of this system, or those named (build/package/targets.ts), into
 * `dist/`. `--out FOLDER`, `--version X.Y.Z` (for a test of an upgrade), `--processor x64|arm64`. Without Electron they hold
 * the stand-in and are no release: the last line says so.
 */
import { parseArgs } from 'node:util';
import path from 'node:path';
import { buildIfNeeded } from './bundle.ts';
import { electronHost, root } from './electron.ts';
import { pack } from './package/pack.ts';
import { manifest } from './package/stage.ts';
import { isTargetName, type TargetName, targets } from './package/targets.ts';
import { provision } from './provision.ts';
import { fail } from './run.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: path.join(root, 'dist') },
    version: { type: 'string', default: manifest.version },
    processor: { type: 'string', default: process.arch === 'arm64' ? 'arm64' : 'x64' },
  },
});

/** What is made where nothing is named: what this system can make by itself. */
const usual: Readonly<Partial<Record<NodeJS.Platform, readonly TargetName[]>>> = {
  linux: ['deb'],
  win32: ['nsis'],
  darwin: ['pkg', 'zip'],
};

try {
  const host = await electronHost();
  provision('package', host.kind);
  buildIfNeeded();
  const named = positionals.length > 0 ? positionals : (usual[process.platform] ?? []);
  const { processor } = values;
  if (processor !== 'x64' && processor !== 'arm64')
    throw new Error(`no processor ${processor}: x64 or arm64`);
  for (const name of named) {
    if (!isTargetName(name))
      throw new Error(`no target ${name}: there are ${Object.keys(targets).join(', ')}`);
    const isStandIn = host.kind === 'stand-in';
    const { packed, contents } = await pack({
      target: targets[name],
      version: values.version,
      processor,
      out: values.out,
      isStandIn,
    });
    console.log(`${name}: ${contents.sha256 === null ? packed.folder : packed.artifact}`);
    const sizes = Object.entries(contents.sizes).map(
      ([part, bytes]) => `${part} ${(bytes / 1e6).toFixed(2)} MB`,
    );
    console.log(`  ${sizes.join(', ')}; sha256 ${contents.sha256 ?? '(a folder)'}`);
  }
  if (host.kind === 'stand-in')
    console.log('These hold the stand-in for Electron: for tests, not for release.');
} catch (error) {
  fail(error);
}

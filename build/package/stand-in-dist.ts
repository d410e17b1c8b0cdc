import fs from 'node:fs';
import path from 'node:path';
import { root } from '../electron.ts';
import { smallPe } from './small-pe.ts';
import { fuseOrder, type FuseName } from './fuses.ts';
import type { System } from './targets.ts';

/** By this `@electron/fuses` finds the fuses in an executable. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** The fuses as Electron is delivered with them: what packing does not flip is read back wrong. */
const delivered: Readonly<Record<FuseName, boolean>> = {
  runAsNode: true,
  enableCookieEncryption: false,
  enableNodeOptionsEnvironmentVariable: true,
  enableNodeCliInspectArguments: true,
  enableEmbeddedAsarIntegrityValidation: false,
  onlyLoadAppFromAsar: false,
  loadBrowserProcessSpecificV8Snapshot: false,
  grantFileProtocolExtraPrivileges: true,
};

/** The wire: its version, its length, and a character for each fuse. */
export const fuseWire = (): Buffer =>
  Buffer.concat([
    Buffer.from(sentinel),
    Buffer.from([1, fuseOrder.length]),
    Buffer.from(fuseOrder.map((name) => (delivered[name] ? '1' : '0')).join('')),
  ]);

/** The folder of the stand-in beside the executable. */
export const standInFolder = 'stand-in';

/** Stands where Electron's executable would on Linux. Bash reads no further than its last line: the fuses are behind it. */
const launcher = `#!/bin/bash
# Not Electron: Node with the windows of this machine's Chromium, for tests. A package with it is no release.
# CARREL_STANDIN_NODE names a Node of 22.18 or later; without it the one on PATH is taken.
self="$(readlink -f "\${BASH_SOURCE[0]}")"
export CARREL_STANDIN_PACKED="$self"
exec "\${CARREL_STANDIN_NODE:-node}" --disable-warning=ExperimentalWarning --unhandled-rejections=warn \\
  "$(dirname "$self")/${standInFolder}/main.ts" "$@"
exit 127
`;

/** What a file of Electron's holds here: one line that says so. */
export const placeholderOf = (name: string): string => `stand-in: ${name}\n`;

/** Files that a real one has, and that are placeholders here. */
const placeholders = [
  'chrome-sandbox',
  'chrome_crashpad_handler',
  'LICENSE',
  'LICENSES.chromium.html',
  'locales/en-US.pak',
];

const executables: Readonly<Record<System, string>> = {
  linux: 'electron',
  win32: 'electron.exe',
  darwin: 'Electron.app/Contents/MacOS/Electron',
};

/**
 * Makes a folder that takes the place of Electron's, for a machine where Electron cannot be had: an executable that
 * carries the fuses, and on Linux starts the stand-in with the packed program. On Windows and macOS it only has the
 * shape, and `executable` may be given to have one that runs. What is packed with it proves configuration and layout.
 */
export function makeStandInDist(
  folder: string,
  { system, executable }: { readonly system: System; readonly executable?: Uint8Array },
): void {
  fs.rmSync(folder, { recursive: true, force: true });
  const file = path.join(folder, executables[system]);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  // On Windows the fuses are inside: what is behind the last section is lost when the icon is put in.
  const start = executable ?? Buffer.from(system === 'linux' ? launcher : 'stand-in\n');
  const bytes =
    system === 'win32' && executable === undefined
      ? smallPe({ bits: 64, data: fuseWire() })
      : Buffer.concat([start, fuseWire()]);
  fs.writeFileSync(file, bytes, { mode: 0o755 });
  for (const name of placeholders) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    const mode = name.startsWith('chrome') ? 0o755 : 0o644;
    fs.writeFileSync(path.join(folder, name), placeholderOf(name), { mode });
  }
  fs.mkdirSync(path.join(folder, 'resources'), { recursive: true });
  if (system !== 'linux') return;
  for (const part of ['main.ts', 'host', 'page']) {
    fs.cpSync(path.join(root, 'test/stand-in', part), path.join(folder, standInFolder, part), {
      recursive: true,
      filter: (name) => !name.endsWith('tsconfig.json'),
    });
  }
  const { version } = JSON.parse(
    fs.readFileSync(path.join(root, 'node_modules/electron/package.json'), 'utf8'),
  ) as { version: string };
  // What would be the electron package's: the stand-in reads the version in it.
  fs.writeFileSync(
    path.join(folder, standInFolder, 'package.json'),
    `${JSON.stringify({ version, type: 'module' })}\n`,
  );
}

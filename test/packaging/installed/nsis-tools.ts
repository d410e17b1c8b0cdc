import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../../build/electron.ts';
import { smallPe } from '../../../build/package/small-pe.ts';

const templates = path.join(root, 'node_modules/app-builder-lib/templates/nsis');
const ofDebian = '/usr/share/nsis/Plugins/x86-unicode';

/** The plugins that electron-builder's scripts call and Debian does not have, with what they call in them. */
function calledPlugins(): Map<string, Set<string>> {
  const called = new Map<string, Set<string>>();
  const scripts = fs
    .readdirSync(templates, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ns[hi]$/.test(name));
  for (const script of scripts) {
    const text = fs.readFileSync(path.join(templates, script), 'utf8').replaceAll(/System::Call.*/g, '');
    for (const [, plugin = '', name = ''] of text.matchAll(/\b([A-Za-z]\w*)::([A-Za-z_]\w*)/g)) {
      if (fs.existsSync(path.join(ofDebian, `${plugin}.dll`))) continue;
      called.set(plugin, (called.get(plugin) ?? new Set()).add(name));
    }
  }
  return called;
}

function executable(file: string, text: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text, { mode: 0o755 });
}

/**
 * What electron-builder would fetch for NSIS, made here: Debian's makensis, plugins that have the right names and do
 * nothing, and in wine's place a script that writes a file where the uninstaller would be. Whether the script compiles
 * is known by it; what comes out installs nothing.
 */
export function nsisTools(folder: string): Record<string, string> {
  const [nsis = '', resources = '', wine = ''] = ['nsis', 'resources', 'wine'].map((name) =>
    path.join(folder, name),
  );
  executable(path.join(nsis, 'linux/makensis'), '#!/bin/sh\nunset NSISDIR\nexec makensis "$@"\n');
  fs.writeFileSync(path.join(nsis, 'elevate.exe'), smallPe({ bits: 32 }));
  const plugins = path.join(resources, 'plugins/x86-unicode');
  fs.mkdirSync(plugins, { recursive: true });
  for (const [name, exported] of calledPlugins()) {
    const file = `${name}.dll`;
    fs.writeFileSync(
      path.join(plugins, file),
      smallPe({ bits: 32, library: { name: file, exported: [...exported] } }),
    );
  }
  executable(path.join(wine, 'bin/wine'), '#!/bin/sh\nprintf uninstaller > "${1%exe}__uninstaller.exe"\n');
  for (const name of ['wine-home', 'lib']) fs.mkdirSync(path.join(wine, name), { recursive: true });
  return {
    ELECTRON_BUILDER_NSIS_DIR: nsis,
    ELECTRON_BUILDER_NSIS_RESOURCES_DIR: resources,
    ELECTRON_BUILDER_7ZIP_PATH: '/usr/bin/7za',
    ELECTRON_BUILDER_WINE_TOOLSET_DIR: wine,
  };
}

/** Compiles a script of NSIS into a program; a warning is an error. */
export function makeNsis(script: string, program: string): void {
  const { status, stdout, stderr } = spawnSync('makensis', ['-V2', '-WX', `-XOutFile "${program}"`, '-'], {
    input: script,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`makensis ended with ${String(status)}\n${stdout}${stderr}`);
}

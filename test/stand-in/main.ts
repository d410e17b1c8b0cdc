/**
 * The stand-in's entry: takes Electron's place in the main process. README.md tells how.
 *
 * Runs what `--require` names (Playwright's loader), starts Chromium, then imports the app's own main bundle
 * unchanged, for which `electron` is `host/electron-module.ts`.
 */
import { createRequire, enableCompileCache, registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = path.resolve(import.meta.dirname, '../..');
const isPacked = process.env.CARREL_STANDIN_PACKED !== undefined;
// The folder of a packed program is not ours to write to: Node takes its own.
enableCompileCache(isPacked ? undefined : path.join(root, 'node_modules/.cache/carrel/compiled'));

if (process.env.CARREL_STANDIN_SAID !== '1') {
  process.stderr.write(
    'stand-in: this is not Electron, but Node with the windows of this machine’s Chromium.\n',
  );
}

const { commandLine } = await import('./host/command-line.ts');
const electronModule = new URL('./host/electron-module.ts', import.meta.url).href;
const electronNames = new Set(['electron', 'electron/main', 'electron/common']);
registerHooks({
  resolve: (specifier, context, next) =>
    electronNames.has(specifier)
      ? { url: electronModule, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});

const { packed } = await import('./host/packed.ts');
Object.assign(process, {
  type: 'browser',
  ...(packed === null && { defaultApp: true }),
  resourcesPath: packed?.resources ?? path.join(root, 'resources'),
});
// Libraries look for `electron`, and a program's About shows it: it says that this is none. Tests look for `stand-in`.
for (const [name, value] of [
  ['electron', `${commandLine.electronVersion}-stand-in`],
  ['stand-in', '1'],
]) {
  Object.defineProperty(process.versions, name ?? '', { value, enumerable: true });
}

const { start } = await import('./host/app.ts');
const require = createRequire(import.meta.url);
for (const file of commandLine.required) require(path.resolve(file));
// As in Electron, the app is not ready before its main module has run to its end (nor can that wait for it).
start(
  import(pathToFileURL(commandLine.mainFile).href).catch((error: unknown) => {
    console.error('App threw an error during load\n', error);
    process.exit(1);
  }),
);

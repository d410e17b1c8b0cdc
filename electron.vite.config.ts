import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'electron-vite';
import { noteModules } from './build/package/module-notes.ts';
import { markdownPages } from './build/pages/plugin.ts';

const root = import.meta.dirname;

interface EmittedAsset {
  readonly type: 'asset';
  readonly fileName: string;
  readonly source: Uint8Array;
  /** Where it is from: noted for the list of what ships. */
  readonly originalFileName: string;
}

/** libxslt looks for its WebAssembly beside the file that it is bundled into. */
const libxsltWasm = {
  name: 'libxslt.wasm',
  generateBundle(this: { emitFile(file: EmittedAsset): string }) {
    const file = createRequire(import.meta.url).resolve('libxslt-wasm/output/libxslt.wasm');
    const source = readFileSync(file);
    this.emitFile({ type: 'asset', fileName: 'libxslt.wasm', source, originalFileName: file });
  },
};

/**
 * Three bundles: main (with the practice library and the preview of letters as entries that run in utility processes), preload, renderer.
 *
 * Every package but `electron` and the native add-ons is bundled into main, so the installer carries them beside
 * `out/` (build/package/packed-modules.ts) and start-up reads a few files instead of hundreds.
 */
export default defineConfig({
  main: {
    plugins: [libxsltWasm, noteModules('main', root)],
    // Where updates come from, and whose signature they have: whoever publishes says so, and others have none.
    define: {
      carrelUpdateFeed: JSON.stringify(process.env.CARREL_UPDATE_FEED ?? ''),
      carrelUpdateKeys: JSON.stringify(process.env.CARREL_UPDATE_KEYS ?? ''),
    },
    build: {
      externalizeDeps: { include: ['keytar', 'native-reg'], exclude: [] },
      rolldownOptions: {
        input: {
          index: 'src/main/index.ts',
          // A file of its own, so that another entry can start the same program (test/entry).
          workstation: 'src/main/workstation.ts',
          'practice-library': 'src/server/utility.ts',
          'letter-preview': 'src/main/configuration/letters/transform/process.ts',
        },
        external: ['electron', 'original-fs', 'keytar', 'native-reg'],
        // All in one folder: whichever of them a module is put into, it finds the others from its own place.
        output: { chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    plugins: [noteModules('preload', root)],
    build: {
      rolldownOptions: {
        input: { index: 'src/preload/index.ts' },
        external: ['electron'],
        // A sandboxed preload script has to be CommonJS.
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    base: './',
    plugins: [
      svelte({ configFile: '../../svelte.config.js' }),
      markdownPages,
      noteModules('renderer', root, path.join(root, 'src/renderer')),
    ],
    build: {
      minify: true,
      rolldownOptions: { input: 'src/renderer/index.html' },
    },
  },
});

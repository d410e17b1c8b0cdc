import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'electron-vite';

/** libxslt looks for its WebAssembly beside the file that it is bundled into. */
const libxsltWasm = {
  name: 'libxslt.wasm',
  generateBundle(this: { emitFile(file: { type: 'asset'; fileName: string; source: Uint8Array }): string }) {
    const file = createRequire(import.meta.url).resolve('libxslt-wasm/output/libxslt.wasm');
    this.emitFile({ type: 'asset', fileName: 'libxslt.wasm', source: readFileSync(file) });
  },
};

/**
 * Three bundles: main (with the practice library and the preview of letters as entries that run in utility processes), preload, renderer.
 *
 * Every package but `electron`, `keytar` and `native-reg` (native add-ons) is bundled into main, so the installer carries
 * one package beside `out/` and start-up reads a few files instead of hundreds.
 */
export default defineConfig({
  main: {
    plugins: [libxsltWasm],
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
        external: ['electron', 'keytar', 'native-reg'],
        // All in one folder: whichever of them a module is put into, it finds the others from its own place.
        output: { chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
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
    plugins: [svelte({ configFile: '../../svelte.config.js' })],
    build: {
      minify: true,
      rolldownOptions: { input: 'src/renderer/index.html' },
    },
  },
});

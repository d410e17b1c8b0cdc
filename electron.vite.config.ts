import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'electron-vite';

/**
 * Three bundles: main (with the practice library as a second entry, run in a utility process), preload, renderer.
 *
 * Every package but `electron` and `keytar` (a native add-on) is bundled into main, so the installer carries
 * one package beside `out/` and start-up reads a few files instead of hundreds.
 */
export default defineConfig({
  main: {
    build: {
      externalizeDeps: { include: ['keytar'], exclude: [] },
      rolldownOptions: {
        input: {
          index: 'src/main/index.ts',
          // A file of its own, so that another entry can start the same program (test/entry).
          workstation: 'src/main/workstation.ts',
          'practice-library': 'src/server/utility.ts',
        },
        external: ['electron', 'keytar'],
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

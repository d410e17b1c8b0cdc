import { cp, mkdir, mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build, type Plugin } from 'vite';
import { markdownPages } from '../../build/pages/plugin.ts';
import { root } from '../../build/electron.ts';

/** Every message of the message files between marks, as a language that nobody speaks. */
const pseudoLocale: Plugin = {
  name: 'pseudo-locale',
  enforce: 'pre',
  transform: (code, id) =>
    /messages\/compiled\/messages\/\w+\.js$/.test(id) ? code.replace(/\(`([^]*?)`\)/g, '(`⟦$1⟧`)') : null,
};

/** Builds the program with its windows in the pseudo-locale; answers its folder. */
export async function buildPseudo(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'carrel-pseudo-'));
  await mkdir(path.join(folder, 'out'));
  await cp(path.join(root, 'package.json'), path.join(folder, 'package.json'));
  for (const part of ['main', 'preload']) {
    await cp(path.join(root, 'out', part), path.join(folder, 'out', part), { recursive: true });
  }
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  await build({
    configFile: false,
    logLevel: 'error',
    root: path.join(root, 'src/renderer'),
    base: './',
    plugins: [pseudoLocale, svelte({ configFile: path.join(root, 'svelte.config.js') }), markdownPages],
    build: { outDir: path.join(folder, 'out/renderer'), emptyOutDir: true, minify: true },
  });
  return folder;
}

/** What is on screen, or said by it, that came from no message file: `[where, text]`. */
export const leftInTheCode = `(() => {
  const words = (text) => /\\p{L}\\p{L}/u.test(text) && !/[⟦⟧]|^\\s*POL-\\d+\\s*$/.test(text);
  // What the service gave stands by itself; keys are named as they are printed on them.
  const data = 'bdi, time, kbd, .code, .currency, [dir="auto"]';
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement } = node;
    if (!words(node.data) || parentElement.closest(data) || !parentElement.checkVisibility()) continue;
    found.push([parentElement.outerHTML.slice(0, 100), node.data.trim()]);
  }
  for (const name of ['aria-label', 'placeholder', 'aria-description', 'alt']) {
    for (const element of document.querySelectorAll('[' + name + ']')) {
      const text = element.getAttribute(name);
      if (words(text)) found.push([name, text]);
    }
  }
  return found;
})()`;

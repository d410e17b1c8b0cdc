import fs from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';

/** The isolated world that holds the preload, and the binding that exists only there. */
export const isolatedWorld = 'preload';
export const binding = '__toMain';
/** What main calls in that world to tell it something. */
export const deliver = '__fromMain';

function pageFile(name: string): string {
  const source = fs.readFileSync(path.join(import.meta.dirname, '../page', `${name}.ts`), 'utf8');
  return stripTypeScriptTypes(source).replaceAll(/^export /gm, '');
}

const [codec, bridge, links, title, mainWorld, isolated, browserKeys] = [
  ...['codec', 'bridge', 'links', 'title', 'main-world', 'isolated-world', 'browser-keys'].map(pageFile),
];

const { platform, arch, versions } = process;
const rendererProcess = {
  ...{ platform, arch, versions, env: {}, argv: [] },
  ...{ type: 'renderer', sandboxed: true, contextIsolated: true },
};

/** For a window that a person types in: what a browser would do there does not come about. */
export const browserKeysScript = `{ if (window === window.top) (() => {
${browserKeys}
holdBrowserKeys()
})() }`;

/** For the page's own world. `secret` names the two worlds' events. */
export function mainWorldScript(secret: string): string {
  return `{ if (window === window.top) (() => {
${codec}${bridge}${mainWorld}
runMainWorld(openBridge(${JSON.stringify(`${secret}-page`)}, ${JSON.stringify(`${secret}-preload`)}, createCodec()))
})() }`;
}

/** For the isolated world, with the preload's source in it. */
export function isolatedWorldScript(secret: string, preload: string): string {
  return `{ if (window === window.top) (() => {
${codec}${bridge}${links}${title}${isolated}
const codec = createCodec()
const bridge = openBridge(${JSON.stringify(`${secret}-preload`)}, ${JSON.stringify(`${secret}-page`)}, codec)
const toMain = globalThis.${binding}
const preload = (require, process, module, exports = module.exports, global = globalThis) => {
${preload}
}
const { deliver, open, title } = runIsolatedWorld(codec, bridge, toMain, ${JSON.stringify(rendererProcess)}, preload)
globalThis.${deliver} = deliver
watchLinks(open)
watchTitle(title)
})() }`;
}

/** A preload's source. Throws where it cannot be read, or is not CommonJS as a sandboxed preload has to be. */
export function readPreload(file: string): string {
  const source = fs.readFileSync(file, 'utf8');
  new Script(`(function (require, process, module, exports, global) {\n${source}\n})`, { filename: file });
  return source;
}

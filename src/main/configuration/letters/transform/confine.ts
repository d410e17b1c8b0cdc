/**
 * Imported first in the process of the preview, before the library: what a template can make it do ends here.
 *
 * The library (libxslt as WebAssembly) has a file system of its own, in memory and empty, so no file can be read or
 * written. The one way out is `fetch`, which it calls for whatever a template names: here nothing is fetched, and what
 * was asked for is noted. Its memory is that of WebAssembly, which may not grow beyond `mostMemory`.
 */
import fs from 'node:fs';

const page = 65_536;
/** In bytes. A letter needs a few megabytes. */
const mostMemory = 256 * 1024 * 1024;
const longest = 10_000;
const mostNamed = 20;

const asked: string[] = [];
let said = '';

globalThis.fetch = (input) => {
  const url = input instanceof Request ? input.url : String(input);
  if (asked.length < mostNamed && !asked.includes(url.slice(0, 500))) asked.push(url.slice(0, 500));
  return Promise.resolve(new Response(null, { status: 403 }));
};

/** The types of this program are Node's, which has no WebAssembly among them. */
interface Wanted {
  readonly initial: number;
  readonly maximum?: number;
  readonly shared?: boolean;
}
const { WebAssembly: wasm } = globalThis as unknown as {
  WebAssembly: { Memory: new (wanted: Wanted) => object };
};
wasm.Memory = class extends wasm.Memory {
  constructor(wanted: Wanted) {
    super({ ...wanted, maximum: Math.min(wanted.maximum ?? Infinity, mostMemory / page) });
  }
};

// What the library says of a template goes to standard error, by this function and no other.
const writeSync = fs.writeSync.bind(fs);
fs.writeSync = ((file: number, text: unknown, ...rest: never[]) => {
  if (file !== 2 || typeof text !== 'string') return writeSync(file, text as string, ...rest);
  said = `${said}${text}`.slice(0, longest);
  return Buffer.byteLength(text);
}) as typeof fs.writeSync;

/** What the library has said so far. */
export const saidSoFar = (): string => said.trim();

/** The library names a file that is not in its own, empty file system: in one of these ways. */
const missing =
  /(?:unable|failed) to load (?:external entity )?"?([^"\s]+)|^(\S.*?):\d+: I\/O error : |failed to parse URI '([^'\n]+)'/gm;

/** What a template asked for outside of itself, and did not get. */
export const notRead = (): string[] => {
  const named = [...said.matchAll(missing)].map(([, ...names]) => names.find(Boolean)?.slice(0, 500) ?? '');
  return [...new Set([...asked, ...named])].slice(0, mostNamed);
};

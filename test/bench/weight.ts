import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../../build/electron.ts';
import type { Findings } from './target.ts';

const folder = path.join(root, 'out/renderer');
const mostKb = 120;

/** What a window loads before it shows anything: all that index.html names, and all that those files import. */
export function weigh(): Findings {
  const files = new Set<string>();
  const page = readFileSync(path.join(folder, 'index.html'), 'utf8');
  for (const [, file = ''] of page.matchAll(/(?:src|href)="\.\/([^"]+\.(?:js|css))"/g)) take(file, files);
  const loaded = [...files].map((file) => ({ file, bytes: gzipSync(read(file), { level: 9 }).length }));
  const kinds = Object.groupBy(loaded, ({ file }) => path.extname(file));
  const kb = (some: typeof loaded = []): number => some.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  const fonts = loaded.flatMap(({ file }) =>
    [
      ...read(file)
        .toString()
        .matchAll(/url\(["']?\.?\/?([^"')]+\.woff2)/g),
    ].map(([, font = '']) => font),
  );
  return {
    series: [],
    targets: [{ what: 'Renderer loaded at start, gzip', unit: 'kB', atMost: mostKb, measured: kb(loaded) }],
    notes: [
      `Loaded at start: ${loaded.length} files, ${kb(kinds['.js']).toFixed(1)} kB of script and ${kb(kinds['.css']).toFixed(1)} kB of style, gzip.`,
      `Apart from that, fonts (each loaded when a letter of its script is shown): ${new Set(fonts).size} files.`,
    ],
  };
}

function read(file: string): Buffer {
  return readFileSync(path.join(folder, file));
}

/** A file and what it imports when it is loaded; not what it imports later, when something is opened. */
function take(file: string, files: Set<string>): void {
  if (files.has(file) || !existsSync(path.join(folder, file))) return;
  files.add(file);
  if (!file.endsWith('.js')) return;
  const script = read(file).toString();
  for (const [, name = ''] of script.matchAll(
    /(?:^|[;}\s])(?:import|export)\s?[^;()'"`]*?["'](\.[^"']+\.js)["']/g,
  ))
    take(path.join(path.dirname(file), name), files);
}

import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loud } from './refuse.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** Electron's `net`: Node's own fetch, which here also reads `file:` as Electron's does. */
export const net = loud('net', {
  async fetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const url = input instanceof Request ? input.url : String(input);
    if (!url.startsWith('file:')) return fetch(input, init);
    const file = fileURLToPath(url);
    const type = types[path.extname(file)] ?? 'application/octet-stream';
    return new Response(await fs.readFile(file), { headers: { 'content-type': type } });
  },
  isOnline: (): boolean => true,
});

import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAppHandler, partsOf } from '../../../src/main/desktop/app-protocol.ts';

let folder: string;
let pages: string;
let handle: (request: Request) => Promise<Response>;
const ask = (url: string, method = 'GET'): Promise<Response> => handle(new Request(url, { method }));

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'carrel-pages-'));
  pages = path.join(folder, 'renderer');
  fs.mkdirSync(path.join(pages, 'assets'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'secret.json'), 'secret');
  fs.mkdirSync(path.join(folder, 'renderer-other'));
  fs.writeFileSync(path.join(folder, 'renderer-other', 'secret.json'), 'secret');
  fs.writeFileSync(path.join(pages, 'index.html'), '<!doctype html>');
  fs.writeFileSync(path.join(pages, 'assets', 'index.js'), '1');
  fs.writeFileSync(path.join(pages, 'assets', 'ö x.css'), '');
  fs.writeFileSync(path.join(pages, '.env.json'), 'secret');
  fs.writeFileSync(path.join(pages, 'notes.txt'), 'text');
  fs.symlinkSync('../../secret.json', path.join(pages, 'assets', 'link.json'));
  fs.symlinkSync(folder, path.join(pages, 'out'));
  handle = createAppHandler(pages);
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

describe('app://carrel', () => {
  test.each([
    ['app://carrel/', 'text/html; charset=utf-8'],
    ['app://carrel/index.html?x=1#y', 'text/html; charset=utf-8'],
    ['app://carrel/assets/index.js', 'text/javascript; charset=utf-8'],
    ['app://carrel/assets/%C3%B6%20x.css', 'text/css; charset=utf-8'],
    ['app://carrel/assets/../index.html', 'text/html; charset=utf-8'],
  ])('%s is served', async (url, type) => {
    const response = await ask(url);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
  });

  test('everything comes with the strict policy', async () => {
    for (const url of ['app://carrel/', 'app://carrel/nothing.js', 'app://carrel/%00']) {
      const { headers } = await ask(url);
      const policy = headers.get('content-security-policy')?.split('; ');
      expect(policy).toEqual([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "font-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "media-src 'self'",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]);
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
  });

  test.each([
    ['app://carrel/../secret.json', 404], // the address itself takes the dots away
    ['app://carrel/%2e%2e/secret.json', 404],
    ['app://carrel/..%2fsecret.json', 400],
    ['app://carrel/assets/..%2F..%2Fsecret.json', 400],
    ['app://carrel/..%5csecret.json', 400],
    ['app://carrel/..\\secret.json', 400],
    ['app://carrel/%252e%252e/secret.json', 404],
    ['app://carrel/index.html%00.js', 400],
    ['app://carrel/%E0%A4%A', 400],
    ['app://carrel//etc/passwd', 400],
    ['app://carrel/C:/secret.json', 400],
    ['app://carrel/index.html::$DATA', 400],
    ['app://carrel/assets//index.js', 400],
    ['app://carrel/.env.json', 400],
    ['app://carrel/out/secret.json', 404],
    ['app://carrel/out/renderer-other/secret.json', 404],
    ['app://carrel/assets/link.json', 404],
    ['app://carrel/assets', 404],
    ['app://carrel/assets/', 400],
    ['app://carrel/index.html/x.js', 404],
    ['app://carrel/notes.txt', 404],
    ['app://carrel/nothing.js', 404],
    [`app://carrel/${'x'.repeat(5000)}.js`, 404],
    ['app://elsewhere/index.html', 404],
    ['app://carrel.evil/index.html', 404],
  ])('%s is not', async (url, status) => {
    const response = await ask(url);
    expect(response.status).toBe(status);
    expect(await response.text()).toBe('');
  });

  test.each(['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'])('%s is refused', async (method) => {
    expect((await ask('app://carrel/index.html', method)).status).toBe(405);
  });

  test('no path leads out of the folder', () => {
    const segment = fc.oneof(
      fc.constantFrom('..', '.', '', '%2e%2e', '..%2f', '%5c', '\\', '\0', 'C:', '~', '%00', '%252e'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(segment), (segments) => {
        const parts = partsOf(`/${segments.join('/')}`);
        if (parts === null) return;
        const file = path.resolve(pages, ...parts);
        expect(file.startsWith(pages + path.sep)).toBe(true);
        expect(path.win32.resolve('C:\\pages', ...parts).startsWith('C:\\pages\\')).toBe(true);
      }),
    );
  });
});

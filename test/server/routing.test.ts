import { describe, expect, test } from 'vitest';
import type { Endpoint, Method } from '../../src/service/define.ts';
import { endpoints, operations } from '../../src/service/endpoints.ts';
import { expectRefusal, sharedLibrary } from './harness.ts';

const library = sharedLibrary({ empty: true });
const send = (method: string, path: string) =>
  fetch(`${library.url}${path}`, {
    method,
    headers: { Authorization: `apikey ${library.key}` },
    redirect: 'manual',
  });

const rows = operations.map((operation): Endpoint => endpoints[operation]);
const open = /\{[^}]+\}/g;

/** Every path of the table with something in the place of its open parts, and the methods it has. */
const paths = new Map(
  rows.map(({ path }) => {
    const filled = path.replace(open, 'nobody');
    const fits = (row: Endpoint) => new RegExp(`^${row.path.replace(open, '[^/]+')}$`).test(filled);
    return [filled, new Set(rows.filter(fits).map(({ method }) => method))];
  }),
);

describe.each([...paths])('%s', (path, methods) => {
  test.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH'])(
    '%s is there, or refused with what is',
    async (method) => {
      const response = await send(method, path);
      const body = await response.text();
      if (methods.has(method as Method)) {
        expect([404, 405], `${response.status}: ${body}`).not.toContain(
          body.includes('"NOT_FOUND"') || body.includes('"METHOD_NOT_ALLOWED"') ? response.status : 0,
        );
        return;
      }
      expect(response.status).toBe(405);
      expect(body).toContain('"errorCode":"METHOD_NOT_ALLOWED"');
      const allow = (response.headers.get('Allow') ?? '').split(', ');
      expect(allow).toEqual(expect.arrayContaining([...methods]));
      expect(allow).not.toContain(method);
    },
  );

  test('a slash at the end is tolerated', async () => {
    for (const method of methods) {
      const [plain, slashed] = [await send(method, path), await send(method, `${path}/`)];
      expect(slashed.status).toBe(plain.status);
      if (plain.status >= 400) {
        const codes = [await plain.text(), await slashed.text()].map(
          (text) => /"errorCode":"\w+"/.exec(text)?.[0],
        );
        expect(codes[1]).toBe(codes[0]);
      }
    }
  });
});

const readable = Array.from(paths).filter(([, methods]) => methods.has('GET'));

test.each(readable)('HEAD of %s is a GET without its body', async (path) => {
  const [get, head] = [await send('GET', path), await send('HEAD', path)];
  expect([head.status, await head.text()]).toEqual([get.status, '']);
  expect(head.headers.get('Content-Type')).toBe(get.headers.get('Content-Type'));
});

test('slashes with nothing between them are no path', async () => {
  for (const path of ['', '/', '//', '/users//', '/users//loans', '//users']) {
    expectRefusal(await library.get(path), 'NOT_FOUND', 404);
  }
});

test('OPTIONS is refused with what there is', async () => {
  const response = await send('OPTIONS', '/users');
  expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST']);
});

test('it says that it is up, to whoever has the key', async () => {
  const health = new URL('/health', library.url);
  expect((await fetch(health)).status).toBe(401);
  const headers = { Authorization: `apikey ${library.key}` };
  expect(await (await fetch(health, { headers })).json()).toEqual({ status: 'up' });
});

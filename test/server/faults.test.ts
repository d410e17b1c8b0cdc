import { request } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { faultPanel } from '../../src/server/faults/index.ts';
import { isLoopback } from '../../src/server/http/loopback.ts';
import { ErrorBody } from '../../src/service/shapes/error.ts';
import { done, newFee, newPatron, sharedLibrary, startLibrary } from './harness.ts';

const library = sharedLibrary({ faults: faultPanel, empty: true });
const panel = (method: string, rules?: unknown, key = library.key) =>
  fetch(new URL('/faults', library.url), {
    method,
    headers: { Authorization: `apikey ${key}` },
    body: rules === undefined ? null : JSON.stringify(rules),
  });
const set = async (...rules: object[]) => expect((await panel('POST', rules)).status).toBe(200);

afterEach(async () => {
  await panel('DELETE');
});

async function oneFee() {
  const user = await newPatron(library);
  return { user, path: `/users/${user}/fees/${await newFee(library, user, '5.00')}` };
}
const balanceOf = async (path: string) => done<{ balance: string }>(await library.get(path)).balance;

describe('the panel', () => {
  test('is not there unless asked for, and asks for the key', async () => {
    const plain = await startLibrary({ empty: true });
    const answer = await fetch(new URL('/faults', plain.url), {
      headers: { Authorization: `apikey ${plain.key}` },
    });
    expect(answer.status).toBe(404);
    await plain.close();
    expect((await panel('POST', [], 'wrong')).status).toBe(401);
  });

  test('is for this machine only: not for a name that leads here, nor for anybody else', async () => {
    const by = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { Host: host, Authorization: `apikey ${library.key}` };
        request(new URL('/faults', library.url), { headers }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        })
          .on('error', reject)
          .end();
      });
    expect([await by('localhost'), await by('[::1]:80'), await by('127.0.0.1')]).toEqual([200, 200, 200]);
    expect([await by('practice.example.org'), await by('127.0.0.1.example.org')]).toEqual([403, 403]);
    expect(isLoopback('127.0.0.1', 'localhost')).toBe(true);
    for (const from of ['10.0.0.5', '192.168.1.127', '::ffff:10.0.0.5', '', undefined]) {
      expect(isLoopback(from, 'localhost'), from).toBe(false);
    }
  });

  test('shows what is set, refuses what makes no sense, clears', async () => {
    await set({ operation: 'users.get', fault: 'delay', ms: 5, count: 2 });
    expect(await (await panel('GET')).json()).toMatchObject({ rules: [{ fault: 'delay', count: 2 }] });
    for (const rules of [{}, 'x', [{ fault: 'earthquake' }], [{ operation: 'users.fly', fault: 'delay' }]]) {
      expect((await panel('POST', rules)).status).toBe(400);
    }
    expect((await panel('DELETE')).status).toBe(204);
    expect(await (await panel('GET')).json()).toEqual({ rules: [] });
  });
});

describe('a fault', () => {
  test('strikes its operation, so often, after so many', async () => {
    await set({ operation: 'conf.general', fault: 'status', status: 503, count: 2, after: 1 });
    const statuses = [];
    for (let call = 0; call < 5; call += 1) statuses.push((await library.get('/conf/general')).status);
    expect(statuses).toEqual([200, 503, 503, 200, 200]);
    expect((await library.get('/conf/libraries')).status).toBe(200);
  });

  test('strikes by chance', async () => {
    await set({ fault: 'status', probability: 0 });
    expect((await library.get('/conf/general')).status).toBe(200);
    await set({ fault: 'status', probability: 1 });
    expect((await library.get('/conf/general')).status).toBe(503);
    await set({ fault: 'status', probability: 0.5 });
    const statuses = await Promise.all(
      Array.from({ length: 200 }, async () => (await library.get('/conf/general')).status),
    );
    const struck = statuses.filter((status) => status === 503).length;
    expect(struck).toBeGreaterThan(50);
    expect(struck).toBeLessThan(150);
  });

  test.each([500, 502, 503, 504])('%d is answered without effect, in the recorded shape', async (status) => {
    const { path } = await oneFee();
    await set({ operation: 'users.fees.pay', fault: 'status', status, count: 1 });
    const answer = await library.post(`${path}?op=pay&amount=1.00`);
    expect(answer.status).toBe(status);
    expect(ErrorBody.safeParse(answer.body).success).toBe(true);
    expect(await balanceOf(path)).toBe('5.00');
  });

  test.each(['truncated', 'half-json', 'empty', 'slow'])('%s: everything was done', async (fault) => {
    const { path } = await oneFee();
    await set({ operation: 'users.fees.pay', fault, ms: 20, count: 1 });
    await library.post(`${path}?op=pay&amount=1.00`).catch(() => undefined);
    expect(await balanceOf(path)).toBe('4.00');
  });

  test('html and delay leave the rest as it is: nothing done, everything done', async () => {
    const { path } = await oneFee();
    await set({ operation: 'users.fees.pay', fault: 'html', status: 502, count: 1 });
    expect((await library.post(`${path}?op=pay&amount=1.00`)).status).toBe(502);
    expect(await balanceOf(path)).toBe('5.00');
    await set({ operation: 'users.fees.pay', fault: 'delay', ms: 20, count: 1 });
    done(await library.post(`${path}?op=pay&amount=1.00`));
    expect(await balanceOf(path)).toBe('4.00');
  });

  test('a file is spoiled as bytes', async () => {
    const user = await newPatron(library);
    const content = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    const file = { type: 'GENERAL', note: '', file_name: 'a.bin', content: content.toString('base64') };
    const { id } = done<{ id: string }>(await library.post(`/users/${user}/attachments`, file));
    const read = async () => {
      const response = await fetch(
        `${library.url}/users/${user}/attachments/${id}?expand=content_no_encoding`,
        { headers: { Authorization: `apikey ${library.key}` } },
      );
      return Buffer.from(await response.arrayBuffer());
    };
    for (const fault of ['slow', 'numbers-for-strings']) {
      await set({ fault, ms: 20, count: 1 });
      expect((await read()).equals(content), fault).toBe(true);
    }
    await set({ fault: 'half-json', count: 1 });
    expect((await read()).equals(content.subarray(0, 128))).toBe(true);
  });

  test('drop-before: the connection ends and nothing was done', async () => {
    const { path } = await oneFee();
    await set({ operation: 'users.fees.pay', fault: 'drop-before', count: 1 });
    await expect(library.post(`${path}?op=pay&amount=1.00`)).rejects.toThrow();
    expect(await balanceOf(path)).toBe('5.00');
  });

  test('drop-after: the connection ends and everything was done', async () => {
    const { path } = await oneFee();
    await set({ operation: 'users.fees.pay', fault: 'drop-after', count: 1 });
    await expect(library.post(`${path}?op=pay&amount=1.00`)).rejects.toThrow();
    expect(await balanceOf(path)).toBe('4.00');
  });

  test('429 is the recorded refusal, without a tracking id and without effect', async () => {
    const { path } = await oneFee();
    await set({ operation: '*', fault: 'status', status: 429, count: 1 });
    const answer = await library.post(`${path}?op=pay&amount=1.00`);
    expect(answer.status).toBe(429);
    expect(answer.body).toMatchObject({ errorList: { error: [{ errorCode: 'PER_SECOND_THRESHOLD' }] } });
    expect(answer.text).not.toContain('trackingId');
    expect(await balanceOf(path)).toBe('5.00');
  });

  test('html, half a JSON, an empty body', async () => {
    await set({ fault: 'html', count: 1 });
    const html = await library.get('/conf/general');
    expect([html.status, html.headers.get('Content-Type'), html.text.slice(0, 9)]).toEqual([
      200,
      'text/html; charset=utf-8',
      '<!doctype',
    ]);
    await set({ fault: 'half-json', count: 1 });
    const half = await library.get('/conf/general');
    expect(half.status).toBe(200);
    expect(() => JSON.parse(half.text) as unknown).toThrow();
    await set({ fault: 'empty', count: 1 });
    const empty = await library.get('/conf/general');
    expect([empty.status, empty.text]).toEqual([200, '']);
  });

  test('truncated: the connection ends in the middle of the body', async () => {
    await set({ fault: 'truncated', count: 1 });
    await expect(library.get('/conf/libraries')).rejects.toThrow();
  });

  test('slow and delay take their time', async () => {
    for (const fault of ['slow', 'delay']) {
      await set({ fault, ms: 200, count: 1 });
      const start = performance.now();
      done(await library.get('/conf/libraries'));
      expect(performance.now() - start).toBeGreaterThan(150);
    }
  });

  test('bends the answer as some releases send it', async () => {
    await set({ fault: 'list-without-key', count: 1 });
    expect(done(await library.get('/conf/libraries'))).toEqual({ total_record_count: 3 });
    await set({ fault: 'error-as-object', count: 1 });
    const one = (await library.get('/users/nobody')).body;
    expect(ErrorBody.parse(one).errorList.error).toMatchObject({ errorCode: '401861' });
    await set({ fault: 'no-tracking-id', count: 1 });
    expect((await library.get('/users/nobody')).text).not.toContain('E01-');
    const { path } = await oneFee();
    await set({ fault: 'numbers-for-strings', count: 1 });
    expect(done(await library.get(path))).toMatchObject({ balance: 5, id: expect.any(Number) as number });
  });
});

import { describe, expect, test } from 'vitest';
import { startProcess } from './process.ts';

const get = (url: string, key: string) => fetch(url, { headers: { Authorization: `apikey ${key}` } });

/** Starting a process takes its time on a busy machine. */
const patient = { timeout: 120_000 };

describe('the command', patient, () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    'says where it listens, and ends cleanly on %s',
    async (signal) => {
      const server = startProcess('--key', 'k', '--port', '0', '--empty');
      const url = await server.url;
      expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/svcws\/v1$/);
      expect((await get(`${url}/conf/libraries`, 'k')).status).toBe(200);
      expect((await get(new URL('/faults', url).href, 'k')).status).toBe(404);
      server.child.kill(signal);
      expect(await server.ended).toEqual({
        code: 0,
        out: `Carrel library service listening on ${url}\n`,
        err: '',
      });
    },
  );

  test('makes a key and says it where none is given', async () => {
    const server = startProcess('--empty', '--faults', '--delay', '30');
    const url = await server.url;
    server.child.kill('SIGTERM');
    const { out } = await server.ended;
    expect(out).toMatch(/^Practice key: \S{20,}$/m);
    expect(out.endsWith(`Carrel library service listening on ${url}\n`)).toBe(true);
  });

  test('waits as long as it was told to, and opens the fault panel', async () => {
    const server = startProcess('--empty', '--key', 'k', '--faults', '--delay', '150');
    const url = await server.url;
    const start = performance.now();
    expect((await get(`${url}/conf/general`, 'k')).status).toBe(200);
    expect(performance.now() - start).toBeGreaterThan(140);
    expect((await get(new URL('/faults', url).href, 'k')).status).toBe(200);
    server.child.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
  });

  test('makes a library of the size that was asked for, and says how long it took', async () => {
    const server = startProcess('--key', 'k', '--patrons', '1200', '--items', '2500', '--seed', '5');
    const url = await server.url;
    const response = await get(`${url}/users?limit=0`, 'k');
    expect(await response.json()).toMatchObject({ total_record_count: 1200 });
    server.child.kill('SIGTERM');
    expect((await server.ended).out).toMatch(
      /^Sample library of 1200 patrons and 2500 items made in \d+\.\d s$/m,
    );
  });

  test.each([
    [['--patrons', 'many'], '--patrons takes a whole number'],
    [['--seed', '-1'], 'seed'],
    [['--port', 'ten'], '--port takes a whole number from 0 to 65535, not "ten".'],
    [['--port', '70000'], '--port takes a whole number'],
    [['--delay', '-5'], 'delay'],
    [['--delay', '1.5'], '--delay takes a whole number'],
    [['--key', ''], '--key needs a key.'],
    [['--database', ''], '--database needs a file'],
    [['--colour', 'red'], '--colour'],
    [['now'], 'now'],
  ])('refuses %j in plain words', async (args, words) => {
    const { code, out, err } = await startProcess(...args).ended;
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(words);
    expect(err).toContain('Usage: npm run server');
  });

  test('says how it is used, and does nothing, where that is asked', async () => {
    const { code, out, err } = await startProcess('--help').ended;
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^Usage: npm run server -- .*--port/);
  });

  test('says that a port is taken', async () => {
    const first = startProcess('--empty');
    const { port } = new URL(await first.url);
    const { code, err } = await startProcess('--empty', '--port', port).ended;
    expect(code).toBe(1);
    expect(err).toContain('EADDRINUSE');
    first.child.kill('SIGTERM');
    await first.ended;
  });
});

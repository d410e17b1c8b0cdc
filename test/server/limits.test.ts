import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { ErrorBody } from '../../src/service/shapes/error.ts';
import type { ServerOptions } from '../../src/server/server.ts';
import { codeOf, done, type Library, newPatron, startLibrary } from './harness.ts';

async function withLibrary(options: ServerOptions, use: (library: Library) => Promise<void>): Promise<void> {
  const library = await startLibrary({ empty: true, ...options });
  try {
    await use(library);
  } finally {
    await library.close();
  }
}

/** Sends bytes as they are, and answers everything that came back until the end of the connection. */
function raw(library: Library, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(new URL(library.url).port), '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8').on('data', (part: string) => (answer += part));
    socket.on('error', () => undefined).on('close', () => resolve(answer));
  });
}

/** The refusal in an answer that was read as bytes. */
function refusalIn(answer: string): { status: number; code: string } {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const { error } = ErrorBody.parse(JSON.parse(body)).errorList;
  expect(head).toContain('application/json');
  expect(body).toMatch(/"trackingId":"E01-/);
  return { status: Number(head.split(' ')[1]), code: String([error].flat()[0]?.errorCode) };
}

describe('a request that cannot be read', () => {
  test.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400, '401652'],
    ['an address with a backslash', 'GET \\users HTTP/1.1\r\nHost: x\r\n\r\n', 400, '401652'],
    ['no host', 'GET /svcws/v1/users HTTP/1.1\r\nConnection: close\r\n\r\n', 400, '401652'],
    [
      'a header of more than 16 KiB',
      `GET / HTTP/1.1\r\nHost: x\r\nA: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'PAYLOAD_TOO_LARGE',
    ],
  ])('%s is refused in the recorded shape', async (_, text, status, code) => {
    await withLibrary({ limits: { keepAliveMs: 50 } }, async (library) => {
      expect(refusalIn(await raw(library, text))).toEqual({ status, code });
    });
  });
});

describe('time', () => {
  const limits = { headersMs: 200, requestMs: 500 };

  test('headers that do not come are waited for so long', async () => {
    await withLibrary({ limits }, async (library) => {
      const start = performance.now();
      const answer = await raw(library, 'GET /svcws/v1/users HTTP/1.1\r\nHost: x\r\n');
      expect(refusalIn(answer)).toEqual({ status: 408, code: 'NOT_RECEIVED' });
      expect(performance.now() - start).toBeLessThan(3000);
    });
  });

  test('a body that does not come is waited for so long, and nothing is done', async () => {
    const lines: string[] = [];
    await withLibrary({ limits, log: (line) => lines.push(line) }, async (library) => {
      const head = `POST /svcws/v1/users HTTP/1.1\r\nHost: x\r\nAuthorization: apikey ${library.key}\r\nContent-Length: 500\r\n\r\n`;
      const answer = await raw(library, `${head}{"primary_id":"slow"`);
      expect(refusalIn(answer)).toEqual({ status: 408, code: 'NOT_RECEIVED' });
      expect(done(await library.get('/users'))).toMatchObject({ total_record_count: 0 });
      expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
    });
  });

  test('a caller who goes away in the middle of a body is no defect', async () => {
    const lines: string[] = [];
    await withLibrary({ log: (line) => lines.push(line) }, async (library) => {
      const call = request(`${library.url}/users`, {
        method: 'POST',
        headers: { Authorization: `apikey ${library.key}`, 'Content-Length': 1000, Expect: '100-continue' },
      });
      call.on('error', () => undefined);
      call.flushHeaders();
      // The server answers so once it has read the headers.
      await once(call, 'continue');
      await new Promise<unknown>((resolve) => call.write('{"primary_id":', resolve));
      call.destroy();
      done(await library.get('/conf/libraries'));
    });
    // The library is closed: nothing runs any more that could add a line.
    expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });

  test('an idle connection is kept so long', async () => {
    await withLibrary({ limits: { keepAliveMs: 100 } }, async (library) => {
      const start = performance.now();
      const answer = await raw(
        library,
        `GET /svcws/v1/conf/general HTTP/1.1\r\nHost: x\r\nAuthorization: apikey ${library.key}\r\n\r\n`,
      );
      expect(answer).toContain('HTTP/1.1 200');
      expect(performance.now() - start).toBeLessThan(5000);
    });
  });
});

describe('the threshold', () => {
  // On a clock that stands still until the test moves it: a busy machine takes longer than a second for forty calls.
  let clock = 0;
  const monotonic = (): number => clock;
  const rules = { perSecond: 25, monotonic };

  test('refuses what comes above so many calls a second, in its recorded words', async () => {
    await withLibrary(rules, async (library) => {
      const answers = await Promise.all(Array.from({ length: 40 }, () => library.get('/conf/general')));
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(15);
      expect(refused[0]?.body).toEqual({
        errorsExist: true,
        errorList: {
          error: [
            {
              errorCode: 'PER_SECOND_THRESHOLD',
              errorMessage: 'HTTP requests are more than allowed per second',
            },
          ],
        },
        result: null,
      });
      expect(refused[0]?.headers.get('X-Exl-Api-Remaining')).toMatch(/^\d+$/);
      clock += 999;
      expect((await library.get('/conf/general')).status).toBe(429);
      clock += 1;
      done(await library.get('/conf/general'));
    });
  });

  test('refuses before anything is done', async () => {
    await withLibrary({ perSecond: 1, monotonic }, async (library) => {
      done(await library.get('/conf/general'));
      const record = { primary_id: 'x', account_type: 'INTERNAL', status: 'ACTIVE', user_group: 'STAFF' };
      expect((await library.post('/users', record)).status).toBe(429);
      clock += 1000;
      expect((await library.get('/users/x')).status).toBe(404);
    });
  });

  test('is not there unless asked for', async () => {
    await withLibrary({}, async (library) => {
      const answers = await Promise.all(Array.from({ length: 60 }, () => library.get('/conf/general')));
      expect(answers.every(({ status }) => status === 200)).toBe(true);
    });
  });
});

describe('closing', () => {
  /** A library of which a test knows when the next call has arrived: the time is read at the beginning of each. */
  async function startWatched(options: ServerOptions) {
    let onArrival = (): void => undefined;
    const monotonic = (): number => {
      onArrival();
      return performance.now();
    };
    const library = await startLibrary({ empty: true, monotonic, ...options });
    return { library, arrival: () => new Promise<void>((resolve) => (onArrival = resolve)) };
  }

  test('finishes what is running, and takes no more', async () => {
    const { library: slow, arrival } = await startWatched({ delayMs: 600 });
    const arrived = arrival();
    const running = slow.get('/conf/libraries');
    await arrived;
    await slow.close();
    expect(codeOf(await running)).toBe('');
    expect((await running).status).toBe(200);
    await expect(slow.get('/conf/libraries')).rejects.toThrow();
  });

  test('does not wait for ever', async () => {
    const { library: stuck, arrival } = await startWatched({ delayMs: 5000, limits: { patienceMs: 100 } });
    const arrived = arrival();
    const running = stuck.get('/conf/libraries').catch(() => 'cut off');
    await arrived;
    const start = performance.now();
    await stuck.close();
    expect(performance.now() - start).toBeLessThan(2000);
    expect(await running).toBe('cut off');
  });
});

test('the log has a line for each call, without the key and without anything of a patron’s', async () => {
  const lines: string[] = [];
  await withLibrary({ key: 'key-of-this-test', log: (line) => lines.push(line) }, async (library) => {
    const id = await newPatron(library, { first_name: 'Secretive', last_name: 'Person' });
    await library.get(`/users?q=${encodeURIComponent('name~Secretive')}`);
    await library.get(`/users/${id}/fees?status=ACTIVE&private=of-the-patron`);
    await library.get('/users/hidden-identifier');
    await library.get('/hidden-path');
    await library.del(`/users/${id}`);
  });
  const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(events.map(({ event }) => event)).toEqual([
    'listening',
    ...Array.from({ length: 6 }, () => 'call'),
    'closing',
    'closed',
  ]);
  expect(events[1]).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
    level: 'info',
    event: 'call',
    method: 'POST',
    operation: 'users.create',
    status: 200,
    ms: expect.any(Number) as number,
  });
  expect(events[4]).toMatchObject({
    level: 'warn',
    operation: 'users.get',
    status: 404,
    trackingId: expect.stringMatching(/^E01-/) as string,
  });
  expect(events[5]).toMatchObject({ status: 404 });
  for (const secret of ['key-of-this-test', 'Secretive', 'Person', 'test.patron', 'hidden', 'private']) {
    expect(lines.join(''), secret).not.toContain(secret);
  }
});

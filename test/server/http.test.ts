import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { done, expectRefusal, newPatron, sharedLibrary } from './harness.ts';

const library = sharedLibrary({ dailyCalls: 1000 });
const record = { primary_id: 'big', account_type: 'INTERNAL', status: 'ACTIVE', user_group: 'STAFF' };

/** Sends a request line as it is written, without the tidying a client does. */
function raw(path: string): Promise<{ status: number; body: string }> {
  const { port } = new URL(library.url);
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `apikey ${library.key}` };
    const call = request({ host: '127.0.0.1', port, path, headers }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (part: string) => (body += part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
    });
    call.on('error', reject).end();
  });
}

describe('the key', () => {
  test.each([
    undefined,
    '',
    'apikey',
    'apikey ',
    'apikey wrong',
    'Bearer practice',
    'practice',
    'apikey practice2',
  ])('%j is refused with 401', async (header) => {
    const headers = header === undefined ? {} : { Authorization: header };
    const response = await fetch(`${library.url}/users`, { headers });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({
      errorsExist: true,
      errorList: {
        error: [{ errorCode: 'UNAUTHORIZED', trackingId: expect.stringMatching(/^E01-/) as string }],
      },
    });
    expect(response.headers.get('X-Exl-Api-Remaining')).toMatch(/^\d+$/);
  });

  test('is asked for before anything is said about the path', async () => {
    expect((await fetch(`${library.url}/nowhere`)).status).toBe(401);
  });
});

describe('an answer', () => {
  test('counts the calls that are left', async () => {
    const remaining = async () =>
      Number((await library.get('/conf/general')).headers.get('X-Exl-Api-Remaining'));
    const before = await remaining();
    expect(await remaining()).toBe(before - 1);
    expect(Number((await library.get('/nowhere')).headers.get('X-Exl-Api-Remaining'))).toBe(before - 2);
  });

  test('is the same under both roots', async () => {
    const headers = { Authorization: `apikey ${library.key}` };
    const other = await fetch(`${library.url.replace('svcws', 'almaws')}/conf/libraries`, { headers });
    expect(await other.json()).toEqual(done(await library.get('/conf/libraries')));
  });

  test('of an error has the recorded shape', async () => {
    expect((await library.get('/users/nobody')).body).toEqual({
      errorsExist: true,
      errorList: {
        error: [
          {
            errorCode: '401861',
            errorMessage: 'User with identifier nobody was not found.',
            trackingId: expect.stringMatching(/^E01-\d{11}-[A-Z]{5}-AWAE\d{10}$/) as string,
          },
        ],
      },
      result: null,
    });
  });
});

describe('what cannot be understood', () => {
  test('an unknown path is 404', async () => {
    expectRefusal(await library.get('/nowhere'), 'NOT_FOUND', 404);
    expectRefusal(await library.post('/users/all/fees/1/2'), 'NOT_FOUND', 404);
    const headers = { Authorization: `apikey ${library.key}` };
    expect((await fetch(library.url.replace('svcws', 'otherws'), { headers })).status).toBe(404);
  });

  test.each(['/users/%', '/users/%C3%28', '/users/%ZZ', '/users/a%00b'])(
    'the path %s is 400',
    async (path) => {
      const answer = await raw(`/svcws/v1${path}`);
      expect(answer.status).toBe(400);
      expect(answer.body).toContain('40166411');
    },
  );

  test('a path part is decoded once', async () => {
    const id = await newPatron(library, { primary_id: 'ten%2525/é' });
    expect(JSON.parse((await raw(`/svcws/v1/users/${encodeURIComponent(id)}`)).body)).toMatchObject({
      primary_id: id,
    });
  });

  test('a NUL in a query is 400', async () => {
    expectRefusal(await library.get('/items?item_barcode=%00'), '40166411');
  });

  test.each(['{', '[1]', '"text"', 'null', '', '   ', '<user/>', '{"a":1}}'])(
    'the body %j is 400',
    async (body) => {
      expectRefusal(await library.post('/users', body), '401652');
    },
  );

  test('a body of more than 10 MiB is 413, one of less is taken', async () => {
    const note = (megabytes: number) => ({ ...record, locker: 'x'.repeat(megabytes * 1024 * 1024) });
    expectRefusal(await library.post('/users', note(11)), 'PAYLOAD_TOO_LARGE', 413);
    done(await library.post('/users', note(9)));
  });

  test('a name that means something to JavaScript is just a name', async () => {
    const body =
      '{"primary_id":"proto","account_type":"INTERNAL","status":"ACTIVE","user_group":"STAFF","__proto__":{"x":1},"constructor":"y"}';
    done(await library.post('/users', body));
    const { text } = await library.get('/users/proto');
    expect(text).toContain('"__proto__":{"x":1}');
    expect(text).toContain('"constructor":"y"');
    expectRefusal(await library.get('/users/__proto__'), '401861', 404);
    expectRefusal(await library.get('/conf/code-tables/constructor'), '40166411');
  });
});

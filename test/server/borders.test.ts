import { describe, expect, test } from 'vitest';
import { codes, ours } from '../../src/service/codes.ts';
import { sampleCode } from '../../src/service/samples.ts';
import {
  done,
  expectRefusal,
  invoiceFor,
  lend,
  messageOf,
  newFee,
  newPatron,
  sharedLibrary,
} from './harness.ts';

const library = sharedLibrary();
const letter = '/conf/letters/FulReasourceRequestSlipLetter';
const user = { account_type: 'INTERNAL', status: 'ACTIVE', user_group: 'STUDENT' };

/** Sends bytes as they are, and gives the answer as the harness does. */
async function send(method: string, path: string, body: Uint8Array, headers: Record<string, string>) {
  const response = await fetch(`${library.url}${path}`, {
    method,
    body: new Uint8Array(body),
    headers: { Authorization: `apikey ${library.key}`, ...headers },
  });
  const text = await response.text();
  const body_ = JSON.parse(text) as Record<string, never>;
  return { status: response.status, text, body: body_, headers: response.headers };
}

const latin = (text: string) => Buffer.from(text, 'latin1');
const xml = (text: string, headers: Record<string, string> = {}) =>
  send('PUT', letter, Buffer.from(text), { 'Content-Type': 'application/xml', ...headers });

describe('a body', () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const targets: [string, string, object][] = [
    ['a user', '/users', { primary_id: 'deep', ...user }],
    ['an invoice', '/acq/invoices', invoiceFor('1.00')],
    ['a workflow', '/conf/workflows/EXPIRE_HOLDS', { library: 'MAIN' }],
  ];
  test.each(targets)('that nests without end is refused: %s', async (_, path, record) => {
    const body = JSON.stringify(record).replace(/\}$/, `,"more":${deep}}`);
    expectRefusal(await library.post(path, body), codes.badRequest);
  });

  test('that nests as deep as any record, or names brackets in its texts, is taken', async () => {
    const text = `{"more":${'['.repeat(90)}"${'[{'.repeat(500)}\\"["${']'.repeat(90)}}`;
    const body = { primary_id: 'not.deep', ...user, ...(JSON.parse(text) as object) };
    expect(done(await library.post('/users', body))).toEqual(body);
  });

  test('of hardly anything but spaces keeps nobody waiting', async () => {
    const began = performance.now();
    const spaces = ' '.repeat(500_000);
    expectRefusal(await library.post('/users', `${spaces}x`), codes.badRequest);
    expect(performance.now() - began).toBeLessThan(5000);
  });

  test('that is not UTF-8 is refused, and loses no letters', async () => {
    const body = JSON.stringify({ primary_id: 'latin', last_name: 'Caf\u00e9', ...user });
    expectRefusal(await send('POST', '/users', latin(body), {}), codes.badRequest);
    expect((await library.get('/users/latin')).status).toBe(404);
    const bytes = latin('<letter><subject>Caf\u00e9</subject></letter>');
    expectRefusal(await send('PUT', letter, bytes, { 'Content-Type': 'application/xml' }), codes.badRequest);
  });
});

describe('a letter as XML', () => {
  test('in an encoding that is not read is refused; plain letters are the same in any', async () => {
    const head = '<?xml version="1.0" encoding="ISO-8859-1"?>';
    expectRefusal(await xml(`${head}<letter><subject>Caf\u00e9</subject></letter>`), codes.badRequest);
    expect(done(await xml(`${head}<letter><subject>Cafe</subject></letter>`))).toMatchObject({
      subject: 'Cafe',
    });
  });

  test('has only fields that can be written as XML again', async () => {
    const before = await library.get(letter);
    for (const fields of ['<a:b>x</a:b>', '<more a:b="he">x</more>', '<\u00e9>x</\u00e9>']) {
      const sent = await xml(`<letter>${fields}</letter>`, { Accept: 'application/xml, application/json' });
      expectRefusal(sent, codes.badRequest);
    }
    expect((await library.get(letter)).text).toBe(before.text);
  });

  test('keeps nothing of what says how XML is to be read', async () => {
    const sent = await xml('<letter xmlns="http://a"><subject xml:space="preserve"> a </subject></letter>');
    expect(done(sent)).toMatchObject({ subject: ' a ' });
    expect(done(await xml('<letter xmlns="http://a" xmlns:b="http://b"/>'))).not.toHaveProperty('xmlns');
  });
});

describe('a search', () => {
  test.each(['/users', '/acq/invoices'])('for more words than anybody types is refused: %s', async (path) => {
    for (const q of [`ALL~${'a '.repeat(2000)}`, `ALL~a${' AND ALL~a'.repeat(500)}`]) {
      expectRefusal(await library.get(`${path}?q=${encodeURIComponent(q)}`), codes.badSearch);
    }
    const q = `ALL~${'a '.repeat(100)}`;
    expect((await library.get(`${path}?q=${encodeURIComponent(q)}`)).status).toBe(200);
  });
});

test('an empty amount is not everything', async () => {
  const id = await newPatron(library);
  const fee = await newFee(library, id, '5.00');
  const before = await library.get(`/users/${id}/fees/${fee}`);
  for (const path of ['all?op=pay', `${fee}?op=pay`, `${fee}?op=waive&reason=OTHER`]) {
    const sent = await library.post(`/users/${id}/fees/${path}&amount=`);
    expect(sent.status, sent.text).toBe(400);
    expect(messageOf(sent)).toContain('amount');
  }
  expect((await library.get(`/users/${id}/fees/${fee}`)).text).toBe(before.text);
});

test('a group that is called as something of the language is a group like any other', async () => {
  const path = '/conf/code-tables/UserGroups';
  const table = done<{ row: object[] }>(await library.get(path));
  const row = [...table.row, { code: 'constructor', description: 'Builders', enabled: { value: 'true' } }];
  done(await library.put(path, { ...table, row }));
  const atLimit = `/users/${sampleCode('patronAtLimit')}`;
  const patron = done(await library.get(atLimit));
  done(await library.put(atLimit, { ...patron, user_group: { value: 'constructor' } }));
  const free = ['itemFree1', 'itemFree2', 'itemFree3', 'itemFree4', 'itemFree5'] as const;
  // Five are lent, and ten is the most where nothing else is said.
  for (const each of free) done(await lend(library, sampleCode('patronAtLimit'), sampleCode(each)));
  const last = sampleCode('itemFree6');
  expectRefusal(await lend(library, sampleCode('patronAtLimit'), last), ours.loanLimitReached);
});

describe('what no path can name is not created', () => {
  const names = ['..', '.', 'a\0b', '\ud800', 'x'.repeat(256)];

  test.each(names)('a user or a location %j', async (name) => {
    expectRefusal(await library.post('/users', { primary_id: name, ...user }), codes.invalidValue);
    const location = { code: name, name: 'A', type: { value: 'OPEN' } };
    const sent = await library.post('/conf/libraries/MAIN/locations', location);
    expectRefusal(sent, codes.parameterMissing);
  });

  test('a user with more identifiers than are looked up', async () => {
    const user_identifier = Array.from({ length: 20_000 }, (_, index) => ({
      id_type: { value: 'BARCODE' },
      value: `many-${String(index)}`,
    }));
    const id = await newPatron(library);
    const sent = await library.put(`/users/${id}`, { primary_id: id, ...user, user_identifier });
    expectRefusal(sent, codes.invalidValue);
  });

  test('an invoice whose number no search finds', async () => {
    expectRefusal(await library.post('/acq/invoices', invoiceFor('1.00', { number: '---' })), '60260');
  });
});

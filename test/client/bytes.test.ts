import fc from 'fast-check';
import { expect, expectTypeOf, test } from 'vitest';
import { mostAnswerBytes } from '../../src/client/exchange.ts';
import type { Attachment } from '../../src/service/shapes/attachment.ts';
import { clientOf, failing, json, refusalBody, stub } from './stub.ts';

const path = { user_id: 'u', attachment_id: '7' };
const raw = { path, query: { expand: 'content_no_encoding' } } as const;

/** A client to a service that answers with these bytes. */
async function giving(bytes: () => Uint8Array, contentType = 'application/octet-stream') {
  const service = await stub((response) =>
    response.writeHead(200, { 'content-type': contentType }).end(bytes()),
  );
  return { service, client: clientOf(service.address) };
}

test('whatever is in a file comes as it is', async () => {
  let file: Uint8Array = new Uint8Array();
  const { service, client } = await giving(() => file);
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      file = bytes;
      const answer = await client.call('users.attachments.get', raw);
      expectTypeOf(answer).toEqualTypeOf<Uint8Array>();
      expect(Buffer.from(answer).equals(Buffer.from(bytes))).toBe(true);
    }),
    { numRuns: 50, examples: [[new Uint8Array()], [Uint8Array.of(0, 255, 0xef, 0xbb, 0xbf, 13, 10)]] },
  );
  expect(service.arrived[0]?.url).toBe('/svcws/v1/users/u/attachments/7?expand=content_no_encoding');
});

test.each(['text/html', 'application/json', 'application/xml'])(
  'a file that is %s is a file',
  async (type) => {
    const text = '<html>{"not": "closed"';
    const { client } = await giving(() => Buffer.from(text), type);
    expect(Buffer.from(await client.call('users.attachments.get', raw)).toString()).toBe(text);
  },
);

test('bytes that come as the text of a field are bytes', async () => {
  const service = await stub((response) => json(response, { id: '7', content_no_encoding: 'é' }));
  const answer = await clientOf(service.address).call('users.attachments.get', raw);
  expect([...answer]).toEqual([0xc3, 0xa9]);
});

test.each([
  ['of another type', 'text/plain', '{"id":"7","content_no_encoding":"x"}'],
  ['of no record', 'application/json', '{"content_no_encoding":"x"}'],
  ['that is no text', 'application/json', '{"id":"7","content_no_encoding":5}'],
])('a field of that name %s is a part of the file', async (_name, type, file) => {
  const { client } = await giving(() => Buffer.from(file), type);
  expect(Buffer.from(await client.call('users.attachments.get', raw)).toString()).toBe(file);
});

test('a file as large as an answer may be comes whole, and not one byte more', async () => {
  let size = mostAnswerBytes;
  const { client } = await giving(() => new Uint8Array(size));
  expect(await client.call('users.attachments.get', raw)).toHaveLength(mostAnswerBytes);
  size += 1;
  expect(await failing(client.call('users.attachments.get', raw))).toMatchObject({ found: 'too-large' });
});

test('a file of any type is asked for', async () => {
  const { service, client } = await giving(() => Buffer.from('x'));
  await client.call('users.attachments.get', raw);
  expect(service.arrived[0]?.headers.accept).toContain('*/*');
});

test('without that query the record comes', async () => {
  const service = await stub((response) => json(response, { id: '7', content: 'AA==' }));
  const client = clientOf(service.address);
  const record = await client.call('users.attachments.get', { path, query: { expand: 'content' } });
  expectTypeOf(record).toEqualTypeOf<Attachment>();
  expect(record).toEqual({ id: '7', content: 'AA==' });
});

test('a refusal is one all the same', async () => {
  const service = await stub((response) => json(response, refusalBody('401890'), 400));
  expect(await failing(clientOf(service.address).call('users.attachments.get', raw))).toMatchObject({
    kind: 'refused',
    code: '401890',
  });
});

test('a file that is cut off is asked for again', async () => {
  const service = await stub((response, _request, nth) => {
    response.writeHead(200, { 'content-length': 4 });
    if (nth === 1) response.write('ab', () => response.destroy());
    else response.end('abcd');
  });
  const answer = await clientOf(service.address).call('users.attachments.get', raw);
  expect(Buffer.from(answer).toString()).toBe('abcd');
});

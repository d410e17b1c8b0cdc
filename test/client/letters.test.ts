import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type RunningServer } from '../../src/server/server.ts';
import { textOf } from '../../src/service/read.ts';
import { clientOf, failing, json, key, stub } from './stub.ts';

let server: RunningServer;

beforeAll(async () => {
  server = await startServer({ key, empty: true });
});
afterAll(() => server.close());

const path = { letter_code: 'x' };

test('a letter goes as XML, and its answer is asked for as JSON', async () => {
  const service = await stub((response) => json(response, { code: 'x' }));
  const body = { code: 'x', enabled: 'true', letter_template_xsl: '<xsl:if test="a &gt; 1">é</xsl:if>' };
  expect(await clientOf(service.address).call('conf.letters.update', { path, body })).toEqual({ code: 'x' });
  expect(service.arrived).toMatchObject([
    {
      method: 'PUT',
      url: '/svcws/v1/conf/letters/x',
      headers: { accept: 'application/json', 'content-type': 'application/xml; charset=utf-8' },
      body:
        '<?xml version="1.0" encoding="UTF-8"?>\n<letter><code>x</code><enabled>true</enabled>' +
        '<letter_template_xsl>&lt;xsl:if test=&quot;a &amp;gt; 1&quot;&gt;é&lt;/xsl:if&gt;</letter_template_xsl></letter>',
    },
  ]);
});

test('what XML cannot carry is not sent', async () => {
  const service = await stub((response) => json(response, {}));
  const call = clientOf(service.address).call('conf.letters.update', { path, body: { body: 'a\0' } });
  expect(await failing(call)).toMatchObject({
    ...{ kind: 'invalid', place: 'body', field: 'body', reason: 'invalid' },
    detail: expect.stringContaining('XML') as string,
  });
  expect(service.arrived).toEqual([]);
});

test('a letter that is read, edited and written back is the same but for what was edited', async () => {
  const client = clientOf(server.url);
  const [first] = (await client.call('conf.letters.list')).items;
  const letter = { path: { letter_code: textOf(first?.code) } };
  const was = await client.call('conf.letters.get', letter);
  const letter_template_xsl = '<p class="a">\r\n\tDear &amp; “dearest” ‏א‎ ]]> 📚</p>';
  await client.call('conf.letters.update', { ...letter, body: { ...was, letter_template_xsl } });
  const is = await client.call('conf.letters.get', letter);
  expect(is).toEqual({ ...was, letter_template_xsl });
});

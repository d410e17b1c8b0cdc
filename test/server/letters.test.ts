import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toXml } from '../../src/service/xml.ts';
import { readXml } from '../../src/server/http/xml.ts';
import { codeOf, done, expectRefusal, messageOf, parsedAnswer, sharedLibrary } from './harness.ts';

const library = sharedLibrary({ empty: true });
const path = '/conf/letters/FulTransitSlipLetter';
const change = (fields: Record<string, unknown>) => library.put(path, toXml('letter', fields));
const read = async () => done(await library.get(path));

test('letters: at least three, without their text in the list, each whole by its code', async () => {
  const { letter } = done<{ letter: { code: string }[] }>(await library.get('/conf/letters'));
  expect(letter.length).toBeGreaterThanOrEqual(3);
  for (const one of letter) {
    expect(one).not.toHaveProperty('letter_template_xsl');
    const whole = done(await library.get(`/conf/letters/${one.code}`));
    expect(whole).toMatchObject(one);
    expect(whole['letter_template_xsl']).toContain('<xsl:stylesheet');
  }
});

describe('a PUT', () => {
  test('replaces what can change; a changed description succeeds without effect', async () => {
    const before = await read();
    const input = { enabled: 'false', customized: 'true', channel: 'EMAIL', subject: 'S', body: 'B & C' };
    const template = { letter_template_xsl: '<a>\n\t"x"</a>\r\n' };
    const after = done(await change({ ...before, ...input, ...template, description: 'Another' }));
    expect(after).toEqual({ ...before, ...input, ...template });
    expect(await read()).toEqual(after);
    expect(done(await change(before))).toEqual(before);
  });

  test('drops what is left out, but for what a letter is known by', async () => {
    const before = await read();
    expect(done(await change({ enabled: 'true' }))).toEqual({
      enabled: 'true',
      code: before['code'],
      letter_name: before['letter_name'],
      description: before['description'],
      link: before['link'],
    });
    done(await change(before));
  });

  test('answers JSON to whoever asks for it or for nothing, and XML to whoever asks for that', async () => {
    const before = await read();
    const send = (accept: string) =>
      parsedAnswer(library, 'PUT', path, toXml('letter', before), {
        'Content-Type': 'application/xml',
        Accept: accept,
      });
    for (const accept of ['application/json', '*/*', 'application/xml;q=0.5, application/json']) {
      const answer = await send(accept);
      expect(answer.headers.get('Content-Type')).toContain('application/json');
      expect(done(answer)).toEqual(before);
    }
    const answer = await send('application/xml');
    expect(answer.headers.get('Content-Type')).toContain('application/xml');
    expect(readXml('letter', answer.text)).toEqual(before);
  });

  test.each([
    ['{}', 'text/plain'],
    ['{"enabled":"true"}', 'application/json'],
    ['<letter/>', 'application/json; charset=utf-8'],
    [' [1]', ''],
  ])('in JSON is refused: %s as %s', async (body, type) => {
    const before = await read();
    expectRefusal(await parsedAnswer(library, 'PUT', path, body, { 'Content-Type': type }), '60105');
    expect(await read()).toEqual(before);
  });

  test.each([
    ['', 'XML'],
    ['no XML', 'XML'],
    ['<letter>', 'unclosed'],
    ['<letter><a></letter>', 'XML'],
    ['<letter/><letter/>', 'XML'],
    ['<other/>', '<letter> is expected'],
    ['<letter>&what;</letter>', 'entity'],
    ['<letter><body>&#0;</body></letter>', 'entity'],
    ['<letter>a<body>b</body></letter>', 'text between'],
    ['<!DOCTYPE letter [<!ENTITY a "b">]><letter><body>&a;</body></letter>', 'document type'],
    ['<!DOCTYPE letter SYSTEM "file:///etc/passwd"><letter/>', 'document type'],
    [`${'<letter>'.repeat(40)}${'</letter>'.repeat(40)}`, 'too deep'],
  ])('that cannot be read is refused: %s', async (body, says) => {
    const before = await read();
    const answer = await library.put(path, body);
    expectRefusal(answer, '401652');
    expect(messageOf(answer)).toContain(says);
    expect(await read()).toEqual(before);
  });

  test.each([
    [{ code: 'OtherLetter' }, 'code'],
    [{ enabled: 'perhaps' }, 'enabled'],
    [{ enabled: 'untrue' }, 'enabled'],
    [{ customized: 'falsely' }, 'customized'],
    [{ customized: '' }, 'customized'],
    [{ subject: { a: 'b' } }, 'subject'],
  ])('with a wrong field is refused by its name: %j', async (fields, field) => {
    const before = await read();
    const answer = await change({ ...before, ...fields });
    expect([answer.status, codeOf(answer)]).toEqual([400, expect.stringMatching(/^(40166411|401864)$/)]);
    expect(messageOf(answer)).toContain(field);
    expect(await read()).toEqual(before);
  });

  test('to a letter that there is not', async () => {
    expectRefusal(await library.put('/conf/letters/Nothing', '<letter/>'), '40166411');
  });
});

describe('XML, written and read', () => {
  const text = fc
    .string({ unit: 'binary', maxLength: 60 })
    // eslint-disable-next-line no-control-regex -- what XML has no place for
    .filter((message) => message.isWellFormed() && !/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/.test(message));
  const name = fc.stringMatching(/^[a-z_][a-z0-9_.-]{0,12}$/).filter((one) => one !== 'value');
  const field = fc.oneof(
    text,
    fc.record({ value: text, desc: text }),
    fc.array(text, { minLength: 2, maxLength: 4 }),
    fc.dictionary(name, text, { minKeys: 1, maxKeys: 3 }),
  );

  test('is what it was, whatever its texts', () => {
    fc.assert(
      fc.property(fc.dictionary(name, field, { minKeys: 1, maxKeys: 6 }), (record) => {
        expect(readXml('letter', toXml('letter', record))).toEqual(record);
      }),
      { numRuns: 300 },
    );
  });

  test('reads what others write: sections of text, comments, line ends, references by number', () => {
    const xml =
      '\uFEFF<?xml version="1.0"?>\r\n<letter><!-- x --><a><![CDATA[<b>&]]></a><c>1&#233;&#x1F4DA;\r\n</c></letter>';
    expect(readXml('letter', xml)).toEqual({ a: '<b>&', c: '1é\u{1F4DA}\n' });
  });

  test('ten megabytes take no more than their time', () => {
    const text = `<letter>${'<a>&amp;x</a>'.repeat(700_000)}</letter>`;
    const start = process.cpuUsage();
    readXml('letter', text);
    // Of the processor's time, in microseconds: how much else the machine does is not the reader's.
    const { user, system } = process.cpuUsage(start);
    expect(user + system).toBeLessThan(5_000_000);
  });
});

import { type Area, read, type Trial, write } from '../check.ts';
import { done, equal, has, holds, isText, listed, need, refused, took } from '../expect.ts';
import { type Answer, p } from '../http.ts';
import { isObject, type Json, kindOf, text } from '../read.ts';

const rule = 'Configuration';
const form = 'Configuration objects: Letter';

const escaped = (value: string) =>
  value.replace(/[&<>]/g, (letter) => ({ '&': '&amp;', '<': '&lt;' })[letter] ?? '&gt;');

/** A letter as XML: a field is an element, a wrapped one has its label as an attribute. */
function xmlOf(letter: Json): string {
  const fields = Object.entries(letter).map(([name, value]) => {
    const content = isObject(value) ? value['value'] : value;
    if (content === null || content === undefined || typeof content === 'object') return '';
    return `<${name}>${escaped(typeof content === 'string' ? content : JSON.stringify(content))}</${name}>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<letter>${fields.join('')}</letter>`;
}

const sendXml = (t: Trial, path: string, text: string, accept = 'application/json') =>
  t.service.send('PUT', path, { raw: { type: 'application/xml', text }, accept });

/** A letter, and how it is put back at the end as it was. */
async function aLetter(
  t: Trial,
): Promise<{ path: string; letter: Json; put: (change: Json) => Promise<Answer> }> {
  const { items } = listed(t, await t.service.get('/conf/letters'), 'letter');
  const path = p`/conf/letters/${idOf(need(items[0], 'no letter'))}`;
  const letter = done(t, await t.service.get(path));
  const put = (change: Json) => sendXml(t, path, xmlOf({ ...letter, ...change }));
  if (!t.service.reach.readOnly) t.world.undo(`letter ${path}`, () => put({}));
  return { path, letter, put };
}

const idOf = (letter: Json) => text(letter['code'] ?? letter['letter_code'] ?? letter['letter_name']);

const enabled = (letter: Json) =>
  String(isObject(letter['enabled']) ? letter['enabled']['value'] : letter['enabled']);

export const letters: Area = {
  title: 'Letters',
  checks: [
    read(
      ['conf.letters.list', 'conf.letters.get'],
      rule,
      'letters are listed in an envelope, each readable with its template',
      async (t) => {
        const { letter } = await aLetter(t);
        has(letter, 'letter_template_xsl', isText, 'a text');
        for (const field of ['description', 'enabled', 'customized', 'channel', 'letter_name']) {
          holds(field, field in letter, 'a value', kindOf(letter[field]));
        }
      },
    ),
    read('conf.letters.get', rule, 'a letter that does not exist is refused', async (t) => {
      refused(t, await t.service.get(p`/conf/letters/${t.world.unique('none')}`));
    }),
    write(
      'conf.letters.update',
      `${rule}; Errors, 3`,
      'a JSON body is refused with 60105, and changes nothing',
      async (t) => {
        const { path, letter } = await aLetter(t);
        refused(t, await t.service.put(path, letter), { code: '60105' });
        equal('the letter', done(t, await t.service.get(path)), letter);
      },
    ),
    write(
      'conf.letters.update',
      form,
      'enabled and the template are changed by XML; the answer is JSON where that is asked for',
      async (t) => {
        const { path, letter, put } = await aLetter(t);
        const other = enabled(letter) === 'true' ? 'false' : 'true';
        const template = `${text(letter['letter_template_xsl'])}<!-- Conformance & <more> "שלום" -->`;
        const answer = await put({ enabled: other, letter_template_xsl: template });
        const updated = done(t, answer);
        equal('enabled', enabled(updated), other);
        equal('template', updated['letter_template_xsl'], template);
        equal('read again', done(t, await t.service.get(path)), updated);
      },
    ),
    write(
      'conf.letters.update',
      `${form}; Configuration`,
      'without Accept for JSON the answer is XML',
      async (t) => {
        const { path, letter } = await aLetter(t);
        const answer = await sendXml(t, path, xmlOf(letter), 'application/xml');
        took(t, answer);
        if (!/xml/.test(answer.headers.get('content-type') ?? ''))
          t.differs('answer to Accept: application/xml', 'XML', 'not XML');
      },
    ),
    write('conf.letters.update', form, 'a changed description is taken, without effect', async (t) => {
      const { path, letter, put } = await aLetter(t);
      took(t, await put({ description: `Conformance ${t.world.run}` }));
      equal('description', done(t, await t.service.get(path))['description'], letter['description']);
    }),
    write(
      'conf.letters.update',
      form,
      'what was read can be written back as XML, and is then as it was',
      async (t) => {
        const { path, letter, put } = await aLetter(t);
        took(t, await put({}));
        equal('the letter', done(t, await t.service.get(path)), letter);
      },
    ),
    write('conf.letters.update', 'Errors, 2', 'XML that is none, or is no letter, is refused', async (t) => {
      const { path, letter } = await aLetter(t);
      const bomb =
        '<!DOCTYPE letter [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><letter><channel>&b;</channel></letter>';
      for (const text of ['', '<letter>', 'letter', '<letter></other>', bomb])
        refused(t, await sendXml(t, path, text));
      equal('the letter', done(t, await t.service.get(path)), letter);
      refused(t, await sendXml(t, p`/conf/letters/${t.world.unique('none')}`, xmlOf(letter)));
    }),
  ],
};

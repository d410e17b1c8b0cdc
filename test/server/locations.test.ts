import { describe, expect, test } from 'vitest';
import { sampleCode } from '../../src/service/samples.ts';
import { done, expectRefusal, itemOf, messageOf, sharedLibrary, startLibrary } from './harness.ts';

const library = sharedLibrary();
const at = (code: string, place = 'SCI') => `/conf/libraries/${place}/locations/${encodeURIComponent(code)}`;
const place = (code: string, more = {}) => ({ code, name: 'A place', type: { value: 'OPEN' }, ...more });
const make = (body: object, to = 'SCI') => library.post(`/conf/libraries/${to}/locations`, body);

test('the locations of a library are where its items are', async () => {
  for (const code of ['MAIN', 'SCI', 'LAW']) {
    const { location, total_record_count: total } = done<{
      location: { code: string }[];
      total_record_count: number;
    }>(await library.get(`/conf/libraries/${code}/locations`));
    expect(location.map((one) => one.code)).toEqual(['OPEN', 'CLOSED', 'REMOTE']);
    expect(total).toBe(3);
  }
  const { item_data: data } = await itemOf(library, sampleCode('itemOtherLibrary'));
  const { value } = data['location'] as { value: string };
  expect(done(await library.get(at(value)))).toMatchObject({ code: value, type: { value: 'OPEN' } });
});

test('one that is made, changed as a whole and deleted', async () => {
  const made = done(await make(place('MAPS', { fulfillment_unit: { value: 'SHORT' }, our_own: [1, null] })));
  expect(made).toMatchObject({ code: 'MAPS', fulfillment_unit: { value: 'SHORT' }, our_own: [1, null] });
  expect(done(await library.get(at('MAPS')))).toEqual(made);
  expect(done(await library.get(String(made['link'])))).toEqual(made);
  const changed = done(await library.put(at('MAPS'), place('MAPS', { name: 'Map Room' })));
  expect(changed).toMatchObject({ name: 'Map Room' });
  expect(changed).not.toHaveProperty('our_own');
  expect(done(await library.get(at('MAPS')))).toEqual(changed);
  const gone = await library.del(at('MAPS'));
  expect({ status: gone.status, text: gone.text }).toEqual({ status: 204, text: '' });
  expectRefusal(await library.get(at('MAPS')), '9100402', 404);
});

test('codes are unique per library, not over all of them', async () => {
  done(await make(place('TWICE')));
  expectRefusal(await make(place('TWICE')), '9100403');
  done(await make(place('TWICE'), 'LAW'));
});

test.each([
  [place(''), '401664', 'code'],
  [{ name: 'x', type: { value: 'OPEN' } }, '401664', 'code'],
  [{ code: 'X', type: { value: 'OPEN' } }, '401664', 'name'],
  [{ code: 'X', name: 'x' }, '401664', 'type'],
  [place('X', { type: 'OPEN' }), '401864', 'type'],
  [place('X', { type: {} }), '401864', 'type'],
  [place('X', { type: { value: 'MOON' } }), '60297', 'type'],
  [place('X', { external_name: {} }), '401864', 'external_name'],
])('a body that is not as it must be is refused by its field: %j', async (body, code, field) => {
  const created = await make(body);
  expectRefusal(created, code);
  expect(messageOf(created)).toContain(field);
  expectRefusal(await library.get(at('X')), '9100402', 404);
  const before = done(await library.get(at('OPEN')));
  const whole = 'code' in body && body.code === 'X' ? { ...body, code: 'OPEN' } : body;
  expectRefusal(await library.put(at('OPEN'), whole), code);
  expect(done(await library.get(at('OPEN')))).toEqual(before);
});

test('a location keeps its code', async () => {
  const other = await library.put(at('OPEN'), place('CLOSED'));
  expectRefusal(other, '401664');
  expect(messageOf(other)).toContain('code');
});

test('what is not there is neither changed nor deleted', async () => {
  expectRefusal(await library.put(at('NOWHERE'), place('NOWHERE')), '9100402', 404);
  expectRefusal(await library.del(at('NOWHERE')), '9100402', 404);
  expectRefusal(await library.put(at('OPEN', 'ATLANTIS'), place('OPEN')), '9100401', 404);
  expectRefusal(await library.del(at('OPEN', 'ATLANTIS')), '9100401', 404);
  expectRefusal(await make(place('OPEN'), 'ATLANTIS'), '9100401', 404);
});

describe('deleting', () => {
  test('is refused while items or holdings are there', async () => {
    for (const code of ['OPEN', 'CLOSED', 'REMOTE']) {
      expectRefusal(await library.del(at(code, 'MAIN')), '9100404');
      expect((await library.get(at(code, 'MAIN'))).status).toBe(200);
    }
  });

  test('is refused for the default location, and takes another one off its desks', async () => {
    const empty = await startLibrary({ empty: true });
    try {
      expectRefusal(await empty.del(at('OPEN')), '9100404');
      expect((await empty.del(at('REMOTE'))).status).toBe(204);
      const { location } = done<{ location: { code: string }[] }>(
        await empty.get('/conf/libraries/SCI/circ-desks/DEFAULT_CIRC_DESK'),
      );
      expect(location.map(({ code }) => code)).toEqual(['OPEN', 'CLOSED']);
      done(await empty.get(at('REMOTE', 'LAW')));
    } finally {
      await empty.close();
    }
  });
});

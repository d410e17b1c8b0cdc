import { type Area, LeftOut, read, type Trial, write } from '../check.ts';
import {
  acknowledged,
  done,
  equal,
  has,
  isText,
  isWrapped,
  listed,
  need,
  notFound,
  refused,
  took,
} from '../expect.ts';
import { p } from '../http.ts';
import { isLoopback } from '../options.ts';
import { code, type Json, text, without } from '../read.ts';

const rule = 'Configuration; Configuration objects: Location';

const shelves = (library: string) => p`/conf/libraries/${library}/locations`;

/** A location of this check's own. */
async function placed(t: Trial, library = t.codes.library, fields: Json = {}) {
  const sent: Json = { ...location(t), ...fields };
  const path = `${shelves(library)}/${encodeURIComponent(text(sent['code']))}`;
  t.world.undo(`location ${text(sent['code'])} of ${library}`, () => t.service.del(path));
  const answer = await t.service.post(shelves(library), {}, sent);
  return { sent, path, answer };
}

function location(t: Trial): Json & { code: string } {
  // Codes of locations are short.
  const unique = t.world.unique('').split('-').at(-1) ?? '';
  return {
    code: `CONF${t.world.run.slice(-4)}${unique}`.toUpperCase(),
    name: 'Conformance',
    type: { value: t.codes.locationType },
  };
}

async function codes(t: Trial, library = t.codes.library): Promise<string[]> {
  const { items } = listed(t, await t.service.get(shelves(library)), 'location');
  return items.map((one) => text(one['code']));
}

export const locations: Area = {
  title: 'Locations',
  checks: [
    read(
      ['conf.locations.list', 'conf.locations.get'],
      rule,
      'locations come in an envelope, each readable by its code',
      async (t) => {
        const [first] = await codes(t);
        const one = done(
          t,
          await t.service.get(
            `${shelves(t.codes.library)}/${encodeURIComponent(need(first, 'no location'))}`,
          ),
        );
        equal('code', one['code'], first);
        has(one, 'name', isText, 'a text');
        has(one, 'type', isWrapped, 'a wrapped code');
      },
    ),
    read(
      'conf.locations.get',
      'Configuration; Errors, 5',
      'a location that does not exist is not found',
      async (t) => {
        notFound(t, await t.service.get(`${shelves(t.codes.library)}/${t.world.unique('none')}`));
      },
    ),
    write(
      'conf.locations.create',
      rule,
      'a created location is read and listed with what was sent',
      async (t) => {
        const { sent, path, answer } = await placed(t, t.codes.library, {
          fulfillment_unit: { value: 'GENERAL' },
          description: 'x',
        });
        const created = done(t, answer);
        for (const field of ['code', 'name', 'description']) equal(field, created[field], sent[field]);
        for (const field of ['type', 'fulfillment_unit'])
          equal(field, code(created[field]), code(sent[field]));
        equal('read again', done(t, await t.service.get(path)), created);
        equal('listed', (await codes(t)).includes(text(sent['code'])), true);
      },
    ),
    ...['code', 'name', 'type'].map((field) =>
      write('conf.locations.create', `${rule}; Errors, 2`, `without ${field} it is refused`, async (t) => {
        const sent = location(t);
        refused(t, await t.service.post(shelves(t.codes.library), {}, { ...sent, [field]: undefined }));
        equal('listed', (await codes(t)).includes(sent.code), false);
      }),
    ),
    write(
      'conf.locations.create',
      'Configuration',
      'the object is sent itself: wrapped in another it is refused',
      async (t) => {
        refused(t, await t.service.post(shelves(t.codes.library), {}, { location: location(t) }));
      },
    ),
    write(
      'conf.locations.create',
      rule,
      'a code is taken once in a library, and once in another',
      async (t) => {
        const { sent, answer } = await placed(t);
        took(t, answer);
        refused(t, await t.service.post(shelves(t.codes.library), {}, sent));
        const { items } = listed(t, await t.service.get('/conf/libraries'), 'library');
        const other = items.map((one) => text(one['code'])).find((one) => one !== t.codes.library);
        took(t, (await placed(t, need(other, 'no second library'), sent)).answer);
      },
    ),
    write(
      'conf.locations.create',
      'Errors, 5',
      'in a library that does not exist it is refused',
      async (t) => {
        notFound(t, await t.service.post(shelves('NO-LIBRARY'), {}, location(t)));
      },
    ),
    write('conf.locations.update', 'Configuration', 'the location is replaced as a whole', async (t) => {
      const { sent, path, answer } = await placed(t, t.codes.library, { description: 'gone' });
      took(t, answer);
      const updated = done(
        t,
        await t.service.put(path, { ...without(sent, 'description'), name: 'Changed' }),
      );
      equal('name', updated['name'], 'Changed');
      equal('a field that was left out', updated['description'] ?? null, null);
      equal('read again', done(t, await t.service.get(path)), updated);
    }),
    write(
      'conf.locations.update',
      'Configuration; Errors, 2, 5',
      'without a required field it is refused, an unknown location not found',
      async (t) => {
        const { sent, path, answer } = await placed(t);
        took(t, answer);
        refused(t, await t.service.put(path, { code: sent['code'] }));
        equal('name', done(t, await t.service.get(path))['name'], 'Conformance');
        const other = location(t);
        notFound(t, await t.service.put(`${shelves(t.codes.library)}/${other.code}`, other));
        equal('listed', (await codes(t)).includes(other.code), false);
      },
    ),
    write(
      'conf.locations.delete',
      'Configuration',
      'a location without items is deleted, once',
      async (t) => {
        const { sent, path, answer } = await placed(t);
        took(t, answer);
        acknowledged(t, await t.service.del(path));
        notFound(t, await t.service.get(path));
        notFound(t, await t.service.del(path));
        equal('listed', (await codes(t)).includes(text(sent['code'])), false);
      },
    ),
    write(
      'conf.locations.delete',
      'Configuration; Errors, 6',
      'a location with items is not deleted',
      async (t) => {
        if (!isLoopback(new URL(t.service.reach.baseUrl).hostname)) {
          throw new LeftOut(
            'a service without this rule would lose a location: it is tried on this machine only',
          );
        }
        const { library, location: home } = await t.world.items.free();
        const path = `${shelves(library)}/${encodeURIComponent(home)}`;
        const before = done(t, await t.service.get(path));
        refused(t, await t.service.del(path));
        equal('the location', done(t, await t.service.get(path)), before);
      },
    ),
  ],
};

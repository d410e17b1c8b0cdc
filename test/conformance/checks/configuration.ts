import type { Operation } from '../../../src/service/endpoints.ts';
import { type Area, type Check, LeftOut, read, type Trial, write } from '../check.ts';
import { done, equal, has, holds, isText, listed, need, notFound, refused, took } from '../expect.ts';
import { objectOf, p } from '../http.ts';
import { sampleCodes } from '../options.ts';
import { code, type Json, text } from '../read.ts';

const rule = 'Configuration';
const record = (value: unknown) => code(value) !== '';

/** A list of records, each readable by a code or id of its own. */
interface Shelf {
  readonly list: Operation;
  readonly get?: Operation;
  readonly key: string;
  /** By which field of an entry it is read. */
  readonly id: string;
  readonly path: (t: Trial) => string;
  /** What the description asks for where there is no such record: 404, or any refusal. */
  readonly missing?: 404;
  readonly at?: string;
}

/** A list, its entries one by one, and what is not there. */
function shelf({ list, get, key, id, path, missing, at = rule }: Shelf): Check[] {
  const entries = async (t: Trial) => listed(t, await t.service.get(path(t)), key);
  const checks = [
    read(list, `${at}; General conventions, 4`, `answers ${key} in an envelope, all of them`, async (t) => {
      const { items, total } = await entries(t);
      equal('entries', items.length, total);
      for (const item of items) has(item, id, record, 'a code or an id');
    }),
  ];
  if (get === undefined) return checks;
  return [
    ...checks,
    read(get, at, 'each of the list is read by itself', async (t) => {
      const { items } = await entries(t);
      need(items[0], `no ${key}`);
      for (const item of items.slice(0, 5)) {
        const one = done(t, await t.service.get(path(t) + p`/${code(item[id])}`));
        equal(id, code(one[id]), code(item[id]));
      }
    }),
    read(get, missing ? `${at}; Errors, 5` : at, 'what does not exist is refused', async (t) => {
      const answer = await t.service.get(path(t) + p`/${t.world.unique('none')}`);
      if (missing) notFound(t, answer);
      else refused(t, answer);
    }),
  ];
}

const inLibrary = (name: string) => (t: Trial) => p`/conf/libraries/${t.codes.library}/` + name;

async function fees(t: Trial, query: Record<string, string>): Promise<Json[]> {
  return listed(t, await t.service.get('/conf/utilities/fee-transactions', query), 'fee').items;
}

const report: Check[] = [
  read('conf.feeTransactions', rule, 'the report comes in an envelope', async (t) => {
    await fees(t, {});
  }),
  write(
    'conf.feeTransactions',
    rule,
    'library, status, dates and type choose what is reported',
    async (t) => {
      const user = await t.world.user();
      const id = await t.world.fee(user, '3.00');
      took(
        t,
        await t.service.post(p`/users/${user}/fees/${id}`, { op: 'pay', amount: '3.00', method: 'CASH' }),
      );
      const day = (days: number) => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}Z`;
      const dates = { from_date: day(-1), to_date: day(1) };
      const holdsIt = async (query: Record<string, string>) =>
        JSON.stringify(await fees(t, query)).includes(`"${id}"`);
      equal('of these days', await holdsIt(dates), true);
      equal('of this library', await holdsIt({ ...dates, library: t.codes.library }), true);
      equal('of another library', await holdsIt({ ...dates, library: 'LAW' }), t.codes.library === 'LAW');
      equal('closed ones', await holdsIt({ ...dates, status: 'CLOSED' }), true);
      equal('active ones', await holdsIt({ ...dates, status: 'ACTIVE' }), false);
      equal('payments', await holdsIt({ ...dates, transaction_type: 'PAYMENT' }), true);
      equal('waivers', await holdsIt({ ...dates, transaction_type: 'WAIVE' }), false);
      equal('of the past', await holdsIt({ from_date: day(-400), to_date: day(-300) }), false);
    },
  ),
];

const workflows: Check[] = [
  write(
    'conf.workflows.run',
    rule,
    'running a workflow answers an instance with id and status',
    async (t) => {
      for (const parameters of [undefined, { conformance: true }]) {
        const answer = await t.service.post(p`/conf/workflows/${t.codes.workflow}`, {}, parameters);
        if (answer.status === 404 && t.codes.workflow === sampleCodes.workflow) {
          throw new LeftOut(
            'what a workflow does depends on it: name one that may run with --set workflow=ID',
          );
        }
        const instance = done(t, answer);
        has(instance, 'id', (value) => text(value) !== '', 'an id');
        has(instance, 'status', record, 'a status code');
        t.world.stays('a workflow that ran cannot be taken back', t.codes.workflow);
      }
    },
  ),
  write(
    'conf.workflows.run',
    'Errors, 2',
    'a workflow that does not exist, or a body that is no object, is refused',
    async (t) => {
      refused(t, await t.service.post(p`/conf/workflows/${t.world.unique('none')}`));
      const raw = { type: 'application/json', text: '[1]' };
      refused(t, await t.service.send('POST', p`/conf/workflows/${t.codes.workflow}`, { raw }));
    },
  ),
];

/** What the institution has set up, as far as it is only read. */
export const configuration: Area = {
  title: 'Configuration',
  checks: [
    ...shelf({
      list: 'conf.libraries.list',
      get: 'conf.libraries.get',
      key: 'library',
      id: 'code',
      path: () => '/conf/libraries',
      missing: 404,
    }),
    ...shelf({
      list: 'conf.departments.list',
      key: 'department',
      id: 'code',
      path: () => '/conf/departments',
    }),
    ...shelf({
      list: 'conf.circDesks.list',
      get: 'conf.circDesks.get',
      key: 'circ_desk',
      id: 'code',
      path: inLibrary('circ-desks'),
      missing: 404,
    }),
    ...shelf({
      list: 'conf.depositProfiles.list',
      get: 'conf.depositProfiles.get',
      key: 'deposit_profile',
      id: 'id',
      path: () => '/conf/deposit-profiles',
    }),
    ...shelf({
      list: 'conf.importProfiles.list',
      get: 'conf.importProfiles.get',
      key: 'import_profile',
      id: 'id',
      path: () => '/conf/md-import-profiles',
    }),
    ...shelf({
      list: 'conf.printers.list',
      get: 'conf.printers.get',
      key: 'printer',
      id: 'id',
      path: () => '/conf/printers',
    }),
    read(
      ['conf.circDesks.list', 'conf.locations.list'],
      'Errors, 5',
      'a library that does not exist is not found',
      async (t) => {
        for (const name of ['circ-desks', 'locations']) {
          notFound(t, await t.service.get(p`/conf/libraries/${t.world.unique('none')}/` + name));
        }
      },
    ),
    read('conf.libraries.get', 'Notes: Library', 'a library has a code and a name', async (t) => {
      const library = done(t, await t.service.get(p`/conf/libraries/${t.codes.library}`));
      equal('code', library['code'], t.codes.library);
      has(library, 'name', isText, 'a text');
    }),
    read(
      'conf.general',
      'Configuration objects',
      'the general configuration is an object, or nothing',
      async (t) => {
        const answer = await t.service.get('/conf/general');
        took(t, answer);
        if (answer.text === '') return;
        const general = objectOf(answer);
        for (const field of ['institution', 'default_language', 'default_currency', 'timezone']) {
          has(general, field, record, 'a code or a text');
        }
        holds('the object is not wrapped', !('general' in general), 'top-level fields', 'a wrapper');
      },
    ),
    ...workflows,
    ...report,
  ],
};

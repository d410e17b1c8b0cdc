import { describe, expect, test } from 'vitest';
import { sampleCode } from '../../src/service/samples.ts';
import { done, expectRefusal, itemOf, newPatron, sharedLibrary } from './harness.ts';

const library = sharedLibrary();

const wish = {
  format: { value: 'PHYSICAL' },
  citation_type: { value: 'BOOK' },
  owner: { value: 'MAIN' },
  resource_metadata: { title: 'On paper' },
};
const at = (user: string) => `/users/${user}/purchase-requests`;

interface Purchase {
  request_id: string;
  request_status: { value: string };
}
interface Purchases {
  user_request: Purchase[];
  total_record_count: number;
}

async function wished(fields: object = {}) {
  const user = await newPatron(library);
  const request = done<Purchase>(await library.post(at(user), { ...wish, ...fields }));
  return { user, request, path: `${at(user)}/${request.request_id}` };
}

describe('asking the library to buy', () => {
  test('answers what was sent, in review', async () => {
    const { request, path } = await wished({ owner: 'SCI', my_field: [{ kept: 1 }] });
    expect(request).toMatchObject({
      ...wish,
      owner: 'SCI',
      my_field: [{ kept: 1 }],
      request_status: { value: 'INREVIEW' },
    });
    expect(done(await library.get(path))).toEqual(request);
  });

  test('names a title, or a record of the catalogue', async () => {
    const { bib_data: bib } = await itemOf(library, sampleCode('itemFree1'));
    done(
      await library.post(at(sampleCode('patronNote')), {
        ...wish,
        resource_metadata: { mms_id: bib.mms_id },
      }),
    );
  });

  test.each([
    ['format', '401664', { format: undefined }],
    ['format', '60270', { format: 'CLAY' }],
    ['citation_type', '401664', { citation_type: undefined }],
    ['citation_type', '60280', { citation_type: { value: 'XX' } }],
    ['owner', '401664', { owner: null }],
    ['owner', '402469', { owner: { value: 'ATLANTIS' } }],
    ['resource_metadata', '60274', { resource_metadata: undefined }],
    ['resource_metadata.title', '60273', { resource_metadata: {} }],
    ['resource_metadata.title', '60273', { resource_metadata: { title: '' } }],
    ['resource_metadata.title', '401864', { resource_metadata: { title: {} } }],
    ['resource_metadata', '401864', { resource_metadata: 'a book' }],
    ['mms_id', '60221', { resource_metadata: { mms_id: { value: '1' } } }],
  ])('needs what it needs: %s (%s)', async (field, code, fields) => {
    const user = await newPatron(library);
    const answer = await library.post(at(user), { ...wish, ...fields });
    expectRefusal(answer, code);
    expect(answer.text).toContain(field);
    expect(done(await library.get(at(user)))).toMatchObject({ total_record_count: 0 });
  });

  test('is for a patron there is', async () => {
    expectRefusal(await library.post(at('nobody'), wish), '401861', 404);
    expectRefusal(await library.post(`${at('nobody')}?user_id_type=BARCODE`, wish), '401890', 404);
  });
});

describe('the list', () => {
  test('is of all states, of one, and by pages', async () => {
    const path = at(sampleCode('patronGood'));
    const all = done<Purchases>(await library.get(path));
    const states = ['INREVIEW', 'APPROVED', 'REJECTED', 'DEFERRED', 'CANCELLED'];
    expect(all.user_request.map((request) => request.request_status.value)).toEqual(states);
    expect(all.total_record_count).toBe(5);
    for (const status of states) {
      const one = done<Purchases>(await library.get(`${path}?status=${status}`));
      expect([one.total_record_count, one.user_request[0]?.request_status.value]).toEqual([1, status]);
    }
    const page = done<Purchases>(await library.get(`${path}?limit=2&offset=4`));
    expect([page.user_request.length, page.total_record_count]).toEqual([1, 5]);
    expect(done(await library.get(`${path}?limit=0`))).toEqual({ user_request: [], total_record_count: 5 });
    expect(done(await library.get(`${path}?status=%20approved%20`))).toMatchObject({ total_record_count: 1 });
    expectRefusal(await library.get(`${path}?status=LOST`), '60275');
    expectRefusal(await library.get(`${path}?limit=-1`), '40166411');
  });
});

describe('cancelling', () => {
  test.each([
    ['INREVIEW', true],
    ['DEFERRED', true],
    ['APPROVED', false],
    ['REJECTED', false],
    ['CANCELLED', false],
  ] as const)('what is %s: %s', async (status, may) => {
    const list = `${at(sampleCode('patronGood'))}?status=${status}`;
    const { user_request: found } = done<Purchases>(await library.get(list));
    const path = `${at(sampleCode('patronGood'))}/${found[0]?.request_id ?? ''}`;
    const answer = await library.post(`${path}?op=cancel`);
    if (may) expect([answer.status, answer.text]).toEqual([204, '']);
    else expectRefusal(answer, '60277');
    const now = done<Purchase>(await library.get(path)).request_status.value;
    expect(now).toBe(may ? 'CANCELLED' : status);
  });

  test('at once from many sides: one wins', async () => {
    const { path } = await wished();
    const answers = await Promise.all(Array.from({ length: 5 }, () => library.post(`${path}?op=cancel`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400, 400, 400]);
  });

  test('is the only op, of a request of this patron', async () => {
    const { path, user } = await wished();
    expectRefusal(await library.post(`${path}?op=approve`), '401873');
    expectRefusal(await library.post(path), '401664');
    expectRefusal(await library.del(path), 'METHOD_NOT_ALLOWED', 405);
    expectRefusal(await library.post(`${at(user)}/1?op=cancel`), '60276');
    expectRefusal(await library.get(path.replace(user, sampleCode('patronNote'))), '60276');
    expectRefusal(await library.post(`${path.replace(user, 'nobody')}?op=cancel`), '401861', 404);
  });
});

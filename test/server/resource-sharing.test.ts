import { describe, expect, test } from 'vitest';
import { ours } from '../../src/service/codes.ts';
import { sampleCode } from '../../src/service/samples.ts';
import { done, expectRefusal, messageOf, newPatron, sharedLibrary } from './harness.ts';

const library = sharedLibrary();

const article = {
  owner: 'MAIN',
  format: { value: 'DIGITAL' },
  citation_type: 'CR',
  title: 'On paper',
  agree_to_copyright_terms: true,
};
const at = (user: string) => `/users/${user}/resource-sharing-requests`;

interface Borrowing {
  request_id: string;
  status: { value: string };
}

async function borrow(fields: object = {}, query = '', user?: string) {
  return library.post(`${at(user ?? (await newPatron(library)))}${query}`, { ...article, ...fields });
}

async function borrowing(fields: object = {}) {
  const user = await newPatron(library);
  const request = done<Borrowing>(await borrow(fields, '', user));
  return { user, request, path: `${at(user)}/${request.request_id}` };
}

describe('asking for a title elsewhere', () => {
  test('answers what was sent, its own id and the caller’s', async () => {
    const sent = {
      external_id: 'ours-1',
      pickup_location: { value: 'SCI' },
      pickup_location_type: 'LIBRARY',
      journal_title: 'Annals',
      author: 'Mumford',
      year: '1961',
      my_field: { kept: [null] },
    };
    const { request, path } = await borrowing(sent);
    expect(request).toMatchObject({ ...article, ...sent, status: { value: 'REQUEST_CREATED_BOR' } });
    expect(done(await library.get(path))).toEqual(request);
  });

  test('takes a plain pickup place and gives it wrapped', async () => {
    const { request } = await borrowing({ pickup_location: 'LAW' });
    expect(request).toMatchObject({ pickup_location: { value: 'LAW' } });
  });

  test.each([
    ['an isbn', { title: undefined, isbn: '978' }],
    ['a doi', { title: '', doi: '10.1/1' }],
    ['an mms_id', { title: null, mms_id: { value: '990000000001' } }],
    ['a journal', { title: undefined, journal_title: 'Annals' }],
  ])('is content with %s in place of a title', async (_, fields) => {
    done(await borrow(fields));
  });

  test.each([
    ['owner', '401607', { owner: undefined }],
    ['owner', '401864', { owner: { value: 'MAIN' } }],
    ['owner', '401608', { owner: 'SCI' }],
    ['owner', '401608', { owner: 'ATLANTIS' }],
    ['format', '401664', { format: undefined }],
    ['format', '401864', { format: { value: 'CLAY' } }],
    ['citation_type', '401664', { citation_type: null }],
    ['citation_type', '401864', { citation_type: 'XX' }],
    ['title', '401664', { title: undefined }],
    ['agree_to_copyright_terms', '401664', { agree_to_copyright_terms: undefined }],
    ['agree_to_copyright_terms', '401864', { agree_to_copyright_terms: false }],
    ['pickup_location', '401864', { pickup_location: { value: 'ATLANTIS' } }],
    ['last_interest_date', '401864', { last_interest_date: {} }],
  ])('needs what it needs: %s (%s)', async (field, code, fields) => {
    const answer = await borrow(fields);
    expectRefusal(answer, code);
    expect(answer.text).toContain(field);
  });

  test('is refused to a blocked patron, unless the block is overridden', async () => {
    const blocked = sampleCode('patronBlocked');
    expectRefusal(await borrow({}, '', blocked), ours.patronBlocked);
    expectRefusal(await borrow({}, '?override_blocks=false', blocked), ours.patronBlocked);
    expectRefusal(await borrow({}, '?override_blocks=perhaps', blocked), '40166411');
    done(await borrow({}, '?override_blocks=true', blocked));
    expectRefusal(await borrow({}, '?override_blocks=true', sampleCode('patronExpired')), ours.patronExpired);
    expectRefusal(await borrow({}, '', 'nobody'), '401861', 404);
  });

  test('is refused by way of a library that the patron’s record does not name', async () => {
    const user = await newPatron(library, { rs_library: [{ code: { value: 'OTHER' } }] });
    expectRefusal(await borrow({}, '', user), '401608');
    for (const codes of [['MAIN'], ['OTHER', 'MAIN'], ['MAIN', 'OTHER']]) {
      const rs_library = codes.map((value) => ({ code: { value } }));
      done(await borrow({}, '', await newPatron(library, { rs_library })));
    }
  });

  test('is taken once by its external id, however many ask at once', async () => {
    const user = await newPatron(library);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => borrow({ external_id: 'twin' }, '', user)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    expectRefusal(await borrow({ external_id: 'twin' }, '', user), '402362');
    done(await borrow({ external_id: 'twin' }));
    done(await borrow({}, '', user));
    done(await borrow({}, '', user));
  });
});

test('a request is found by its own id, by the caller’s, and by nobody else’s', async () => {
  const { path, request, user } = await borrowing({ external_id: 'a/b c' });
  const external = `${at(user)}/${encodeURIComponent('a/b c')}`;
  expect(done(await library.get(`${external}?request_id_type=external`))).toEqual(request);
  expect(done(await library.get(`${path}?request_id_type=internal`))).toEqual(request);
  expectRefusal(await library.get(external), '40166450');
  expectRefusal(await library.get(`${path}?request_id_type=external`), '40166450');
  expectRefusal(await library.get(`${path}?request_id_type=inner`), '40166411');
  expectRefusal(await library.get(path.replace(user, sampleCode('patronGood'))), '40166450');
});

describe('cancelling', () => {
  test('leaves the request, removing does not', async () => {
    const { path } = await borrowing();
    const answer = await library.del(`${path}?reason=CannotBeFulfilled&note=thanks&notify_user=false`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(done(await library.get(path))).toMatchObject({
      status: { value: 'CANCELLED' },
      cancel_reason: { value: 'CannotBeFulfilled' },
      cancel_note: 'thanks',
    });
    const again = await library.del(path);
    expectRefusal(again, ours.sharingNotPossible);
    expect(messageOf(again)).toContain('is CANCELLED cannot be cancelled');
    const shipped = await library.post(`${path}?op=update_shipping&shipping_cost=1`);
    expectRefusal(shipped, ours.sharingNotPossible);
    expect(messageOf(shipped)).toContain('is CANCELLED cannot be given a shipping cost');
    expect((await library.del(`${path}?remove_request=true`)).status).toBe(204);
    expectRefusal(await library.get(path), '40166450');
    expectRefusal(await library.del(path), '401694');
  });

  test('removes at once what was just created, and frees its external id', async () => {
    const { path, user } = await borrowing({ external_id: 'again' });
    expect((await library.del(`${path}?remove_request=true`)).status).toBe(204);
    done(await borrow({ external_id: 'again' }, '', user));
  });

  test('wants a reason of the table, if any', async () => {
    const { path } = await borrowing();
    expectRefusal(await library.del(`${path}?reason=Rain`), ours.unknownReason);
    expectRefusal(await library.del(`${path}?remove_request=x`), '40166411');
    expect(done(await library.get(path))).toMatchObject({ status: { value: 'REQUEST_CREATED_BOR' } });
    expect((await library.del(path)).status).toBe(204);
    const over = done(await library.get(path));
    expect([over['cancel_reason'], over['cancel_note']]).toEqual([undefined, undefined]);
  });
});

describe('the shipping', () => {
  test('is written with its cost and its fund, each by itself too', async () => {
    const { path, user } = await borrowing({ external_id: 'ship' });
    const update = (query: string) => library.post(`${path}?op=update_shipping&${query}`);
    expect(done(await update('shipping_cost=12.5'))).toMatchObject({
      shipping_cost: '12.50',
      fund_code: null,
    });
    expect(done(await update('fund_code=ILL'))).toMatchObject({
      shipping_cost: '12.50',
      fund_code: { value: 'ILL' },
    });
    expect(done(await update('shipping_cost=0'))).toMatchObject({ shipping_cost: '0.00' });
    const external = `${at(user)}/ship?op=update_shipping&request_id_type=external&shipping_cost=7`;
    expect(done(await library.post(external))).toMatchObject({ shipping_cost: '7.00' });
    expect(done(await library.get(path))).toMatchObject({ shipping_cost: '7.00' });
  });

  test.each([
    ['', '401664'],
    ['shipping_cost=-1', '40166425'],
    ['shipping_cost=1.005', '40166411'],
    ['shipping_cost=ten', '40166411'],
    ['shipping_cost=1e3', '40166411'],
    ['shipping_cost=1&request_id_type=x', '40166411'],
  ])('is refused with %s', async (query, code) => {
    const { path } = await borrowing();
    expectRefusal(await library.post(`${path}?op=update_shipping&${query}`), code);
    expect(done(await library.get(path))).toMatchObject({ shipping_cost: null });
  });

  test('is the only op', async () => {
    const { path } = await borrowing();
    expectRefusal(await library.post(`${path}?op=ship`), '401873');
    expectRefusal(await library.post(path), '401664');
  });
});

/** By status: whether it can be cancelled, removed, and given a shipping cost. The samples are in every state. */
const can: Readonly<Record<string, readonly [cancel: boolean, remove: boolean, ship: boolean]>> = {
  REQUEST_CREATED_BOR: [true, true, true],
  REQUEST_SENT_BOR: [true, false, true],
  SHIPPED_BOR: [false, false, true],
  RECEIVED_BOR: [false, false, true],
  COMPLETED: [false, true, false],
  CANCELLED: [false, true, false],
};

const inOrder = Object.entries(can).map(([status, may], index) => [status, index + 1, may] as const);

test.each(inOrder)(
  '%s: what can be done, and nothing else',
  async (status, number, [cancel, remove, ship]) => {
    const requests = at(sampleCode('patronBorrower'));
    const sample = `${requests}/SAMPLE-BOR-${number}?request_id_type=external`;
    const request = done<Borrowing>(await library.get(sample));
    expect(request.status.value).toBe(status);
    const path = `${requests}/${request.request_id}`;
    const shipped = await library.post(`${path}?op=update_shipping&shipping_cost=1`);
    if (ship) done(shipped);
    else expectRefusal(shipped, ours.sharingNotPossible);
    if (!remove) {
      const stays = await library.del(`${path}?remove_request=true`);
      expectRefusal(stays, ours.sharingNotPossible);
      expect(messageOf(stays)).toContain(`is ${status} cannot be removed`);
    }
    const cancelled = await library.del(path);
    if (cancel) expect(cancelled.status).toBe(204);
    else expectRefusal(cancelled, ours.sharingNotPossible);
    if (remove) expect((await library.del(`${path}?remove_request=true`)).status).toBe(204);
  },
);

test('a patron with a request that is not over is not deleted', async () => {
  const { path, user } = await borrowing();
  expectRefusal(await library.del(`/users/${user}`), '401850');
  expect((await library.del(path)).status).toBe(204);
  expect(done(await library.get(`/users/${user}/personal-data`))).toMatchObject({
    resource_sharing_requests: [{ status: { value: 'CANCELLED' } }],
  });
  done(await library.del(`/users/${user}`));
});

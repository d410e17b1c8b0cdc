import { describe, expect, test } from 'vitest';
import { ours } from '../../src/service/codes.ts';
import { sampleCode, type SampleId } from '../../src/service/samples.ts';
import { codeOf, done, expectRefusal, itemOf, lend, newPatron, scanIn, sharedLibrary } from './harness.ts';

const library = sharedLibrary();

type Request = Record<string, unknown> & { request_id: string; place_in_queue: number };

const pickup = {
  request_type: 'HOLD',
  pickup_location_type: 'LIBRARY',
  pickup_location_library: 'MAIN',
  pickup_location_circulation_desk: 'DEFAULT_CIRC_DESK',
};

/** A new request on the title of a sample, and the path it has. */
async function requestOf(id: SampleId, body: object = pickup, by = 'mms') {
  const user = await newPatron(library);
  const item = await itemOf(library, sampleCode(id));
  const query = by === 'mms' ? `mms_id=${item.bib_data.mms_id}` : `item_pid=${item.item_data.pid}`;
  const request = done<Request>(await library.post(`/users/${user}/requests?${query}`, body));
  return { user, request, path: `/users/${user}/requests/${request.request_id}` };
}

describe('changing a request', () => {
  test('takes the place of what may change, and keeps what nobody sent', async () => {
    const { path, request } = await requestOf('itemForHold', {
      ...pickup,
      comment: 'soon',
      my_field: { deep: [1] },
    });
    expect(request['my_field']).toEqual({ deep: [1] });
    const changed = done<Request>(
      await library.put(path, {
        ...request,
        pickup_location_library: 'SCI',
        last_interest_date: '2099-05-01Z',
        comment: 'later',
        part: 'II',
        my_field: null,
      }),
    );
    expect(changed).toEqual({
      ...request,
      pickup_location: 'Science Library',
      pickup_location_library: 'SCI',
      last_interest_date: '2099-05-01Z',
      comment: 'later',
      part: 'II',
      my_field: null,
    });
    expect(done(await library.get(path))).toEqual(changed);
    const bare = done<Request>(await library.put(path, { volume: '2' }));
    expect(bare).toMatchObject({ volume: '2', pickup_location_library: 'SCI', request_type: 'HOLD' });
    expect(bare).not.toHaveProperty('comment');
    expect(done(await library.get(path))).toEqual(bare);
  });

  test('is no way to change what the service says', async () => {
    const { path, request } = await requestOf('itemForHold');
    for (const [field, value] of Object.entries({
      request_id: '1',
      request_type: 'BOOKING',
      request_status: 'ON_HOLD_SHELF',
      mms_id: '990000000002',
      item_id: '1',
      title: 'Another',
      user_primary_id: 'somebody',
      request_date: '2020-01-01Z',
    })) {
      const answer = await library.put(path, { ...request, [field]: value });
      expectRefusal(answer, ours.requestFieldFixed);
      expect(answer.text).toContain(field);
    }
    // The place in the queue moves by itself: an old one is no objection.
    done(await library.put(path, { ...request, place_in_queue: 99 }));
    expect(done(await library.get(path))).toEqual(request);
  });

  test('is refused where the value is none, and then changes nothing', async () => {
    const { path, request, user } = await requestOf('itemForHold');
    const wrong: [string, object][] = [
      ['401895', { pickup_location_library: 'ATLANTIS' }],
      ['401895', { pickup_location_circulation_desk: 'X' }],
      ['401864', { pickup_location_type: 'HOME' }],
      ['401864', { last_interest_date: '2020-01-01Z' }],
      ['401864', { last_interest_date: '2099-02-31Z' }],
      ['401864', { comment: { no: 1 } }],
    ];
    for (const [code, fields] of wrong)
      expectRefusal(await library.put(path, { ...request, ...fields }), code);
    expectRefusal(await library.put(`/users/${user}/requests/1`, request), '401694');
    expectRefusal(await library.put(path.replace(user, sampleCode('patronGood')), request), '401694');
    expectRefusal(await library.put(path.replace(user, 'nobody'), request), '401861', 404);
    expectRefusal(await library.put(path, ''), '401652');
    expect(done(await library.get(path))).toEqual(request);
  });

  test('another pickup place sends an item on the hold shelf on its way', async () => {
    const barcode = sampleCode('itemFree5');
    const { path } = await requestOf('itemFree5');
    await scanIn(library, barcode);
    done(await library.put(path, { ...done<Request>(await library.get(path)), comment: 'still here' }));
    expect(done(await library.get(path))).toMatchObject({
      request_status: 'ON_HOLD_SHELF',
      comment: 'still here',
    });
    const moved = done<Request>(await library.put(path, { pickup_location_library: 'LAW' }));
    expect(moved).toMatchObject({ request_status: 'IN_PROCESS', barcode, pickup_location: 'Law Library' });
    expect((await itemOf(library, barcode)).item_data.process_type.value).toBe('TRANSIT');
    await scanIn(library, barcode, 'LAW');
    expect(done(await library.get(path))).toMatchObject({ request_status: 'ON_HOLD_SHELF' });
  });

  test('ends with the request: what is fulfilled or cancelled stays, in the history', async () => {
    const fulfilled = await requestOf('itemFree6');
    done(await lend(library, fulfilled.user, sampleCode('itemFree6')));
    const cancelled = await requestOf('itemForHold');
    expect((await library.del(`${cancelled.path}?reason=CannotBeFulfilled`)).status).toBe(204);
    for (const [{ path, user }, status] of [
      [fulfilled, 'FULFILLED'],
      [cancelled, 'CANCELLED'],
    ] as const) {
      expectRefusal(await library.put(path, { comment: 'too late' }), ours.requestOver);
      expectRefusal(await library.del(`${path}?reason=CannotBeFulfilled`), '401694');
      expectRefusal(await library.post(`${path}?op=next_step`), '401932');
      expect(done(await library.get(path))).toMatchObject({ request_status: status });
      const list = (query: string) => library.get(`/users/${user}/requests?${query}`);
      expect(done(await list('status=history'))).toMatchObject({
        user_request: [{ request_status: status }],
      });
      expect(done(await list('status=active'))).toMatchObject({ total_record_count: 0 });
    }
  });
});

test('what is asked for twice is refused only where it is the same thing', async () => {
  const user = await newPatron(library);
  const item = await itemOf(library, sampleCode('itemOtherLibrary'));
  const ask = (query: string, fields: object = {}) =>
    library.post(`/users/${user}/requests?${query}`, { ...pickup, ...fields });
  done(await ask(`item_pid=${item.item_data.pid}`));
  expectRefusal(await ask(`item_pid=${item.item_data.pid}`), '401136');
  expectRefusal(await ask(`mms_id=${item.bib_data.mms_id}`), '401136');
  expectRefusal(await ask(`holding_id=${item.holding_data.holding_id}`), '401136');
  const other = await newPatron(library);
  const byOther = (query: string) => library.post(`/users/${other}/requests?${query}`, pickup);
  done(await byOther(`mms_id=${item.bib_data.mms_id}`));
  expectRefusal(await byOther(`item_pid=${item.item_data.pid}`), '401136');
  const part = (chapter: string) => ({
    request_type: 'DIGITIZATION',
    partial_digitization: true,
    chapter_or_article_title: chapter,
  });
  const title = `mms_id=${item.bib_data.mms_id}`;
  done(await ask(title, part('One')));
  done(await ask(title, part('Two')));
  expectRefusal(await ask(title, part('One')), '401136');
  done(await ask(title, { request_type: 'DIGITIZATION' }));
  expectRefusal(await ask(title, { request_type: 'DIGITIZATION' }), '401136');
  // A part is a matter of digitization: a hold is of the whole, whatever it says.
  expectRefusal(await ask(title, { ...part('Three'), request_type: 'HOLD' }), '401136');
});

test('an unknown type in the list is refused, by name', async () => {
  const answer = await library.get(`/users/${sampleCode('patronGood')}/requests?request_type=WISH`);
  expectRefusal(answer, '40166411');
  expect(answer.text).toContain('request_type');
  for (const [type, count] of [
    ['HOLD', 1],
    ['BOOKING', 1],
    ['DIGITIZATION', 2],
  ] as const) {
    const path = `/users/${sampleCode('patronBorrower')}/requests?request_type=${type}`;
    const list = done(await library.get(path));
    expect([codeOf(await library.get(path)), list['total_record_count']]).toEqual(['', count]);
  }
});

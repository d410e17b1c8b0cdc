import { describe, expect, test } from 'vitest';
import { sampleCode, type SampleId } from '../../src/service/samples.ts';
import { done, expectRefusal, itemOf, lend, messageOf, newPatron, scanIn, sharedLibrary } from './harness.ts';

const library = sharedLibrary();

const whole = { request_type: 'DIGITIZATION' };

async function requestOf(id: SampleId, body: object = whole) {
  const user = await newPatron(library);
  const { bib_data: bib } = await itemOf(library, sampleCode(id));
  const made = done<{ request_id: string }>(
    await library.post(`/users/${user}/requests?mms_id=${bib.mms_id}`, body),
  );
  return { user, made, path: `/users/${user}/requests/${made.request_id}` };
}

const itemData = async (id: SampleId) => (await itemOf(library, sampleCode(id))).item_data;

describe('a digitization request', () => {
  test('goes on step by step, takes an item and lets it go at the end', async () => {
    const { path, made } = await requestOf('itemReference');
    expect(made).toMatchObject({ request_status: 'NOT_STARTED', task_name: 'Pickup From Shelf' });
    const steps = [];
    for (let step = 0; step < 3; step += 1) {
      const { request_status: status, task_name: task } = done(await library.post(`${path}?op=next_step`));
      const { process_type: process, requested } = await itemData('itemReference');
      steps.push([status, task, process.value, requested]);
    }
    expect(steps).toEqual([
      ['IN_PROCESS', 'Digitization', 'WORK_ORDER_DEPARTMENT', true],
      ['IN_PROCESS', 'Document Delivery', 'WORK_ORDER_DEPARTMENT', true],
      ['FULFILLED', undefined, '', false],
    ]);
    expectRefusal(await library.post(`${path}?op=next_step`), '401933');
  });

  test('lets its item go before, where that is asked for', async () => {
    const { path } = await requestOf('itemFree1');
    done(await library.post(`${path}?op=next_step&release_item=true`));
    expect(await itemData('itemFree1')).toMatchObject({
      process_type: { value: 'WORK_ORDER_DEPARTMENT' },
      work_order_type: { value: 'Digitization' },
      work_order_at: { value: 'DIGITIZATION', desc: 'Digitization' },
    });
    done(await library.post(`${path}?op=next_step&release_item=true`));
    expect((await itemData('itemFree1')).process_type.value).toBe('');
    expect(done(await library.post(`${path}?op=next_step`))).toMatchObject({ request_status: 'FULFILLED' });
  });

  test('waits for an item that is in place, and keeps the one it has from others', async () => {
    const { path } = await requestOf('itemFree2');
    const reader = await newPatron(library);
    done(await lend(library, reader, sampleCode('itemFree2')));
    expectRefusal(await library.post(`${path}?op=next_step`), '401933');
    await scanIn(library, sampleCode('itemFree2'));
    done(await library.post(`${path}?op=next_step`));
    expectRefusal(await lend(library, reader, sampleCode('itemFree2')), '401651');
    const scanned = await scanIn(library, sampleCode('itemFree2'));
    expect(scanned.additional_info).toContain('Patron digitization request');
    expect(scanned.item_data.process_type.value).toBe('WORK_ORDER_DEPARTMENT');
    expect((await library.del(`${path}?reason=CannotBeFulfilled`)).status).toBe(204);
    done(await lend(library, reader, sampleCode('itemFree2')));
  });

  test('says of which part, and passes on what it says of copyright', async () => {
    const user = await newPatron(library);
    const { bib_data: bib } = await itemOf(library, sampleCode('itemFree3'));
    const part = { ...whole, partial_digitization: true };
    expectRefusal(await library.post(`/users/${user}/requests?mms_id=${bib.mms_id}`, part), '60330');
    const answer = {
      ...part,
      required_pages_range: [{ from_page: '1', to_page: '9' }],
      copyrights_declaration_signed_by_patron: true,
      copyrights_note: { by: 'the patron' },
    };
    const { made, path } = await requestOf('itemFree3', answer);
    expect(made).toMatchObject(answer);
    for (const nothing of [{ volume: '' }, { required_pages_range: [] }]) {
      const refused = await library.put(path, { partial_digitization: true, ...nothing });
      expectRefusal(refused, '60330');
      expect(messageOf(refused)).toContain('volume, issue, part, required_pages_range');
    }
    const changed = done(await library.put(path, { ...answer, volume: '3', pickup_location: 'Anywhere' }));
    expect(changed).toMatchObject({ ...answer, volume: '3' });
    // What the place is called follows from its code, and a scan is fetched nowhere.
    expect(changed).not.toHaveProperty('pickup_location');
  });

  test('is the only kind that has steps', async () => {
    const user = await newPatron(library);
    const { bib_data: bib } = await itemOf(library, sampleCode('itemForHold'));
    const hold = { request_type: 'HOLD', pickup_location_library: 'MAIN' };
    const { request_id: id } = done<{ request_id: string }>(
      await library.post(`/users/${user}/requests?mms_id=${bib.mms_id}`, hold),
    );
    expectRefusal(await library.post(`/users/${user}/requests/${id}?op=next_step`), '401932');
    expectRefusal(await library.post(`/users/${user}/requests/1?op=next_step`), '401907');
    expectRefusal(await library.post(`/users/${user}/requests/${id}?op=skip`), '401873');
    expectRefusal(await library.post(`/users/${user}/requests/${id}`), '401664');
    expectRefusal(
      await library.post(`/users/${user}/requests/${id}?op=next_step&release_item=maybe`),
      '40166411',
    );
  });
});

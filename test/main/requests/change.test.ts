import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { RequestFields, RequestType } from '../../../src/contract/requests.ts';
import { fieldsOf } from '../../../src/main/requests/view.ts';
import { codes, ours } from '../../../src/service/codes.ts';
import { sampleCode as code, type SampleId } from '../../../src/service/samples.ts';
import type { UserRequest } from '../../../src/service/shapes/request.ts';
import { openTestStation, type TestStation, type Window } from '../support/test-station.ts';
import { lostBefore } from '../support/lost.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-change-request-'));
afterAll(() => rmSync(folder, { recursive: true }));

const userId = code('patronNothing');

async function placed(type: RequestType, fields: Partial<RequestFields>, item: SampleId = 'itemForHold') {
  const testStation = await openTestStation(folder);
  const window = testStation.window();
  const { mmsId } = await window.ask('requests.item', { barcode: code(item) });
  const request = await window.done('requests.place', {
    intent: randomUUID(),
    userId,
    type,
    on: { kind: 'title', mmsId },
    fields: { ...fieldsOf({}), ...fields },
  });
  return { testStation, window, request, of: { userId, requestId: request.requestId } };
}

const record = (testStation: TestStation, requestId: string): Promise<UserRequest> =>
  testStation.client.call('users.requests.get', { path: { user_id: userId, request_id: requestId } });

const byAnother = async (testStation: TestStation, requestId: string, change: object): Promise<unknown> =>
  testStation.client.call('users.requests.update', {
    path: { user_id: userId, request_id: requestId },
    body: { ...(await record(testStation, requestId)), ...change },
  });

/** Edits as a dialog does: from a fresh read. */
async function edit(
  window: Window,
  of: { userId: string; requestId: string },
  change: Partial<RequestFields>,
) {
  const seen = (await window.ask('requests.get', of)).fields;
  return { ...of, intent: randomUUID(), seen, fields: { ...seen, ...change } };
}

describe('an edit', () => {
  test('changes what was edited, and everything else stays as it came', async () => {
    const { testStation, window, request, of } = await placed('HOLD', {
      pickupLibrary: 'MAIN',
      comment: 'Old',
    });
    await byAnother(testStation, request.requestId, { of_another: { nested: [null, 1] } });
    const before = await record(testStation, request.requestId);
    const edited = await window.done(
      'requests.update',
      await edit(window, of, { comment: 'New', lastInterest: '2099-05-01' }),
    );
    expect(edited.fields).toMatchObject({
      comment: 'New',
      lastInterest: '2099-05-01',
      pickupLibrary: 'MAIN',
    });
    expect(await record(testStation, request.requestId)).toEqual({
      ...before,
      comment: 'New',
      last_interest_date: '2099-05-01Z',
    });
  });

  test('takes a comment and a day away where they were emptied, and sends it to another library', async () => {
    const { testStation, window, request, of } = await placed('HOLD', {
      pickupLibrary: 'MAIN',
      comment: 'Old',
      lastInterest: '2099-05-01',
    });
    const change = { comment: ' ', lastInterest: '', pickupLibrary: 'SCI', pickupDesk: '' };
    await window.done('requests.update', await edit(window, of, change));
    const after = await record(testStation, request.requestId);
    expect(after).toMatchObject({ pickup_location_library: 'SCI', pickup_location: 'Science Library' });
    expect(after).not.toHaveProperty('comment');
    expect(after).not.toHaveProperty('last_interest_date');
  });

  test('of nothing sends nothing', async () => {
    const { testStation, window, of } = await placed('HOLD', { pickupLibrary: 'MAIN' });
    await testStation.faults({ operation: 'users.requests.update', fault: 'status', status: 500 });
    const same = await edit(window, of, {});
    expect((await window.done('requests.update', same)).fields).toEqual(same.fields);
  });

  test('moves a booking; its end alone may be changed when it has begun', async () => {
    const { window, of } = await placed('BOOKING', {
      pickupLibrary: 'MAIN',
      startDay: '2099-03-02',
      startTime: '9:00',
      endDay: '2099-03-02',
      endTime: '12:00',
    });
    expect(
      await window.failure('requests.update', await edit(window, of, { endTime: '8:00' })),
    ).toMatchObject({
      field: 'endTime',
      reason: 'beforeStart',
    });
    const later = await window.done('requests.update', await edit(window, of, { endTime: '15:00' }));
    expect(later).toMatchObject({
      start: new Date(2099, 2, 2, 9).toISOString(),
      end: new Date(2099, 2, 2, 15).toISOString(),
    });
    expect(
      await window.failure('requests.update', await edit(window, of, { startDay: '2020-03-02' })),
    ).toMatchObject({ field: 'startDay', reason: 'inThePast' });
  });

  test('of a digitization names another part, or wants the whole after all', async () => {
    const { testStation, window, request, of } = await placed(
      'DIGITIZATION',
      { partial: true, volume: '2', pages: '1-9' },
      'itemReference',
    );
    const part = await window.done(
      'requests.update',
      await edit(window, of, { pages: '3-5, 7', issue: '4' }),
    );
    expect(part.fields).toMatchObject({ partial: true, volume: '2', pages: '3-5, 7', issue: '4' });
    await window.done('requests.update', await edit(window, of, { partial: false }));
    const whole = await record(testStation, request.requestId);
    expect(whole).toMatchObject({ partial_digitization: false });
    for (const field of ['volume', 'issue', 'required_pages_range']) expect(whole).not.toHaveProperty(field);
  });

  test('of what another has changed since is a conflict, and nothing is written', async () => {
    const { testStation, window, request, of } = await placed('HOLD', {
      pickupLibrary: 'MAIN',
      comment: 'Old',
    });
    const mine = await edit(window, of, { comment: 'Mine' });
    await byAnother(testStation, request.requestId, { comment: 'Theirs' });
    expect(await window.failure('requests.update', mine)).toEqual({
      kind: 'conflict',
      differences: [{ field: 'comment', was: 'Old', is: 'Theirs' }],
    });
    expect(await record(testStation, request.requestId)).toMatchObject({ comment: 'Theirs' });
    // Once both were seen, the person's own is written.
    await window.done('requests.update', await edit(window, of, { comment: 'Mine' }));
    expect(await record(testStation, request.requestId)).toMatchObject({ comment: 'Mine' });
  });

  test('is looked up where its answer does not come', async () => {
    const { testStation, window, request, of } = await placed('HOLD', { pickupLibrary: 'MAIN' });
    const put = async (comment: string) =>
      window.done('requests.update', await edit(window, of, { comment }));
    await lostBefore(testStation, 'users.requests.update', () => put('Once'));
    await testStation.faults({ operation: 'users.requests.update', fault: 'drop-after', count: 1 });
    expect((await put('Once')).fields.comment).toBe('Once');
    expect(await record(testStation, request.requestId)).toMatchObject({ comment: 'Once' });
  });

  test('is refused for a desk that is not there, and for a request that is over', async () => {
    const { window, of } = await placed('HOLD', { pickupLibrary: 'MAIN' });
    expect(
      await window.failure('requests.update', await edit(window, of, { pickupLibrary: 'MOON' })),
    ).toMatchObject({ kind: 'refused', code: codes.pickupDeskNotFound });
    const late = await edit(window, of, { comment: 'Late' });
    const cancel = { ...of, intent: randomUUID(), reason: 'PatronNotInterested', note: '' };
    await window.ask('requests.cancel', cancel);
    expect(await window.failure('requests.update', late)).toMatchObject({
      kind: 'refused',
      code: ours.requestOver,
    });
    expect(await window.failure('requests.get', { userId, requestId: '1' })).toMatchObject({
      kind: 'refused',
      code: codes.requestNotFound,
    });
  });
});

describe('the next step of a digitization', () => {
  const step = (window: Window, of: { userId: string; requestId: string }, release = false) =>
    window.done('requests.nextStep', { ...of, intent: randomUUID(), release });

  test('goes on to the end, and then no further', async () => {
    const { window, of } = await placed('DIGITIZATION', {}, 'itemReference');
    const steps = [];
    for (const release of [false, true, false]) {
      const { status, task } = await step(window, of, release);
      steps.push([status.code, task]);
    }
    expect(steps).toEqual([
      ['IN_PROCESS', 'Digitization'],
      ['IN_PROCESS', 'Document Delivery'],
      ['FULFILLED', ''],
    ]);
    await expect(step(window, of)).rejects.toMatchObject({
      failure: { kind: 'refused', code: codes.noNextStep },
    });
  });

  test('is looked up where its answer does not come, and never made twice', async () => {
    const { testStation, window, of } = await placed('DIGITIZATION', {}, 'itemReference');
    await lostBefore(testStation, 'users.requests.nextStep', () => step(window, of));
    await testStation.faults({ operation: 'users.requests.nextStep', fault: 'drop-after', count: 1 });
    expect(await step(window, of)).toMatchObject({ task: 'Digitization' });
    const twice = { ...of, intent: randomUUID(), release: false };
    await window.done('requests.nextStep', twice);
    expect(await window.failure('requests.nextStep', twice)).toMatchObject({ reason: 'alreadySent' });
    expect(await window.ask('requests.get', of)).toMatchObject({ task: 'Document Delivery' });
  });

  test('is refused for what has no steps', async () => {
    const { window, of } = await placed('HOLD', { pickupLibrary: 'MAIN' });
    await expect(step(window, of)).rejects.toMatchObject({
      failure: { kind: 'refused', code: codes.notDigitization },
    });
  });
});

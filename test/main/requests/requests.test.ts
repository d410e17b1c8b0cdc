import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { localDay } from '../../../src/shared/days.ts';
import { fieldsOf } from '../../../src/main/requests/view.ts';
import { codes, ours } from '../../../src/service/codes.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { openTestStation } from '../support/test-station.ts';
import { lostBefore } from '../support/lost.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-requests-'));
afterAll(() => rmSync(folder, { recursive: true }));

const userId = code('patronNothing');
const common = { userId, type: 'HOLD', fields: { ...fieldsOf({}), pickupLibrary: 'MAIN' } } as const;

async function open() {
  const testStation = await openTestStation(folder);
  return { testStation, window: testStation.window() };
}

test('a hold is placed on an item and on a title, listed and cancelled', async () => {
  const { window } = await open();
  const barcode = code('itemForHold');
  const item = await window.ask('requests.item', { barcode });
  expect(item).toMatchObject({ barcode, title: 'The Master of Go', available: true });
  const onItem = await window.done('requests.place', {
    ...common,
    intent: randomUUID(),
    on: { kind: 'item', barcode: code('itemOnLoan') },
  });
  const onTitle = await window.done('requests.place', {
    ...common,
    intent: randomUUID(),
    on: { kind: 'title', mmsId: item.mmsId },
  });
  expect(onTitle).toMatchObject({ title: 'The Master of Go', type: { code: 'HOLD' }, placeInQueue: 1 });
  expect(onTitle.fields).toEqual({ ...common.fields, pickupDesk: 'DEFAULT_CIRC_DESK' });
  const { requests, total } = await window.ask('requests.list', { userId });
  expect(total).toBe(2);
  expect(requests.map(({ requestId }) => requestId)).toEqual(
    expect.arrayContaining([onItem.requestId, onTitle.requestId]),
  );
  const reasons = await window.ask('requests.reasons', {});
  expect(reasons.map(({ code }) => code)).toContain('PatronNotInterested');
  const cancel = { userId, requestId: onItem.requestId, note: '' };
  expect(
    await window.failure('requests.cancel', { ...cancel, intent: randomUUID(), reason: '' }),
  ).toMatchObject({
    field: 'reason',
    reason: 'required',
  });
  await window.ask('requests.cancel', { ...cancel, intent: randomUUID(), reason: 'PatronNotInterested' });
  expect((await window.ask('requests.list', { userId })).total).toBe(1);
  expect(
    await window.failure('requests.cancel', {
      ...cancel,
      intent: randomUUID(),
      reason: 'PatronNotInterested',
    }),
  ).toMatchObject({ kind: 'refused' });
  const unknown = { userId, requestId: onTitle.requestId, note: '', reason: 'NoSuchReason' };
  expect(await window.failure('requests.cancel', { ...unknown, intent: randomUUID() })).toMatchObject({
    kind: 'refused',
    code: ours.unknownReason,
  });
});

test('any copy of a holding is asked for, with its number alone or with that of its title', async () => {
  const { testStation, window } = await open();
  const { holdingId, mmsId } = await window.ask('requests.item', { barcode: code('itemForHold') });
  for (const on of [
    { kind: 'holding', holdingId, mmsId: '' },
    { kind: 'holding', holdingId, mmsId },
  ] as const) {
    const placed = await window.done('requests.place', { ...common, intent: randomUUID(), on });
    expect(placed).toMatchObject({ title: 'The Master of Go', barcode: '', mmsId });
    const cancel = { userId, requestId: placed.requestId, reason: 'PatronNotInterested', note: 'Sorry' };
    await window.ask('requests.cancel', { ...cancel, intent: randomUUID() });
  }
  // Whose answer was lost is found again where the title is known, and otherwise a person decides.
  await testStation.faults({ operation: 'users.requests.create', fault: 'drop-after', count: 1 });
  const again = { ...common, intent: randomUUID(), on: { kind: 'holding', holdingId, mmsId } } as const;
  expect(await window.done('requests.place', again)).toMatchObject({ title: 'The Master of Go' });
});

test('a hold says until when it is needed; a day that is past or none is told at its field', async () => {
  const { testStation, window } = await open();
  const on = { kind: 'item', barcode: code('itemForHold') } as const;
  const place = (lastInterest: string) => ({
    ...common,
    intent: randomUUID(),
    on,
    fields: { ...common.fields, lastInterest, comment: ' For the seminar ' },
  });
  expect(await window.failure('requests.place', place('2020-01-31'))).toMatchObject({
    field: 'lastInterest',
    reason: 'inThePast',
  });
  expect(await window.failure('requests.place', place('2099-02-30'))).toMatchObject({
    field: 'lastInterest',
    reason: 'notADate',
  });
  const { requestId } = await window.done('requests.place', place('2099-01-31'));
  const path = { user_id: userId, request_id: requestId };
  expect(await testStation.client.call('users.requests.get', { path })).toMatchObject({
    last_interest_date: '2099-01-31Z',
    comment: 'For the seminar',
  });
});

test('a booking has a beginning and an end, in the station’s own time', async () => {
  const { testStation, window } = await open();
  const on = { kind: 'item', barcode: code('itemForHold') } as const;
  const fields = {
    ...common.fields,
    startDay: '2099-03-02',
    startTime: '9.30',
    endDay: '2099-03-02',
    endTime: '1200',
  };
  const book = (edits: object) => ({
    ...common,
    type: 'BOOKING' as const,
    intent: randomUUID(),
    on,
    fields: { ...fields, ...edits },
  });
  for (const [edits, field, reason] of [
    [{ startDay: '' }, 'startDay', 'required'],
    [{ endDay: 'tomorrow' }, 'endDay', 'notADate'],
    [{ startTime: '25:00' }, 'startTime', 'notATime'],
    [{ endTime: '9:30' }, 'endTime', 'beforeStart'],
    [{ endDay: '2099-03-01', endTime: '' }, 'endDay', 'beforeStart'],
    [{ startDay: '2020-03-02' }, 'startDay', 'inThePast'],
  ] as const)
    expect(await window.failure('requests.place', book(edits))).toMatchObject({ field, reason });

  const booked = await window.done('requests.place', book({}));
  expect(booked).toMatchObject({
    type: { code: 'BOOKING' },
    placeInQueue: null,
    start: new Date(2099, 2, 2, 9, 30).toISOString(),
    end: new Date(2099, 2, 2, 12, 0).toISOString(),
    fields: { ...fields, startTime: '09:30', endTime: '12:00', pickupDesk: 'DEFAULT_CIRC_DESK' },
  });
  const other = { ...book({ startTime: '', endTime: '' }), userId: code('patronGood') };
  expect(await window.failure('requests.place', other)).toMatchObject({
    kind: 'refused',
    code: ours.bookedMeanwhile,
  });
  await window.done('requests.place', {
    ...other,
    ...book({ startDay: '2099-03-03', endDay: '2099-03-04' }),
  });
  const { requests } = await window.ask('requests.list', { userId, type: 'BOOKING' });
  expect(requests).toHaveLength(2);
  const path = { user_id: userId, request_id: booked.requestId };
  expect(await testStation.client.call('users.requests.get', { path })).not.toHaveProperty(
    'partial_digitization',
  );
});

test('a booking without times is for whole days, and from now on where it begins today', async () => {
  const { testStation, window } = await open();
  const on = { kind: 'item', barcode: code('itemForHold') } as const;
  const today = localDay(testStation.clock.now());
  const fields = { ...common.fields, startDay: today, endDay: today };
  const before = testStation.clock.now().getTime();
  const booked = await window.done('requests.place', {
    ...common,
    type: 'BOOKING',
    intent: randomUUID(),
    on,
    fields,
  });
  const start = Date.parse(booked.start);
  expect(start).toBeGreaterThanOrEqual(before);
  expect(localDay(new Date(start))).toBe(today);
  expect(booked.fields).toMatchObject({ endDay: today, endTime: '23:59' });
});

test('a digitization says of what part, and goes nowhere to be fetched', async () => {
  const { testStation, window } = await open();
  const { mmsId } = await window.ask('requests.item', { barcode: code('itemReference') });
  const on = { kind: 'title', mmsId } as const;
  const digitize = (edits: object) => ({
    userId,
    type: 'DIGITIZATION' as const,
    intent: randomUUID(),
    on,
    fields: { ...fieldsOf({}), ...edits },
  });
  expect(await window.failure('requests.place', digitize({ partial: true }))).toMatchObject({
    kind: 'refused',
    code: codes.partInvalid,
  });
  const part = {
    partial: true,
    chapterTitle: 'Catalogues',
    chapterAuthor: 'Cutter, Charles',
    volume: '2',
    pages: ' 12-31; xiv – xx ,40',
    copyright: true,
  };
  const placed = await window.done('requests.place', digitize(part));
  expect(placed).toMatchObject({
    task: 'Pickup From Shelf',
    pickup: '',
    placeInQueue: expect.any(Number) as number,
  });
  expect(placed.fields).toMatchObject({ ...part, pages: '12-31, xiv-xx, 40', issue: '', pickupLibrary: '' });
  const path = { user_id: userId, request_id: placed.requestId };
  expect(await testStation.client.call('users.requests.get', { path })).toMatchObject({
    partial_digitization: true,
    chapter_or_article_title: 'Catalogues',
    volume: '2',
    required_pages_range: [
      { from_page: '12', to_page: '31' },
      { from_page: 'xiv', to_page: 'xx' },
      { from_page: '40', to_page: '40' },
    ],
    copyrights_declaration_signed_by_patron: true,
  });
  // What names a part does not go with a copy of the whole.
  const whole = await window.done('requests.place', digitize({ ...part, partial: false }));
  expect(whole.fields).toMatchObject({ partial: false, chapterTitle: '', pages: '', copyright: true });
});

test('the list is of one type, or of what is over, as asked for; a cancelled one says why', async () => {
  const { window } = await open();
  const noa = code('patronBorrower');
  const of = async (filter: object) =>
    (await window.ask('requests.list', { userId: noa, ...filter })).requests.map(({ type, status }) => [
      type.code,
      status.code,
    ]);
  expect(await of({})).toEqual([
    ['HOLD', 'IN_PROCESS'],
    ['BOOKING', 'NOT_STARTED'],
    ['DIGITIZATION', 'NOT_STARTED'],
    ['DIGITIZATION', 'IN_PROCESS'],
  ]);
  expect(await of({ type: 'DIGITIZATION', status: 'active' })).toHaveLength(2);
  expect(await of({ status: 'history' })).toEqual([
    ['HOLD', 'FULFILLED'],
    ['HOLD', 'CANCELLED'],
  ]);
  expect(await of({ type: 'BOOKING', status: 'history' })).toEqual([]);
  const { requests } = await window.ask('requests.list', { userId: noa, status: 'history' });
  expect(requests.map(({ cancelled }) => cancelled?.reason.code ?? null)).toEqual([
    null,
    'PatronNotInterested',
  ]);
});

test('both are looked up when their answer does not come', async () => {
  const { testStation, window } = await open();
  const place = () =>
    window.done('requests.place', {
      ...common,
      intent: randomUUID(),
      on: { kind: 'item', barcode: code('itemForHold') },
    });
  await lostBefore(testStation, 'users.requests.create', place);
  await testStation.faults({ operation: 'users.requests.create', fault: 'drop-after', count: 1 });
  const { requestId, title } = await place();
  expect(title).toBe('The Master of Go');
  const cancel = () =>
    window.ask('requests.cancel', {
      intent: randomUUID(),
      userId,
      requestId,
      reason: 'PatronNotInterested',
      note: '',
    });
  await lostBefore(testStation, 'users.requests.cancel', cancel);
  await testStation.faults({ operation: 'users.requests.cancel', fault: 'drop-after', count: 1 });
  expect(await cancel()).toBeNull();
  expect((await window.ask('requests.list', { userId })).total).toBe(0);
});

test.each([
  [{ kind: 'item', barcode: ' ' }, 'barcode', 'required'],
  [{ kind: 'item', barcode: 'a\u0000' }, 'barcode', 'controlCharacters'],
  [{ kind: 'title', mmsId: '' }, 'mmsId', 'required'],
  [{ kind: 'title', mmsId: 'x'.repeat(1000) }, 'mmsId', 'tooLong'],
  [{ kind: 'holding', holdingId: '', mmsId: '' }, 'holdingId', 'required'],
] as const)('%j is refused, naming the field', async (on, field, reason) => {
  const { window } = await open();
  expect(await window.failure('requests.place', { ...common, intent: randomUUID(), on })).toMatchObject({
    kind: 'invalid',
    field,
    reason,
  });
});

test('an item that is not there is refused with the service’s words', async () => {
  const { window } = await open();
  expect(await window.failure('requests.item', { barcode: 'none~/😀' })).toMatchObject({
    kind: 'refused',
    code: codes.noItemForBarcode,
  });
});

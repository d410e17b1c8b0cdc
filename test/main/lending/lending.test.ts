import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import type { LendingForm, LendingReread } from '../../../src/contract/lending.ts';
import { noteDoubt } from '../../../src/main/journal/meta.ts';
import { codes } from '../../../src/service/codes.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { elsewhere, openTestStation, type TestStation, until, type Window } from '../support/test-station.ts';
import { unknown } from '../support/lost.ts';
import { base, book, nothing } from './forms.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-lending-'));
afterAll(() => rmSync(folder, { recursive: true }));

const operation = 'partners.lendingRequests.create';

async function open() {
  const testStation = await openTestStation(folder);
  return { testStation, window: testStation.window() };
}

const place = (window: Window, form: LendingForm, intent: string = randomUUID()) =>
  window.done('lending.create', { intent, form });
const listed = async (window: Window) => (await window.ask('lending.list', {})).rows;
const stored = ({ client }: TestStation, requestId: string) =>
  client.call('partners.lendingRequests.get', {
    path: { partner_code: 'PARTNER', request_id: requestId },
  });

async function readAgain(window: Window, ids: string[], signal = new AbortController().signal) {
  const seen: LendingReread[] = [];
  await window.ask('lending.readAgain', { ids }, { signal, report: ({ one }) => seen.push(one) });
  return seen;
}

test('the choices are the institution’s; partners are those that something was lent to from here', async () => {
  const { window } = await open();
  const choices = await window.ask('lending.choices', {});
  expect(choices).toMatchObject({
    owners: [{ code: 'MAIN', label: 'Main Library' }],
    formats: [
      { code: 'PHYSICAL', label: 'Physical' },
      { code: 'DIGITAL', label: 'Digital' },
    ],
    here: 'MAIN',
    partners: [],
  });
  expect(choices.citationTypes).toEqual(
    expect.arrayContaining([
      { code: 'BOOK', label: 'Book', kind: 'book' },
      { code: 'JOURNAL', label: 'Journal', kind: 'article' },
    ]),
  );
  await window.failure('lending.create', { intent: randomUUID(), form: { ...book, partner: 'NOBODY' } });
  await place(window, book);
  expect((await window.ask('lending.choices', {})).partners).toEqual(['PARTNER']);
});

test('all fields arrive in the form that the service wants, under our id, and come back', async () => {
  const { testStation, window } = await open();
  const intent = randomUUID();
  const form: LendingForm = {
    ...base,
    ...{ citation_type: 'JOURNAL', title: 'On folios', journal_title: 'Annals', author: 'Manguel, A' },
    ...{ publisher: 'P', year: '1987', edition: '2', volume: '12', issue: '4', pages: '14-20' },
    ...{ isbn: '9780802130303', issn: '0317-8471', doi: '10.1/abc~/😀', pmid: '7', oclc_number: '42' },
    ...{ call_number: 'Z 700', last_interest_date: '2999-12-31', level_of_service: 'RUSH' },
    ...{ requested_media: 'PAPER', preferred_send_method: 'MAIL', pickup_location: 'P1' },
    ...{ copyright_status: 'OK', requested_language: 'eng', reading_room: 'RR' },
    ...{ status: 'REQUEST_CREATED_LEN', format: 'DIGITAL', rs_note: ['Pages 14 to 20.\nOnly.', ' ', 'Soon'] },
  };
  const row = await place(window, form, intent);
  expect(row).toMatchObject({
    ...{ id: intent, standing: 'made', gone: false },
    request: {
      externalId: intent,
      fields: {
        title: { label: 'On folios' },
        status: { code: 'REQUEST_CREATED_LEN', label: 'Request created' },
      },
      notes: ['Pages 14 to 20.\nOnly.', 'Soon'],
      others: [{ name: 'creation_date' }],
    },
  });
  expect(await stored(testStation, row.request.requestId)).toMatchObject({
    ...{ external_id: intent, owner: 'MAIN', partner: { value: 'PARTNER' }, format: { value: 'DIGITAL' } },
    ...{ citation_type: { value: 'JOURNAL' }, title: 'On folios', journal_title: 'Annals', pmid: '7' },
    ...{ last_interest_date: '2999-12-31', level_of_service: { value: 'RUSH' } },
    ...{ requested_media: { value: 'PAPER' }, preferred_send_method: { value: 'MAIL' } },
    ...{ pickup_location: { value: 'P1' }, copyright_status: { value: 'OK' } },
    ...{ requested_language: { value: 'eng' }, reading_room: { value: 'RR' }, doi: '10.1/abc~/😀' },
    rs_note: [{ content: 'Pages 14 to 20.\nOnly.' }, { content: 'Soon' }],
  });
  expect(await window.failure('lending.create', { intent, form })).toMatchObject({ reason: 'alreadySent' });
  expect(await listed(window)).toHaveLength(1);
});

test('each field says what is wrong with it, all at once', async () => {
  const { window } = await open();
  const problems = async (form: Partial<LendingForm>) => {
    const failure = await window.failure('lending.create', {
      intent: randomUUID(),
      form: { ...nothing, ...form },
    });
    if (failure.kind !== 'invalid') throw new Error(failure.kind);
    return [failure, ...(failure.others ?? [])].map(({ field, reason }) => `${field} ${reason}`);
  };
  expect(await problems({})).toEqual([
    ...['partner required', 'owner required', 'format required', 'citation_type required', 'title required'],
  ]);
  expect(await problems({ ...base, citation_type: 'JOURNAL', title: 'x' })).toEqual([
    'journal_title required',
  ]);
  expect(await problems({ ...book, last_interest_date: '2020-02-02' })).toEqual([
    'last_interest_date inThePast',
  ]);
  expect(await problems({ ...book, last_interest_date: '2020-02-31' })).toEqual([
    'last_interest_date notADate',
  ]);
  expect(
    await problems({ ...book, format: 'PAPER', isbn: 'a\u0000b', rs_note: ['', 'x'.repeat(5000)] }),
  ).toEqual(['format malformed', 'isbn controlCharacters', 'rs_note.1 tooLong']);
  // Nothing of it is listed.
  expect(await listed(window)).toEqual([]);
});

test('a title of the catalogue needs neither a title nor a type', async () => {
  const { testStation, window } = await open();
  const known = await aTitle(testStation);
  const row = await place(window, { ...base, mms_id: known });
  expect(row.request.fields.mms_id.code).toBe(known);
  expect(row.request.fields.title.label).not.toBe('');
});

async function aTitle({ client }: TestStation): Promise<string> {
  const { bib_data: bib } = await client.call('items.byBarcode', {
    query: { item_barcode: code('itemOnLoan') },
  });
  return String(bib?.mms_id);
}

test('what the service refuses is listed nowhere, and may be asked again', async () => {
  const { window } = await open();
  const refused = await window.failure('lending.create', {
    intent: randomUUID(),
    form: { ...book, partner: 'NOBODY' },
  });
  expect(refused).toMatchObject({ kind: 'refused', code: codes.partnerNotFound });
  expect(await listed(window)).toEqual([]);
  await place(window, book);
  expect(await listed(window)).toMatchObject([{ standing: 'made' }]);
});

test('what was made is listed, the newest first, through a restart, and at its library only', async () => {
  const { testStation, window } = await open();
  await place(window, book);
  await testStation.clock.pass(1000);
  const second = await place(window, { ...book, title: 'The Aleph' });
  testStation.restart();
  const rows = await listed(testStation.window());
  expect(rows.map(({ request }) => request.fields.title.label)).toEqual(['The Aleph', 'Ficciones']);
  expect(rows[0]).toEqual(second);
  testStation.library = elsewhere;
  expect(await listed(testStation.window())).toEqual([]);
});

test('read again: what changed is kept; what is not found is said, and stays as it was known', async () => {
  const { testStation, window } = await open();
  const first = await place(window, book);
  const second = await place(window, { ...book, title: 'The Aleph' });
  await testStation.clock.pass(60_000);
  const seen = await readAgain(window, [first.id, second.id, 'no such id']);
  expect(seen.map(({ row, failure }) => [row?.gone, failure?.kind])).toEqual([
    [false, undefined],
    [false, undefined],
    [undefined, 'invalid'],
  ]);
  expect(seen[0]?.row?.readAt).not.toBe(first.readAt);
  const kept = testStation.journal.keptOne(first.id);
  if (!kept) throw new Error('it is not kept');
  const data = kept.data as { request: Record<string, unknown> };
  testStation.journal.keep({
    ...kept,
    data: { ...data, request: { ...data.request, request_id: '999999' } },
  });
  const [gone] = await readAgain(window, [first.id]);
  expect(gone?.row).toMatchObject({ gone: true, request: { fields: { title: { label: 'Ficciones' } } } });
  expect((await listed(window)).find(({ id }) => id === first.id)).toMatchObject({ gone: true });
  // The service is away: that is told once, and what was read before stays.
  await testStation.faults({
    operation: 'partners.lendingRequests.get',
    fault: 'status',
    status: 500,
    count: 9,
  });
  const failure = await window.failure('lending.readAgain', { ids: [second.id] });
  expect(['refused', 'unreachable']).toContain(failure.kind);
  expect((await listed(window)).find(({ id }) => id === second.id)).toMatchObject({ gone: false });
});

test('one is found by its number, wherever it was made', async () => {
  const { window } = await open();
  const mine = await place(window, book);
  const found = await window.ask('lending.find', { partner: 'PARTNER', requestId: mine.request.requestId });
  expect(found.row?.id).toBe(mine.id);
  expect(found.request).toEqual(mine.request);
  const number = Number(mine.request.requestId);
  const sample = await window.ask('lending.find', { partner: 'PARTNER', requestId: String(number - 1) });
  expect(sample).toMatchObject({
    row: null,
    request: { externalId: 'SAMPLE-LEN-2', notes: ['Pages 14 to 20 only.'] },
  });
  expect(await listed(window)).toHaveLength(1);
  expect(await window.failure('lending.find', { partner: 'PARTNER', requestId: '999999' })).toMatchObject({
    code: codes.paramInvalid,
  });
  expect(await window.failure('lending.find', { partner: '', requestId: '1' })).toMatchObject({
    ...{ kind: 'invalid', field: 'partner' },
  });
});

test('an answer that got lost is a question for a person; the same is not sent twice meanwhile', async () => {
  const { testStation, window } = await open();
  await testStation.faults({ operation, fault: 'drop-after', count: 1 });
  const id = unknown(await window.failure('lending.create', { intent: randomUUID(), form: book }), operation);
  expect(await window.unclear()).toMatchObject([
    { id, askPerson: 'noListOfLendingRequests', about: 'Ficciones', userId: '' },
  ]);
  expect(await listed(window)).toMatchObject([{ id, standing: 'notConfirmed' }]);
  const again = { intent: randomUUID(), form: { ...book, title: 'FICCIONES', author: 'J. L. Borges' } };
  expect(await window.failure('lending.create', again)).toMatchObject({ kind: 'unsettled', journalId: id });
  await place(window, { ...book, title: 'The Aleph' });
  // Also in the next run.
  testStation.restart();
  const next = testStation.window();
  expect(await next.failure('lending.create', { ...again, intent: randomUUID() })).toMatchObject({
    kind: 'unsettled',
  });
  expect((await listed(next)).map(({ standing }) => standing).toSorted()).toEqual(['made', 'notConfirmed']);
  await next.ask('desk.decide', { id, happened: true });
  const row = (await listed(next)).find((one) => one.id === id);
  expect(row).toMatchObject({
    ...{ standing: 'noNumber' },
    request: { requestId: '', externalId: id, fields: { title: { label: 'Ficciones' } } },
  });
  expect(await readAgain(next, [id])).toMatchObject([{ row: null, failure: { reason: 'noIds' } }]);
  // Found by its number, it has one from then on.
  const made = (await listed(next)).find(({ standing }) => standing === 'made');
  const number = String(Number(made?.request.requestId) - 1);
  expect(await stored(testStation, number)).toMatchObject({ external_id: id });
  expect((await next.ask('lending.find', { partner: 'PARTNER', requestId: number })).row?.id).toBe(id);
  expect((await listed(next)).find((one) => one.id === id)).toMatchObject({ standing: 'made' });
});

test('one that a person found not to have happened is listed no more, and may be asked again', async () => {
  const { testStation, window } = await open();
  await testStation.faults({ operation, fault: 'drop-before', count: 1 });
  const id = unknown(await window.failure('lending.create', { intent: randomUUID(), form: book }), operation);
  await window.ask('desk.decide', { id, happened: false });
  expect(await listed(window)).toEqual([]);
  await place(window, book);
  expect(await listed(window)).toHaveLength(1);
});

test('what a window is placing is not placed by another one meanwhile, and is listed as being placed', async () => {
  const { testStation, window } = await open();
  const other = testStation.window();
  await testStation.faults({ operation, fault: 'delay', ms: 400, count: 1 });
  const intent = randomUUID();
  const first = place(window, book, intent);
  await until(() => testStation.journal.unsettled().some(({ state }) => state === 'sent'));
  const again = { intent: randomUUID(), form: { ...book, title: 'FICCIONES ' } };
  expect(await other.failure('lending.create', again)).toMatchObject({
    ...{ kind: 'unsettled', operation, journalId: intent },
  });
  expect(await listed(other)).toMatchObject([{ id: intent, standing: 'underWay' }]);
  expect(testStation.journal.keptOne(again.intent)).toBeNull();
  await first;
  expect(await listed(other)).toMatchObject([{ id: intent, standing: 'made' }]);
  const twice = { intent: randomUUID(), form: { ...book, title: 'The Aleph' } };
  const ends = await Promise.allSettled([
    window.ask('lending.create', twice),
    window.failure('lending.create', twice),
  ]);
  expect(ends).toMatchObject([{ status: 'fulfilled' }, { value: { reason: 'alreadySent' } }]);
  // A second one for the same partner is asked for on purpose.
  await place(other, book);
  expect(await listed(other)).toHaveLength(3);
});

test('of both windows at the very same time one places it', async () => {
  const { testStation, window } = await open();
  const asked = [window, testStation.window(), testStation.window()].map((one) =>
    one.ask('lending.create', { intent: randomUUID(), form: book }),
  );
  const ends = await Promise.allSettled(asked);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(await listed(window)).toHaveLength(1);
});

/** The row of its command is gone, as from a journal that was damaged and saved. */
function loseRow({ journalFile }: TestStation, id: string): void {
  const db = new DatabaseSync(journalFile);
  db.prepare('DELETE FROM entries WHERE id = ?').run(id);
  noteDoubt(db);
  db.close();
}

test('what the journal has lost is listed, is not asked for again, and is for a person to say', async () => {
  const { testStation, window } = await open();
  await testStation.faults({ operation, fault: 'drop-after', count: 2 });
  const one = unknown(
    await window.failure('lending.create', { intent: randomUUID(), form: book }),
    operation,
  );
  const two = { ...book, title: 'The Aleph' };
  const other = unknown(
    await window.failure('lending.create', { intent: randomUUID(), form: two }),
    operation,
  );
  testStation.restart(() => {
    loseRow(testStation, one);
    loseRow(testStation, other);
  });
  const next = testStation.window();
  expect(await listed(next)).toMatchObject([
    { standing: 'rowLost', request: { fields: { title: { label: 'The Aleph' } } } },
    { id: one, standing: 'rowLost', request: { fields: { title: { label: 'Ficciones' } } } },
  ]);
  expect(await next.failure('lending.create', { intent: randomUUID(), form: book })).toMatchObject({
    ...{ kind: 'unsettled', journalId: one },
  });
  await next.ask('lending.decideLost', { id: one, happened: true });
  await next.ask('lending.decideLost', { id: other, happened: false });
  expect(await listed(next)).toMatchObject([{ id: one, standing: 'noNumber' }]);
  for (const id of [one, other, 'no such id'])
    expect(await next.failure('lending.decideLost', { id, happened: true })).toMatchObject({
      ...{ field: 'id', reason: 'gone' },
    });
  await place(next, two);
  expect((await listed(next)).map(({ standing }) => standing).toSorted()).toEqual(['made', 'noNumber']);
});

test('what was kept and never written as a command was never sent: it is listed nowhere', async () => {
  const { testStation, window } = await open();
  const { id } = await place(window, book);
  const kept = testStation.journal.keptOne(id);
  if (!kept) throw new Error('it is not kept');
  const data = kept.data as { request: Record<string, unknown> };
  testStation.journal.keep({
    ...{ ...kept, id: 'never', data: { ...data, request: { ...data.request, request_id: '' } } },
  });
  expect((await listed(window)).map((row) => row.id)).toEqual([id]);
});

test('what is kept of another version, or without its key, is counted and not shown', async () => {
  const { testStation, window } = await open();
  const { id } = await place(window, book);
  const kept = testStation.journal.keptOne(id);
  if (!kept) throw new Error('it is not kept');
  testStation.journal.keep({ ...kept, data: { version: 9 } });
  expect(await window.ask('lending.list', {})).toEqual({ rows: [], unreadable: 1, isCut: false });
});

test('without a disk nothing is sent', async () => {
  const { testStation, window } = await open();
  testStation.journal.keep = () => {
    throw new Error('disk full');
  };
  await expect(place(window, book)).rejects.toThrow('disk full');
  const number = await testStation.client
    .call('partners.lendingRequests.get', { path: { partner_code: 'PARTNER', request_id: '1' } })
    .catch(() => null);
  expect(number).toBeNull();
  expect(testStation.journal.unsettled()).toEqual([]);
});

test('a pasted citation comes through the door', async () => {
  const { window } = await open();
  expect(await window.ask('lending.citation', { text: 'ISBN 0-8021-3030-5' })).toMatchObject({
    from: 'numbers',
    entries: [{ kind: 'book', fields: { isbn: '9780802130303' } }],
  });
  expect(await window.failure('lending.citation', { text: 'nothing' })).toMatchObject({
    ...{ field: 'citation', reason: 'malformed', detail: 'noCitation' },
  });
});

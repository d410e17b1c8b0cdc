import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Input } from '../../../src/contract/index.ts';
import type { SharingForm } from '../../../src/contract/sharing.ts';
import { codes, ours } from '../../../src/service/codes.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { elsewhere, openTestStation, type TestStation, type Window } from '../support/test-station.ts';
import { lostBefore } from '../support/lost.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-sharing-'));
afterAll(() => rmSync(folder, { recursive: true }));

const userId = code('patronNothing');
const borrower = code('patronBorrower');

async function open() {
  const testStation = await openTestStation(folder);
  return { testStation, window: testStation.window() };
}

const nothing: SharingForm['citation'] = {
  title: '',
  journal_title: '',
  author: '',
  year: '',
  publisher: '',
  edition: '',
  volume: '',
  issue: '',
  pages: '',
  isbn: '',
  issn: '',
  doi: '',
  pmid: '',
  oclc_number: '',
  mms_id: '',
};

const book: SharingForm = {
  citation: {
    ...nothing,
    title: ' Ficciones ',
    author: 'Borges',
    isbn: '9780802130303',
    issue: 'not of a book',
  },
  citation_type: 'BK',
  format: 'PHYSICAL',
  owner: 'MAIN',
  pickup_location: 'SCI',
  level_of_service: 'RUSH',
  last_interest_date: '2999-12-31',
  willing_to_pay: true,
  note: 'Any edition.\nPaperback if there is one.',
  agree_to_copyright_terms: true,
};

const article: SharingForm = {
  ...book,
  citation: {
    ...nothing,
    journal_title: 'Annals',
    doi: '10.1/abc~/😀',
    pages: '14-20',
    isbn: 'not of an article',
  },
  citation_type: 'CR',
  format: 'DIGITAL',
  pickup_location: '',
  level_of_service: '',
  last_interest_date: '',
  willing_to_pay: false,
  note: '',
};

const ask = (window: Window, form: SharingForm, more: Partial<Input<'sharing.create'>> = {}) =>
  window.done('sharing.create', { intent: randomUUID(), userId, form, overrideBlocks: false, ...more });

const stored = (testStation: TestStation, requestId: string) =>
  testStation.client.call('users.resourceSharing.get', { path: { user_id: userId, request_id: requestId } });

const listed = async (window: Window, user = userId, also: string[] = []) =>
  (await window.ask('sharing.list', { userId: user, also })).requests.map(({ requestId }) => requestId);

test('the choices are the institution’s, with its own copyright words', async () => {
  const { window } = await open();
  const choices = await window.ask('sharing.choices', {});
  expect(choices.owners).toEqual([{ code: 'MAIN', label: 'Main Library' }]);
  expect(choices.pickups.map((library) => library.code)).toEqual(['MAIN', 'SCI', 'LAW']);
  expect(choices.formats.map((format) => format.code)).toEqual(['PHYSICAL', 'DIGITAL']);
  expect(choices.citationTypes).toEqual(
    expect.arrayContaining([
      { code: 'BK', label: 'Book (borrowing)', kind: 'book' },
      { code: 'CR', label: 'Article (borrowing)', kind: 'article' },
      { code: 'OTHER', label: 'Other', kind: 'other' },
    ]),
  );
  expect(choices).toMatchObject({
    here: 'MAIN',
    copyright: expect.stringContaining('study or research') as string,
  });
});

test('a book is asked for with all that was entered, under our id', async () => {
  const { testStation, window } = await open();
  const intent = randomUUID();
  const question = await ask(window, book, { intent });
  expect(question).toMatchObject({
    externalId: intent,
    status: { code: 'REQUEST_CREATED_BOR' },
    citation: { title: 'Ficciones', isbn: '9780802130303', issue: '' },
    willingToPay: true,
    agreed: true,
    shippingCost: null,
  });
  const request = await stored(testStation, question.requestId);
  expect(request).toMatchObject({
    external_id: intent,
    owner: 'MAIN',
    format: { value: 'PHYSICAL' },
    citation_type: { value: 'BK' },
    pickup_location: { value: 'SCI' },
    pickup_location_type: 'LIBRARY',
    level_of_service: { value: 'RUSH' },
    last_interest_date: '2999-12-31Z',
    willing_to_pay: true,
    note: 'Any edition.\nPaperback if there is one.',
    agree_to_copyright_terms: true,
  });
  // What was typed before the citation type was changed is not sent, and the double click is not a second request.
  expect(request).not.toHaveProperty('issue');
  expect(
    await window.failure('sharing.create', { intent, userId, form: book, overrideBlocks: false }),
  ).toMatchObject({ reason: 'alreadySent' });
  // For as long as it is not over, it stands in the way of deleting the patron.
  expect(await window.ask('patrons.obstacles', { userId })).toMatchObject({ sharing: 1 });
  await testStation.client.call('users.resourceSharing.cancel', {
    path: { user_id: userId, request_id: question.requestId },
    query: {},
  });
  expect(await window.ask('patrons.obstacles', { userId })).toMatchObject({ sharing: 0 });
});

test('an article is asked for without what was not said', async () => {
  const { testStation, window } = await open();
  const request = await stored(testStation, (await ask(window, article)).requestId);
  expect(request).toMatchObject({ journal_title: 'Annals', doi: '10.1/abc~/😀', pages: '14-20' });
  for (const field of [
    'isbn',
    'title',
    'pickup_location',
    'pickup_location_type',
    'last_interest_date',
    'note',
  ])
    expect(request).not.toHaveProperty(field);
});

test('what is missing is told all at once, in the order of the form', async () => {
  const { testStation, window } = await open();
  const cases: readonly (readonly [what: string, form: SharingForm, fields: readonly string[]])[] = [
    [
      'nothing at all',
      {
        ...book,
        citation: nothing,
        citation_type: '',
        format: '',
        owner: ' ',
        agree_to_copyright_terms: false,
      },
      ['citation_type', 'title', 'format', 'owner', 'agree_to_copyright_terms'],
    ],
    ['the terms', { ...book, agree_to_copyright_terms: false }, ['agree_to_copyright_terms']],
    ['a book without a title', { ...book, citation: { ...nothing, author: 'Borges' } }, ['title']],
    [
      'an article without its journal',
      { ...article, citation: { ...nothing, title: 'On paper' } },
      ['journal_title'],
    ],
    ['a day that is none', { ...book, last_interest_date: '2026-02-31' }, ['last_interest_date']],
    ['a day that is over', { ...book, last_interest_date: '2001-01-01' }, ['last_interest_date']],
    ['a line with a control character', { ...book, citation: { ...nothing, title: 'a\u0007' } }, ['title']],
    ['a note that is too long', { ...book, note: `${'x'.repeat(600)}\n${'y'.repeat(600)}` }, ['note']],
  ];
  for (const [what, form, fields] of cases) {
    const asking = { intent: randomUUID(), userId, form, overrideBlocks: false };
    const failure = await window.failure('sharing.create', asking);
    if (failure.kind !== 'invalid') throw new Error(`${what}: ${failure.kind}`);
    expect(
      [failure, ...(failure.others ?? [])].map(({ field }) => field),
      what,
    ).toEqual(fields);
    expect(testStation.journal.entry(asking.intent), what).toBeNull();
  }
});

test('a number stands for the title of a book, and for the journal of an article', async () => {
  const { window } = await open();
  const isbn = await ask(window, { ...book, citation: { ...nothing, isbn: '9780802130303' } });
  const doi = await ask(window, { ...article, citation: { ...nothing, doi: '10.1/abc' } });
  expect(await listed(window)).toEqual([doi.requestId, isbn.requestId]);
});

test('the list is this station’s requests of this patron, and those found by number', async () => {
  const { testStation, window } = await open();
  const own = await ask(window, book);
  await ask(window, book, { userId: borrower });
  expect(await listed(window)).toEqual([own.requestId]);
  testStation.restart();
  const later = testStation.window();
  expect(await listed(later)).toEqual([own.requestId]);
  const reports: unknown[] = [];
  const found = await later.ask('sharing.find', { userId: borrower, id: 'SAMPLE-BOR-3' });
  expect(found).toMatchObject({
    status: { code: 'SHIPPED_BOR' },
    shippingCost: { amount: '18.00', currency: 'ILS' },
  });
  expect(await later.ask('sharing.find', { userId: borrower, id: found.requestId })).toEqual(found);
  const { requests } = await later.ask(
    'sharing.list',
    { userId: borrower, also: [found.requestId] },
    { report: (report) => reports.push(report) },
  );
  expect(requests.map(({ requestId }) => requestId)).toHaveLength(2);
  expect(requests).toContainEqual(found);
  expect(reports).toEqual([
    { read: 1, total: 2 },
    { read: 2, total: 2 },
  ]);
  expect(await later.failure('sharing.find', { userId, id: 'SAMPLE-BOR-3' })).toMatchObject({
    kind: 'refused',
    code: codes.nothingFound,
  });
  expect(await later.failure('sharing.find', { userId, id: ' ' })).toMatchObject({ field: 'id' });
  // What was asked for in the practice library is nothing at an institution.
  testStation.library = elsewhere;
  expect(await listed(later)).toEqual([]);
});

test('a block is overridden by choice only', async () => {
  const { testStation, window } = await open();
  const blocked = code('patronBlocked');
  const asking = { userId: blocked, form: book };
  expect(
    await window.failure('sharing.create', { ...asking, intent: randomUUID(), overrideBlocks: false }),
  ).toMatchObject({ kind: 'refused', code: ours.patronBlocked });
  const intent = randomUUID();
  const question = await ask(window, book, { userId: blocked, overrideBlocks: true, intent });
  expect(question.status.code).toBe('REQUEST_CREATED_BOR');
  expect(testStation.intended.get(intent)?.payload).toMatchObject({ query: { override_blocks: true } });
  const without = randomUUID();
  await ask(window, book, { intent: without });
  expect(testStation.journal.entry(without)?.payload).toMatchObject({ query: {} });
});

test('a request is cancelled or removed, and the patron told or not', async () => {
  const { testStation, window } = await open();
  const { requestId } = await ask(window, book);
  const give = { userId, requestId, reason: '', note: '' };
  const telling = randomUUID();
  await window.ask('sharing.cancel', {
    ...give,
    intent: telling,
    reason: 'CannotBeFulfilled',
    note: 'No partner has it.',
    remove: false,
    notify: true,
  });
  expect(testStation.intended.get(telling)?.payload).toMatchObject({
    query: { reason: 'CannotBeFulfilled', note: 'No partner has it.', notify_user: true },
  });
  const { requests } = await window.ask('sharing.list', { userId, also: [] });
  expect(requests).toMatchObject([
    {
      status: { code: 'CANCELLED' },
      cancelReason: { code: 'CannotBeFulfilled' },
      cancelNote: 'No partner has it.',
    },
  ]);
  const again = { ...give, intent: randomUUID(), remove: false, notify: true };
  expect(await window.failure('sharing.cancel', again)).toMatchObject({ code: ours.sharingNotPossible });
  const silent = randomUUID();
  await window.ask('sharing.cancel', { ...give, intent: silent, remove: true, notify: false });
  expect(testStation.intended.get(silent)?.payload).toMatchObject({
    query: { remove_request: true, notify_user: false },
  });
  expect(await listed(window, userId, [requestId])).toEqual([]);
  const gone = { ...give, intent: randomUUID(), remove: true, notify: false };
  expect(await window.failure('sharing.cancel', gone)).toMatchObject({ kind: 'refused' });
});

test('the shipping cost and its fund are written, together and alone', async () => {
  const { window } = await open();
  const { requestId } = await ask(window, book);
  const ship = (cost: string, fund: string) => ({ intent: randomUUID(), userId, requestId, cost, fund });
  expect(await window.done('sharing.setShipping', ship('12.5', 'ILL'))).toMatchObject({
    shippingCost: { amount: '12.50', currency: 'ILS' },
    fund: { code: 'ILL' },
  });
  expect(await window.done('sharing.setShipping', ship('0', ''))).toMatchObject({
    shippingCost: { amount: '0.00' },
    fund: { code: 'ILL' },
  });
  for (const [cost, fund, field, reason] of [
    ['', ' ', 'shipping_cost', 'required'],
    ['-1', '', 'shipping_cost', 'notPositive'],
    ['1,50', '', 'shipping_cost', 'notAnAmount'],
    ['1.234', '', 'shipping_cost', 'tooManyDecimals'],
    ['', 'a\u0000', 'fund_code', 'controlCharacters'],
  ] as const)
    expect(await window.failure('sharing.setShipping', ship(cost, fund))).toMatchObject({ field, reason });
});

test('all of them are looked up when their answer does not come', async () => {
  const { testStation, window } = await open();
  const lost = async (operation: 'create' | 'cancel' | 'updateShipping', act: () => Promise<unknown>) => {
    const named = `users.resourceSharing.${operation}` as const;
    await lostBefore(testStation, named, act);
    await testStation.faults({ operation: named, fault: 'drop-after', count: 1 });
    return act();
  };
  // One is found again by our id: that another is not found then means that it is not there.
  await ask(window, article);
  const first = await listed(window);
  await lost('create', () => ask(window, book));
  const requestId = (await listed(window)).find((id) => !first.includes(id)) ?? '';
  expect(await listed(window)).toHaveLength(2);
  const one = () => ({ intent: randomUUID(), userId, requestId });
  expect(
    await lost('updateShipping', () =>
      window.done('sharing.setShipping', { ...one(), cost: '9', fund: 'ILL' }),
    ),
  ).toMatchObject({ shippingCost: { amount: '9.00' } });
  await lost('cancel', () =>
    window.ask('sharing.cancel', { ...one(), reason: '', note: '', remove: false, notify: false }),
  );
  const { requests } = await window.ask('sharing.list', { userId, also: [] });
  expect(requests.find((one) => one.requestId === requestId)).toMatchObject({
    status: { code: 'CANCELLED' },
  });
});

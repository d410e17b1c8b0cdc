import { expect, test } from 'vitest';
import { ours } from '../../src/service/codes.ts';
import { sampleCode } from '../../src/service/samples.ts';
import { done, expectRefusal, itemOf, messageOf, sharedLibrary } from './harness.ts';

const library = sharedLibrary();
const at = '/partners/PARTNER/lending-requests';

let made = 0;

function requestOf(fields: object = {}) {
  made += 1;
  return {
    external_id: `partner-${made}`,
    owner: 'MAIN',
    partner: { value: 'PARTNER' },
    format: { value: 'PHYSICAL' },
    citation_type: { value: 'BOOK' },
    title: 'On paper',
    ...fields,
  };
}

test('a lending request answers what was sent, its id and its status, and is read again', async () => {
  const sent = requestOf({
    format: { value: 'DIGITAL' },
    citation_type: { value: 'JOURNAL' },
    journal_title: 'Annals',
    year: '1987',
    last_interest_date: '2099-01-31',
    status: { value: 'REQUEST_CREATED_LEN' },
    level_of_service: { value: 'WHEN_CONVENIENT' },
    rs_note: [{ content: 'Pages 14 to 20 only.' }],
    my_field: { kept: [null, '1', 1] },
  });
  const request = done<{ request_id: string }>(await library.post(at, sent));
  expect(request).toMatchObject({ ...sent, request_id: expect.stringMatching(/^\d+$/) as string });
  expect(done(await library.get(`${at}/${request.request_id}`))).toEqual(request);
});

test('fields that are written wrapped are wrapped where a caller did not', async () => {
  const plain = {
    requested_media: '1',
    preferred_send_method: 'EMAIL',
    pickup_location: 'MAIN',
    level_of_service: 'RUSH',
    copyright_status: 'US:CCL',
    requested_language: 'he',
    reading_room: 'READING_ROOM',
  };
  const wrapped = Object.fromEntries(Object.entries(plain).map(([field, value]) => [field, { value }]));
  expect(done(await library.post(at, requestOf(plain)))).toMatchObject(wrapped);
});

test('a title of the catalogue needs no more than its mms_id', async () => {
  const { bib_data: bib } = await itemOf(library, sampleCode('itemFree1'));
  const known = { title: undefined, citation_type: undefined, mms_id: { value: bib.mms_id } };
  expect(done(await library.post(at, requestOf(known)))).toMatchObject({
    title: 'The Overstory',
    mms_id: known.mms_id,
  });
});

test.each([
  ['external_id', '401664', { external_id: '' }],
  ['owner', '401664', { owner: undefined }],
  ['owner', '401864', { owner: { value: 'MAIN' } }],
  ['owner', '40166411', { owner: 'SCI' }],
  ['partner', '401664', { partner: undefined }],
  ['partner', '401864', { partner: 'PARTNER' }],
  ['partner', '40166411', { partner: { value: 'OTHER' } }],
  ['format', '401664', { format: null }],
  ['format', '401864', { format: 'PHYSICAL' }],
  ['format', '401864', { format: { value: 'CLAY' } }],
  ['title', '401664', { title: undefined }],
  ['citation_type', '401664', { citation_type: undefined }],
  ['citation_type', '401864', { citation_type: 'BOOK' }],
  ['citation_type', '40166411', { citation_type: { value: 'XX' } }],
  ['journal_title', '401664', { citation_type: { value: 'JOURNAL' } }],
  ['mms_id', '40166411', { mms_id: { value: '1' } }],
  ['mms_id', '401864', { mms_id: '990000000001' }],
  ['status', '40166411', { status: { value: 'SHIPPED_PHYSICALLY' } }],
  ['last_interest_date', '40166411', { last_interest_date: 'soon' }],
  ['rs_note', '401864', { rs_note: { rs_note: [] } }],
  ['author', '401864', { author: ['Mumford'] }],
])('needs what it needs: %s (%s)', async (field, code, fields) => {
  const answer = await library.post(at, requestOf(fields));
  expectRefusal(answer, code);
  expect(answer.text).toContain(field);
});

test.each([
  ['the partner of the path, PARTNER', { partner: { value: 'OTHER' } }],
  ['parameter: partner:', { partner: { value: 'OTHER' } }],
  ['a new request is REQUEST_CREATED_LEN', { status: { value: 'SHIPPED_PHYSICALLY' } }],
  ['an ISO date', { last_interest_date: '2026-02-30T10:00:00Z' }],
])('is refused with what was expected: %s', async (expected, fields) => {
  expect(messageOf(await library.post(at, requestOf(fields)))).toContain(expected);
});

test.each(['2099-12-01', '2099-12-01Z', '2099-12-01T10:00:00Z', ''])(
  'is of interest until %j',
  async (until) => {
    const made = done(await library.post(at, requestOf({ last_interest_date: until })));
    expect(made).toMatchObject({ last_interest_date: until });
  },
);

test('a partner’s external id is taken once, however many come at once', async () => {
  const sent = requestOf();
  const answers = await Promise.all(Array.from({ length: 5 }, () => library.post(at, sent)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  expectRefusal(await library.post(at, sent), ours.lendingDuplicate);
});

test('an unknown partner or request is refused with a code', async () => {
  expectRefusal(await library.post('/partners/NOBODY/lending-requests', requestOf()), '402118');
  expectRefusal(await library.get('/partners/NOBODY/lending-requests/4600000001'), '402118');
  expectRefusal(await library.get(`${at}/1`), '40166411');
  expect(done(await library.get(`${at}/4600000001`))).toMatchObject({ title: 'The Library at Night' });
});

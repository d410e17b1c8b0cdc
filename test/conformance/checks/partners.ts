import { type Area, type Trial, write } from '../check.ts';
import { done, equal, has, refused } from '../expect.ts';
import { p } from '../http.ts';
import { code, isObject, type Json, text } from '../read.ts';

const rule = 'Resource sharing partners';
const form = 'Lending request (partner)';

const lending = (t: Trial): Json => ({
  external_id: t.world.unique('lending'),
  owner: t.codes.library,
  partner: { value: t.codes.partner },
  format: { value: 'PHYSICAL' },
  citation_type: { value: 'BOOK' },
  title: 'Conformance',
  author: 'Suite',
  isbn: '9780306406157',
  year: '2026',
  rs_note: [{ content: 'Conformance' }],
});

const collection = (t: Trial) => p`/partners/${t.codes.partner}/lending-requests`;

/** Creates a request of this check's own. Nothing takes one back. */
async function lent(t: Trial, fields: Json = {}) {
  const sent = { ...lending(t), ...fields };
  const answer = done(t, await t.service.post(collection(t), {}, sent));
  const id = text(answer['request_id']);
  t.world.stays('a lending request cannot be taken back', id);
  return { sent, answer, path: `${collection(t)}/${encodeURIComponent(id)}` };
}

async function refuses(t: Trial, fields: Json): Promise<void> {
  refused(t, await t.service.post(collection(t), {}, { ...lending(t), ...fields }));
}

export const partners: Area = {
  title: 'Lending requests',
  checks: [
    write(
      ['partners.lendingRequests.create', 'partners.lendingRequests.get'],
      `${rule}; ${form}`,
      'a created request has an id, by which it is read',
      async (t) => {
        const { sent, answer, path } = await lent(t);
        has(answer, 'request_id', (value) => text(value) !== '', 'an id');
        const got = done(t, await t.service.get(path));
        for (const field of ['external_id', 'title', 'author', 'isbn', 'year'])
          equal(field, got[field], sent[field]);
        for (const field of ['status', 'format', 'citation_type', 'partner']) {
          has(got, field, (value) => isObject(value) && code(value) !== '', 'a wrapped code');
        }
        equal('codes', [got['format'], got['citation_type'], got['partner']].map(code), [
          'PHYSICAL',
          'BOOK',
          t.codes.partner,
        ]);
        if (isObject(got['owner'])) t.differs('owner', 'a plain text', 'a wrapped value');
        equal('owner', code(got['owner']), t.codes.library);
        equal('status', code(got['status']), 'REQUEST_CREATED_LEN');
        equal('rs_note is an array', Array.isArray(got['rs_note']), true);
      },
    ),
    write('partners.lendingRequests.create', form, 'a wrapped owner is refused', (t) =>
      refuses(t, { owner: { value: t.codes.library } }),
    ),
    ...['external_id', 'owner', 'partner', 'format', 'title', 'citation_type'].map((field) =>
      write('partners.lendingRequests.create', `${form}; Errors, 2`, `without ${field} it is refused`, (t) =>
        refuses(t, { [field]: undefined }),
      ),
    ),
    write(
      'partners.lendingRequests.create',
      form,
      'with mms_id neither title nor citation type is needed',
      async (t) => {
        const { mmsId } = await t.world.items.free(1);
        const { answer } = await lent(t, {
          mms_id: { value: mmsId },
          title: undefined,
          citation_type: undefined,
        });
        equal('mms_id', code(answer['mms_id']), mmsId);
      },
    ),
    write('partners.lendingRequests.create', form, 'a journal needs a journal_title', async (t) => {
      const journal = { citation_type: { value: 'JOURNAL' } };
      await refuses(t, journal);
      await lent(t, { ...journal, journal_title: 'Journal of Conformance' });
    }),
    write(
      'partners.lendingRequests.create',
      form,
      'a format that is not PHYSICAL or DIGITAL is refused',
      async (t) => {
        await refuses(t, { format: { value: 'TELEPATHIC' } });
        await lent(t, { format: { value: 'DIGITAL' } });
      },
    ),
    write('partners.lendingRequests.create', form, 'a plain partner or format is refused', async (t) => {
      await refuses(t, { partner: t.codes.partner });
      await refuses(t, { format: 'PHYSICAL' });
    }),
    write(
      ['partners.lendingRequests.create', 'partners.lendingRequests.get'],
      rule,
      'an unknown partner or request is refused',
      async (t) => {
        refused(t, await t.service.get(`${collection(t)}/0`));
        const nowhere = p`/partners/${t.world.unique('partner')}/lending-requests`;
        refused(t, await t.service.post(nowhere, {}, lending(t)));
        const { answer } = await lent(t);
        refused(t, await t.service.get(`${nowhere}/${encodeURIComponent(text(answer['request_id']))}`));
      },
    ),
  ],
};

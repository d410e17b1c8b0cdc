import { type Area, read, type Trial, write } from '../check.ts';
import { done, equal, has, holds, listed, need, notFound, refused } from '../expect.ts';
import { p } from '../http.ts';
import { at, type Json, kindOf, text } from '../read.ts';

const rule = 'User attachments';
const older = ['attachment'];
/** Bytes that are no text in any encoding. */
const file = Buffer.from([0, 255, 254, 128, 10, 13, 200, 1, 2, 3]);

const attachment = {
  type: 'GENERAL',
  note: 'Conformance',
  file_name: 'suite.bin',
  content: file.toString('base64'),
};

async function attached(t: Trial): Promise<{ user: string; sent: Json; answer: Json; path: string }> {
  const user = await t.world.user();
  const answer = done(t, await t.service.post(p`/users/${user}/attachments`, {}, attachment));
  return { user, sent: attachment, answer, path: p`/users/${user}/attachments/${text(answer['id'])}` };
}

export const attachments: Area = {
  title: 'User attachments',
  checks: [
    read('users.attachments.get', rule, 'one that is listed is read by its id', async (t) => {
      const { user, entry } = need(
        await t.world.entryOf('attachments', ['user_attachment', ...older]),
        'no attachment',
      );
      const one = done(t, await t.service.get(p`/users/${user}/attachments/${text(entry['id'])}`));
      equal('the same id', text(one['id']) === text(entry['id']), true);
    }),
    read('users.attachments.list', rule, 'a list comes in an envelope', async (t) => {
      listed(
        t,
        await t.service.get(p`/users/${await t.world.anyUser()}/attachments`),
        'user_attachment',
        older,
      );
    }),
    write(
      ['users.attachments.create', 'users.attachments.get'],
      'Attachment',
      'a created attachment has an id, by which it is read',
      async (t) => {
        const { answer, path } = await attached(t);
        has(answer, 'id', (value) => text(value) !== '', 'an id');
        const got = done(t, await t.service.get(path));
        for (const field of ['note', 'file_name'] as const) equal(field, got[field], attachment[field]);
        equal('type, plain', got['type'], 'GENERAL');
      },
    ),
    write('users.attachments.list', 'General conventions, 4', 'what was attached is listed', async (t) => {
      const { user, answer } = await attached(t);
      const { items } = listed(
        t,
        await t.service.get(p`/users/${user}/attachments`),
        'user_attachment',
        older,
      );
      equal(
        'ids',
        items.map((one) => one['id']),
        [answer['id']],
      );
      equal('content in a list', items[0]?.['content'] ?? null, null);
    }),
    write(
      'users.attachments.get',
      `${rule}, expand`,
      'content comes only with expand=content, as the base64 that was sent',
      async (t) => {
        const { path } = await attached(t);
        const plain = done(t, await t.service.get(path));
        holds('content without expand', !plain['content'], 'none', kindOf(plain['content']));
        equal(
          'content',
          done(t, await t.service.get(path, { expand: 'content' }))['content'],
          attachment.content,
        );
      },
    ),
    write(
      'users.attachments.get',
      `${rule}, expand`,
      'expand=content_no_encoding gives the bytes themselves',
      async (t) => {
        const { path } = await attached(t);
        const answer = await t.service.get(path, { expand: 'content_no_encoding' });
        equal('status', answer.status, 200);
        if (at(answer.body, 'content_no_encoding') !== undefined) {
          t.differs('content_no_encoding', 'the bytes', 'a field of the attachment');
          return;
        }
        holds(
          'the bytes',
          answer.bytes.equals(file),
          `the ${file.length} that were sent`,
          `${answer.bytes.length} others`,
        );
      },
    ),
    write(
      'users.attachments.create',
      'Attachment; Errors, 4',
      'a wrapped type is refused with 400',
      async (t) => {
        const user = await t.world.user();
        const wrapped = { ...attachment, type: { value: 'GENERAL' } };
        refused(t, await t.service.post(p`/users/${user}/attachments`, {}, wrapped), { status: [400] });
        const { items } = listed(
          t,
          await t.service.get(p`/users/${user}/attachments`),
          'user_attachment',
          older,
        );
        equal('attachments', items, []);
      },
    ),
    write(
      'users.attachments.create',
      'Notes: Attachments',
      'content that is not base64 is refused',
      async (t) => {
        const path = p`/users/${await t.world.user()}/attachments`;
        for (const content of ['***', 'a', 42, { value: 'QQ==' }]) {
          refused(t, await t.service.post(path, {}, { ...attachment, content }));
        }
      },
    ),
    write(
      'users.attachments.create',
      'Attachment; Errors, 2',
      'without a type, a file name or a content it is refused',
      async (t) => {
        const path = p`/users/${await t.world.user()}/attachments`;
        for (const field of ['type', 'file_name', 'content'] as const) {
          refused(t, await t.service.post(path, {}, { ...attachment, [field]: undefined }));
        }
      },
    ),
    write(
      ['users.attachments.list', 'users.attachments.get', 'users.attachments.create'],
      'Errors, 5',
      'an unknown user or attachment, or that of another user, is not found',
      async (t) => {
        const { user, answer } = await attached(t);
        const other = await t.world.user();
        notFound(t, await t.service.get(p`/users/${user}/attachments/${'0'}`));
        notFound(t, await t.service.get(p`/users/${other}/attachments/${text(answer['id'])}`));
        const nobody = p`/users/${t.world.unique('nobody')}/attachments`;
        notFound(t, await t.service.get(nobody));
        notFound(t, await t.service.post(nobody, {}, attachment));
      },
    ),
  ],
};

import { codes } from '../../service/codes.ts';
import { Attachment } from '../../service/shapes/attachment.ts';
import { textOf } from '../../service/read.ts';
import type { HandlersOf } from '../handler.ts';
import { Bytes } from '../http/bytes.ts';
import { newAttachment, readContent, writtenContent } from '../rules/attachment.ts';
import { notThere } from '../rules/refusal.ts';
import { mustHaveShape } from '../rules/shape.ts';
import { attachmentById, attachmentsOf, contentOf, insertAttachment } from '../store/attachments.ts';
import { nextNumber } from '../store/counters.ts';
import { theUser } from './lookup.ts';

/** Source: User attachments. */
export const attachments: HandlersOf<'users.attachments.'> = {
  'users.attachments.list': async ({ db, path, query }) => {
    const { key } = await theUser(db, path.user_id, query.user_id_type);
    const items = await attachmentsOf(db, key);
    return { items, total: items.length };
  },

  'users.attachments.get': async ({ db, path, query }) => {
    const { key } = await theUser(db, path.user_id, query.user_id_type);
    const attachment = await attachmentById(db, key, path.attachment_id);
    if (!attachment) {
      throw notThere(codes.attachmentNotFound, `Attachment ${path.attachment_id} not found.`);
    }
    switch (query.expand) {
      case 'content':
        return { ...attachment, content: writtenContent(await contentOf(db, attachment)) };
      case 'content_no_encoding':
        return new Bytes(await contentOf(db, attachment), textOf(attachment.file_name));
      case 'none':
      case undefined:
        return attachment;
    }
  },

  'users.attachments.create': async ({ db, path, query, body, now }) => {
    const { key } = await theUser(db, path.user_id, query.user_id_type);
    const content = readContent(body.content);
    const id = String(await nextNumber(db, 'attachment'));
    const attachment = newAttachment(body, { id, now, content });
    mustHaveShape(Attachment, attachment);
    await insertAttachment(db, key, attachment, { now, content });
    return attachment;
  },
};

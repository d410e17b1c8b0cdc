import * as z from 'zod';
import { create, get, list } from '../rows.ts';
import { Attachment, NewAttachment } from '../shapes/attachment.ts';
import { userIdType } from './parts.ts';

/** Files kept with a user's record. */
export const attachments = {
  'users.attachments.list': list('/users/{user_id}/attachments', {
    source: 'User attachments',
    key: 'user_attachment',
    legacy: ['attachment'],
    returns: Attachment,
    query: userIdType,
  }),
  'users.attachments.get': get('/users/{user_id}/attachments/{attachment_id}', {
    source: 'User attachments',
    returns: Attachment,
    query: { ...userIdType, expand: z.enum(['none', 'content', 'content_no_encoding']).optional() },
    bytesWhen: { expand: 'content_no_encoding' },
  }),
  'users.attachments.create': create('/users/{user_id}/attachments', {
    source: 'User attachments',
    body: NewAttachment,
    written: { type: 'plain' },
    returns: Attachment,
    query: userIdType,
  }),
} as const;

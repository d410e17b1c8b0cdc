import { textOf } from '../../service/read.ts';
import type { Attachment } from '../../service/shapes/attachment.ts';
import { fromDoc, toDoc } from './documents.ts';
import type { Db } from './schema.ts';

/** A user's attachments without their content, oldest first. */
export async function attachmentsOf(db: Db, userKey: number): Promise<Attachment[]> {
  const rows = await db
    .selectFrom('user_attachments')
    .select('doc')
    .where('user_key', '=', userKey)
    .orderBy('created')
    .orderBy('id')
    .execute();
  return rows.map((row) => fromDoc(row) as Attachment);
}

export async function attachmentById(db: Db, userKey: number, id: string): Promise<Attachment | undefined> {
  const row = await db
    .selectFrom('user_attachments')
    .select('doc')
    .where('id', '=', id)
    .where('user_key', '=', userKey)
    .executeTakeFirst();
  return row && (fromDoc(row) as Attachment);
}

/** The bytes of an attachment that is there. */
export async function contentOf(db: Db, attachment: Attachment): Promise<Uint8Array> {
  const { content } = await db
    .selectFrom('user_attachments')
    .select('content')
    .where('id', '=', textOf(attachment.id))
    .executeTakeFirstOrThrow();
  return content;
}

export async function insertAttachment(
  db: Db,
  userKey: number,
  attachment: Attachment,
  stored: { readonly now: Date; readonly content: Uint8Array },
): Promise<void> {
  await db
    .insertInto('user_attachments')
    .values(attachmentColumns(userKey, attachment, stored))
    .execute();
}

/** The columns of an attachment; its content stays bytes. */
export function attachmentColumns(
  userKey: number,
  attachment: Attachment,
  { now, content }: { readonly now: Date; readonly content: Uint8Array },
) {
  return {
    id: textOf(attachment.id),
    user_key: userKey,
    created: now.toISOString(),
    doc: toDoc(attachment),
    content,
  };
}

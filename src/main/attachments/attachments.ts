import path from 'node:path';
import { RefusedError } from '../../client/errors.ts';
import type { AttachmentView } from '../../contract/attachments.ts';
import type { Parsed } from '../../contract/index.ts';
import { m } from '../../messages/compiled/messages.js';
import type { Attachment } from '../../service/shapes/attachment.ts';
import { patronQueue } from '../commands/queues.ts';
import { Failed, invalid } from '../failure.ts';
import type { Service } from '../ports.ts';
import type { Deps } from '../deps.ts';
import { attachmentIdOf, attachmentNameOf, attachmentView, isViewable } from './view.ts';
import { requiredChoice } from '../forms/fields.ts';
import type { ReadyFiles } from './ready-files.ts';

type AttachmentIds = Parsed<'attachments.save'>;

async function readAttachments(
  { client }: Service,
  userId: string,
  signal: AbortSignal,
): Promise<readonly Attachment[]> {
  return (await client.call('users.attachments.list', { path: { user_id: userId } }, { signal })).items;
}

/** The files attached to a patron's record, the newest first. */
export async function listAttachments(
  { connection }: Deps,
  userId: string,
  signal: AbortSignal,
): Promise<{ attachments: AttachmentView[] }> {
  const found = (await readAttachments(await connection.service(), userId, signal)).map(attachmentView);
  return { attachments: found.toSorted((one, other) => other.date.localeCompare(one.date)) };
}

/**
 * The ids of the files that are there; null where the service does not list them. Source: service notes, attachments
 * list.
 */
async function knownIds(service: Service, userId: string, signal: AbortSignal): Promise<string[] | null> {
  try {
    return (await readAttachments(service, userId, signal)).map(attachmentIdOf);
  } catch (error) {
    if (error instanceof RefusedError) return null;
    throw error;
  }
}

/** Attaches a window's ready file to a patron's record. Source: User attachments. */
export async function addAttachment(
  deps: Deps,
  ready: ReadyFiles,
  input: Parsed<'attachments.add'> & { readonly window: number },
  signal: AbortSignal,
): Promise<AttachmentView> {
  const { intent, userId, file, window } = input;
  deps.commands.mustBeNew(intent);
  const type = requiredChoice('type', input.type);
  // Taken first: while the file is read, the station may be connected to another library.
  const service = await deps.connection.service();
  const { name, content } = await ready.read(window, file);
  const attachmentIds = await knownIds(service, userId, signal);
  const place = { path: { user_id: userId } };
  const about = { type, note: input.note.trim(), file_name: name };
  const { answer } = await deps.commands.run({
    operation: 'users.attachments.create',
    args: { ...place, body: { ...about, content: Buffer.from(content).toString('base64') } },
    // The journal keeps no files: the service either has it or never got it.
    journaledArgs: { ...place, body: { ...about, content: '' } },
    id: intent,
    queue: patronQueue(userId),
    about: name,
    before: { attachmentIds },
    service,
    signal,
  });
  ready.forget(window, file);
  return attachmentView({ ...about, size: content.byteLength, ...answer });
}

async function contentOf(
  { client }: Service,
  { userId, attachmentId }: AttachmentIds,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { content } = await client.call(
    'users.attachments.get',
    // Not `content_no_encoding`: some releases send that as text, which destroys pictures.
    { path: { user_id: userId, attachment_id: attachmentId }, query: { expand: 'content' } },
    { signal },
  );
  if (typeof content === 'string') return Buffer.from(content, 'base64');
  throw new Failed({ kind: 'unreachable', why: 'unreadable', detail: 'content' });
}

async function attachmentOf(
  { client }: Service,
  { userId, attachmentId }: AttachmentIds,
  signal: AbortSignal,
): Promise<Attachment> {
  const args = { path: { user_id: userId, attachment_id: attachmentId } };
  return client.call('users.attachments.get', args, { signal });
}

/** Saves a file where the user chooses. Answers its name there, or null if the user cancels. */
export async function saveAttachment(
  { connection, files }: Deps,
  ids: AttachmentIds & { readonly window: number },
  signal: AbortSignal,
): Promise<{ savedAs: string } | null> {
  const service = await connection.service();
  const attachment = await attachmentOf(service, ids, signal);
  const title = m.desktop_attachment_save();
  const place = await files.placeFor(ids.window, { use: 'save', title, name: attachmentNameOf(attachment) });
  if (place === null) return null;
  await files.write(place, await contentOf(service, ids, signal));
  return { savedAs: path.basename(place) };
}

/** Opens a file in the machine's program for it. Throws `fileNotOpened` for a kind of file that may run something. */
export async function openAttachment(
  { connection, files }: Deps,
  ids: AttachmentIds,
  signal: AbortSignal,
): Promise<null> {
  const service = await connection.service();
  await files.open(ids.userId, async () => {
    const name = attachmentNameOf(await attachmentOf(service, ids, signal));
    if (!isViewable(name)) throw invalid('file', 'fileNotOpened', 'onlySaved');
    return { name, content: await contentOf(service, ids, signal) };
  });
  return null;
}

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
import { attachmentIdOf, attachmentNameOf, attachmentView, onlyShows } from './view.ts';
import { chosen } from '../forms/fields.ts';
import type { ReadyFiles } from './ready-files.ts';

type Of = Parsed<'attachments.save'>;

async function readAttachments(
  { client }: Service,
  userId: string,
  signal: AbortSignal,
): Promise<readonly Attachment[]> {
  return (await client.call('users.attachments.list', { path: { user_id: userId } }, { signal })).items;
}

/** The files kept with a patron's record, the newest first. */
export async function listAttachments(
  { connection }: Deps,
  userId: string,
  signal: AbortSignal,
): Promise<{ attachments: AttachmentView[] }> {
  const found = (await readAttachments(await connection.service(), userId, signal)).map(attachmentView);
  return { attachments: found.toSorted((one, other) => other.date.localeCompare(one.date)) };
}

/** Those that were there before; null where the service does not list them. Source: service notes, attachments list. */
async function knownIds(service: Service, userId: string, signal: AbortSignal): Promise<string[] | null> {
  try {
    return (await readAttachments(service, userId, signal)).map(attachmentIdOf);
  } catch (error) {
    if (error instanceof RefusedError) return null;
    throw error;
  }
}

/** Keeps a file that stands ready in the window with a patron's record. Source: User attachments. */
export async function addAttachment(
  deps: Deps,
  ready: ReadyFiles,
  wanted: Parsed<'attachments.add'> & { readonly window: number },
  signal: AbortSignal,
): Promise<AttachmentView> {
  const { intent, userId, file, window } = wanted;
  deps.commands.mustBeNew(intent);
  const type = chosen('type', wanted.type);
  // While the file is read, somebody may connect the station to another library.
  const service = await deps.connection.service();
  const { name, content } = await ready.read(window, file);
  const attachmentIds = await knownIds(service, userId, signal);
  const place = { path: { user_id: userId } };
  const about = { type, note: wanted.note.trim(), file_name: name };
  const { answer } = await deps.commands.run({
    operation: 'users.attachments.create',
    args: { ...place, body: { ...about, content: Buffer.from(content).toString('base64') } },
    // The file itself is at the service, or was never there: the journal is no store of files.
    keep: { ...place, body: { ...about, content: '' } },
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
  { userId, attachmentId }: Of,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { content } = await client.call(
    'users.attachments.get',
    // Not `content_no_encoding`: some releases send that as text, in which no picture survives.
    { path: { user_id: userId, attachment_id: attachmentId }, query: { expand: 'content' } },
    { signal },
  );
  if (typeof content === 'string') return Buffer.from(content, 'base64');
  throw new Failed({ kind: 'unreachable', why: 'unreadable', detail: 'content' });
}

async function attachmentOf(
  { client }: Service,
  { userId, attachmentId }: Of,
  signal: AbortSignal,
): Promise<Attachment> {
  const of = { user_id: userId, attachment_id: attachmentId };
  return client.call('users.attachments.get', { path: of }, { signal });
}

/** Saves a file where the person says; answers its name there, or null where they thought better of it. */
export async function saveAttachment(
  { connection, files }: Deps,
  of: Of & { readonly window: number },
  signal: AbortSignal,
): Promise<{ savedAs: string } | null> {
  const service = await connection.service();
  const attachment = await attachmentOf(service, of, signal);
  const title = m.desktop_attachment_save();
  const place = await files.placeFor(of.window, { use: 'save', title, name: attachmentNameOf(attachment) });
  if (place === null) return null;
  await files.write(place, await contentOf(service, of, signal));
  return { savedAs: path.basename(place) };
}

/** Shows a file in the program that the machine has for it, if it is of a kind that only shows something. */
export async function openAttachment(
  { connection, files }: Deps,
  of: Of,
  signal: AbortSignal,
): Promise<null> {
  const service = await connection.service();
  await files.open(of.userId, async () => {
    const name = attachmentNameOf(await attachmentOf(service, of, signal));
    if (!onlyShows(name)) throw invalid('file', 'fileNotOpened', 'onlySaved');
    return { name, content: await contentOf(service, of, signal) };
  });
  return null;
}

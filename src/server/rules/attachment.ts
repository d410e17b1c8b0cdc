import { codes } from '../../service/codes.ts';
import type { Attachment, NewAttachment } from '../../service/shapes/attachment.ts';
import { without } from '../store/documents.ts';
import { serviceDate } from './calendar.ts';
import { refused } from './refusal.ts';

/** The record of a new attachment: all that was sent but its content, which is kept apart. Source: Attachment. */
export function newAttachment(
  sent: NewAttachment,
  known: { id: string; now: Date; content: Uint8Array },
): Attachment {
  return {
    ...without<Attachment>(sent, ['content']),
    id: known.id,
    size: known.content.byteLength,
    date: serviceDate(known.now),
  };
}

/** Reads the bytes of a file from base64, which may be broken into lines; anything else is refused. */
export function readContent(base64: string): Uint8Array {
  const text = base64.replace(/[\r\n]/g, '');
  const bytes = Buffer.from(text, 'base64');
  // Node skips what is not base64: only what comes back the same was.
  if (bytes.byteLength > 0 && bytes.toString('base64') === text) return bytes;
  throw refused(codes.attachmentContent, 'Attachment content could not be processed: content is not base64.');
}

/** The bytes of a file as the service sends them inside a record. */
export function writtenContent(content: Uint8Array): string {
  return Buffer.from(content).toString('base64');
}

import path from 'node:path';
import type { AttachmentView } from '../../contract/attachments.ts';
import { countOf, dateOf, textOf } from '../../service/read.ts';
import type { Attachment } from '../../service/shapes/attachment.ts';
import { codedOf } from '../records/values.ts';

/**
 * Kinds of files that only show something. A program of the machine that opens any other may run what is in it:
 * scripts, pages, documents with macros.
 */
const shown = new Set([
  ...['.pdf', '.txt', '.csv', '.odt', '.ods', '.odp', '.docx', '.xlsx', '.pptx'],
  ...['.png', '.jpg', '.jpeg', '.gif', '.webp', '.bmp', '.tif', '.tiff', '.heic'],
]);

/** Whether a file of this name is of a kind that only shows something. */
export const onlyShows = (name: string): boolean =>
  shown.has(path.extname(name.replace(/[. ]+$/, '')).toLowerCase());

/** What the file is called; by its number, where it has no name. */
export const attachmentNameOf = (attachment: Attachment): string =>
  textOf(attachment.file_name) || textOf(attachment.id);

export const attachmentIdOf = (attachment: Attachment): string => textOf(attachment.id);

/** An attachment as the desk needs to see it. */
export function attachmentView(attachment: Attachment): AttachmentView {
  return {
    attachmentId: attachmentIdOf(attachment),
    name: attachmentNameOf(attachment),
    type: codedOf(attachment.type),
    note: textOf(attachment.note),
    size: countOf(attachment.size),
    date: dateOf(attachment.date),
  };
}

import path from 'node:path';
import type { AttachmentView } from '../../contract/attachments.ts';
import { countOf, dateOf, textOf } from '../../service/read.ts';
import type { Attachment } from '../../service/shapes/attachment.ts';
import { codedOf } from '../records/values.ts';

/**
 * Kinds of files that only show something. Files of other kinds may run code when they are opened: scripts, pages,
 * tables with formulas, which a spreadsheet reckons, and documents whose kind allows macros.
 */
const viewableExtensions = new Set([
  ...['.pdf', '.txt', '.docx', '.pptx'],
  ...['.png', '.jpg', '.jpeg', '.gif', '.webp', '.bmp', '.tif', '.tiff', '.heic'],
]);

/** Whether a file of this name is safe to open: it only shows something. */
export const isViewable = (name: string): boolean =>
  viewableExtensions.has(path.extname(name.replace(/[. ]+$/, '')).toLowerCase());

/** The file's name, or its id where it has no name. */
export const attachmentNameOf = (attachment: Attachment): string =>
  textOf(attachment.file_name) || textOf(attachment.id);

export const attachmentIdOf = (attachment: Attachment): string => textOf(attachment.id);

/** An attachment as a window sees it. */
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

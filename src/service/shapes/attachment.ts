import * as z from 'zod';
import { Moment, Text } from './common.ts';

/**
 * A file kept with a user's record, raw. `content` (base64) comes only with `expand=content`.
 * `type` is a plain text; older releases wrap it on reading.
 *
 * Source: Attachment.
 */
export const Attachment = z.looseObject({
  id: Text,
  type: z.union([z.string(), z.looseObject({ value: Text })]).nullish(),
  file_name: Text,
  note: Text,
  size: z.union([z.number(), z.string()]).nullish(),
  date: Moment,
  content: z.string().nullish(),
});
export type Attachment = z.output<typeof Attachment>;

/** As long as file systems take it: the name comes back in a header, which has a limit of its own. */
const FileName = z.string().min(1).max(255);

/** What an attachment must have on create. A wrapped `type` is refused. Source: Attachment; what is required is ours. */
export const NewAttachment = z.looseObject({
  type: z.string().min(1),
  note: z.string().nullish(),
  file_name: FileName,
  content: z.string().min(1),
});
export type NewAttachment = z.output<typeof NewAttachment>;

import * as z from 'zod';
import { asks, type Call } from './define.ts';
import { Id, Intent, Nothing, type Coded } from './common.ts';

/** A file kept with a patron's record, without its content. Source: Attachment. */
export interface AttachmentView {
  readonly attachmentId: string;
  readonly name: string;
  readonly type: Coded;
  readonly note: string;
  /** In bytes; null where the service does not say. */
  readonly size: number | null;
  /** Service date, `''` where there is none. */
  readonly date: string;
}

/** A file that main has ready to attach to a patron's record. No window has its path, or all of its content. */
export interface ReadyFile {
  readonly file: string;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
}

const File = z.uuid();
const Name = z.string().min(1).max(255);

/** As many bytes of a dropped file as cross at once, in base64. */
const Piece = z.base64().max(400_000);

export const attachments = {
  'attachments.list': asks(z.object({ userId: Id })).answers<{
    readonly attachments: readonly AttachmentView[];
  }>(),
  'attachments.types': asks(Nothing).answers<readonly Coded[]>(),
  /** Lets the person choose a file, which is then ready; null where they thought better of it. */
  'attachments.choose': asks(Nothing).answers<ReadyFile | null>(),
  /** A file was dropped on the window, which sends its content piece by piece. It takes the place of an earlier one. */
  'attachments.begin': asks(z.object({ name: Name, size: z.int().min(0) })).answers<ReadyFile>(),
  /** The next piece; answers how many bytes are there. */
  'attachments.piece': asks(z.object({ file: File, bytes: Piece })).answers<{ readonly received: number }>(),
  /** The file is not wanted any more. */
  'attachments.forget': asks(z.object({ file: File })).answers<null>(),
  /** Keeps the file that is ready with the patron's record. */
  'attachments.add': asks(
    z.object({
      intent: Intent,
      userId: Id,
      file: File,
      type: z.string().max(100),
      note: z.string().max(2000),
    }),
  ).answers<AttachmentView>(),
  /** Saves the file where the person says; null where they thought better of it. */
  'attachments.save': asks(z.object({ userId: Id, attachmentId: Id })).answers<{
    readonly savedAs: string;
  } | null>(),
  /** Shows the file in the program that the machine has for it. Refused for a kind that may run a program. */
  'attachments.open': asks(z.object({ userId: Id, attachmentId: Id })).answers<null>(),
} satisfies Record<string, Call>;

import { m } from '../../messages/compiled/messages.js';
import type { Deps } from '../deps.ts';
import { addAttachment, listAttachments, openAttachment, saveAttachment } from './attachments.ts';
import { codesOr, tables } from '../configuration/code-tables.ts';
import type { ReadyFiles } from './ready-files.ts';
import type { HandlersOf } from '../router.ts';

/** The only type that the description names. Source: Attachment. */
const usual = ['GENERAL'];

/** The files attached to a patron's record. */
export function attachmentHandlers(deps: Deps, ready: ReadyFiles): HandlersOf<'attachments'> {
  return {
    'attachments.list': ({ userId }, { signal }) => listAttachments(deps, userId, signal),
    'attachments.types': async (_input, { signal }) =>
      codesOr(await deps.connection.service(), tables.attachmentTypes, usual, signal),
    'attachments.choose': async (_input, { window }) => {
      const file = await deps.files.choose(window, { use: 'attach', title: m.desktop_attachment_choose() });
      return file && ready.chosen(window, file);
    },
    'attachments.begin': async (file, { window }) => Promise.resolve(ready.begin(window, file)),
    'attachments.piece': async ({ file, bytes }, { window }) =>
      Promise.resolve({ received: ready.piece(window, file, bytes) }),
    'attachments.forget': async ({ file }, { window }) => {
      ready.forget(window, file);
      return Promise.resolve(null);
    },
    'attachments.add': (input, { window, signal }) =>
      addAttachment(deps, ready, { ...input, window }, signal),
    'attachments.save': (input, { window, signal }) => saveAttachment(deps, { ...input, window }, signal),
    'attachments.open': (input, { signal }) => openAttachment(deps, input, signal),
  };
}

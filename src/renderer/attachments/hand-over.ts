import type { ReadyFile } from '../../contract/attachments.ts';
import type { Reply } from '../../contract/define.ts';
import { call } from '../api.ts';

/** As much of a dropped file as the window holds at a time; a multiple of three, so that its base64 has no end in it. */
const pieceSize = 192 * 1024;

/**
 * Gives a dropped file to main, piece by piece: its path stays with the system, and its whole is never in the window.
 *
 * @param to the calls that take it
 * @param onProgress how many bytes are at main
 */
export async function handOver(
  to: 'attachments' | 'invoices.import' | 'configuration.locations.import',
  dropped: File,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<Reply<ReadyFile>> {
  const { name, size } = dropped;
  const answer = await call(`${to}.begin`, { name, size }, { signal });
  if (!answer.ok) return answer;
  const { file } = answer.value;
  for (let at = 0; at < dropped.size; at += pieceSize) {
    const bytes = await base64(dropped.slice(at, at + pieceSize));
    if (bytes === null) {
      const failure = { kind: 'invalid', field: 'file', reason: 'fileNotRead', detail: '' } as const;
      return { ok: false, failure };
    }
    const reply = await call(`${to}.piece`, { file, bytes }, { signal });
    if (!reply.ok) return reply;
    onProgress(reply.value.received);
  }
  return answer;
}

/** A piece as base64; null where it cannot be read: a folder was dropped, or the file is gone. */
function base64(piece: Blob): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => {
      const { result } = reader;
      resolve(typeof result === 'string' ? result.slice(result.indexOf(',') + 1) : null);
    };
    reader.onerror = () => resolve(null);
    reader.readAsDataURL(piece);
  });
}

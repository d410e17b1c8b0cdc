import fs from 'node:fs';
import { type Finding, mostBytes, wholly } from './text.ts';
import type { Trust } from './trust.ts';

/** What is at a place: nothing, the bytes of a file, or what is wrong with it. */
export type FileRead =
  | { readonly is: 'none' }
  | { readonly is: 'read'; readonly bytes: Uint8Array }
  | { readonly is: 'broken'; readonly problems: readonly Finding[] };

const broken = (finding: Finding): FileRead => ({ is: 'broken', problems: [finding] });

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Reads at most so much that the excess shows, whatever the file says its size is. */
function readBounded(descriptor: number): Uint8Array {
  const buffer = Buffer.alloc(mostBytes + 1);
  let length = 0;
  while (length < buffer.length) {
    const got = fs.readSync(descriptor, buffer, length, buffer.length - length, null);
    if (got === 0) break;
    length += got;
  }
  return buffer.subarray(0, length);
}

/** Reads a policy file. `trust` is null where anyone's file will do: a draft that is checked. */
export function readPolicyFile(file: string, trust: Trust | null): FileRead {
  let descriptor: number | null = null;
  try {
    // A link that leads nowhere is there.
    fs.lstatSync(file);
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(codeOf(error))
      ? { is: 'none' }
      : broken(wholly('notRead', codeOf(error)));
  }
  try {
    const untrusted = trust?.(file) ?? null;
    if (untrusted !== null) return broken(wholly('userCanWrite', untrusted));
    // Without waiting for a writer, should it be a pipe.
    descriptor = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK || 0));
    const stats = fs.fstatSync(descriptor);
    if (!stats.isFile()) return broken(wholly('notAFile'));
    if (stats.size > mostBytes) return broken(wholly('tooLarge', String(mostBytes)));
    const bytes = readBounded(descriptor);
    if (bytes.length > mostBytes) return broken(wholly('tooLarge', String(mostBytes)));
    return { is: 'read', bytes };
  } catch (error) {
    const code = codeOf(error);
    return broken(code === 'EISDIR' ? wholly('notAFile') : wholly('notRead', code));
  } finally {
    if (descriptor !== null) fs.closeSync(descriptor);
  }
}

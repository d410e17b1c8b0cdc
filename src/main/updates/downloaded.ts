import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Release } from './feed.ts';

/**
 * Whether a file is the one that the feed names, by its SHA-512. It is read again before it is installed, because any
 * program of the same user can replace it meanwhile. False where it cannot be read.
 */
export async function isFileOf(file: string, { sha512 }: Pick<Release, 'sha512'>): Promise<boolean> {
  const hash = createHash('sha512');
  try {
    await pipeline(fs.createReadStream(file), hash);
  } catch {
    return false;
  }
  return hash.digest('base64') === sha512;
}

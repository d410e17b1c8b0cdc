import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ask, type Fetch, piecesOf } from './ask.ts';
import type { Release } from './feed.ts';
import { UpdateFailed } from './failed.ts';

/** A server that sends nothing for so long has gone, in milliseconds. */
const usualStallMs = 60_000;

export interface FileOptions {
  readonly feed: URL;
  readonly release: Pick<Release, 'file' | 'size' | 'sha512'>;
  /** Where it is written. */
  readonly to: string;
  readonly fetch: Fetch;
  readonly report: (progress: number) => void;
  readonly signal: AbortSignal;
  readonly stallMs?: number;
}

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown } | null)?.code;

/** Whether an error of the system says that there is no room. */
export const isDiskFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(String(codeOf(error)));

/**
 * Downloads the file of a release from beside the feed: exactly as many bytes as the feed says, and these bytes. Rejects
 * with an `UpdateFailed`; then nothing is left at the place.
 */
export async function fetchFile(options: FileOptions): Promise<void> {
  const { feed, release, to, fetch, signal, stallMs = usualStallMs } = options;
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(), stallMs);
  const until = AbortSignal.any([signal, stalled.signal]);
  try {
    const url = new URL(release.file, feed);
    const response = await ask(url, { fetch, signal: until, refused: 'notDownloaded' });
    await write(to, checked(piecesOf(response), options, timer), until);
  } catch (error) {
    await fs.promises.rm(to, { force: true }).catch(() => undefined);
    if (error instanceof UpdateFailed) throw error;
    throw new UpdateFailed(isDiskFull(error) ? 'diskFull' : 'notDownloaded', error);
  } finally {
    clearTimeout(timer);
  }
}

/** Writes an executable file: it is run later, and no system but Windows would without that permission. */
async function write(to: string, pieces: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
  // A stream that opens the file itself can do so after its pieces have failed: then nobody would remove it.
  await using file = await fs.promises.open(to, 'w', 0o700);
  await pipeline(pieces, file.createWriteStream({ flush: true }), { signal });
}

/** Passes the pieces on; throws where they are not what the feed says. */
async function* checked(
  pieces: AsyncIterable<Uint8Array>,
  { release: { size, sha512 }, report }: FileOptions,
  timer: NodeJS.Timeout,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha512');
  let bytes = 0;
  let said = 0;
  for await (const piece of pieces) {
    timer.refresh();
    bytes += piece.length;
    if (bytes > size) throw new UpdateFailed('otherFile');
    hash.update(piece);
    const percent = Math.floor((bytes * 100) / size);
    if (percent > said) report(percent / 100);
    said = percent;
    yield piece;
  }
  if (bytes < size) throw new UpdateFailed('notDownloaded');
  if (hash.digest('base64') !== sha512) throw new UpdateFailed('otherFile');
}

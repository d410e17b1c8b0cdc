import fs from 'node:fs';
import path from 'node:path';
import type { Clock, Log } from '../ports.ts';
import type { Policy } from './policy.ts';

/** Tools write a file in several steps: a change is read once it is quiet for so long, in milliseconds. */
const settleMs = 500;

/** The registry says nothing of a change, and some file systems do not either: read again after so long. */
const pollMs = 60_000;

/** The folder, or the nearest above it that exists: there the missing one will appear. */
function existing(folder: string): string {
  const above = path.dirname(folder);
  return above === folder || fs.existsSync(folder) ? folder : existing(above);
}

/**
 * Reads the policy again soon after a change in its folders, and every minute, until the signal is aborted. A folder
 * that cannot be watched is read every minute.
 */
export async function watchPolicy(
  policy: Pick<Policy, 'refresh' | 'folders'>,
  { clock, log, signal }: { readonly clock: Clock; readonly log: Log; readonly signal: AbortSignal },
): Promise<void> {
  const watched = new Map<string, fs.FSWatcher>();
  let settling: NodeJS.Timeout | undefined;

  function changed(): void {
    clearTimeout(settling);
    settling = setTimeout(() => {
      follow();
      void policy.refresh();
    }, settleMs);
  }

  /** Watches where the folders are now: they may have been made, or removed, since. */
  function follow(): void {
    const wanted = new Set(policy.folders.map(existing));
    for (const [folder, watcher] of watched) {
      if (wanted.has(folder)) continue;
      watcher.close();
      watched.delete(folder);
    }
    for (const folder of wanted) {
      if (watched.has(folder)) continue;
      try {
        const watcher = fs.watch(folder, { persistent: false }, changed);
        watcher.on('error', () => {
          watcher.close();
          watched.delete(folder);
        });
        watched.set(folder, watcher);
      } catch (error) {
        log.line('policy.notWatched', { code: (error as { code?: string }).code ?? '' });
      }
    }
  }

  follow();
  try {
    for (;;) {
      await clock.sleep(pollMs, signal);
      follow();
      await policy.refresh();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    clearTimeout(settling);
    for (const watcher of watched.values()) watcher.close();
  }
}

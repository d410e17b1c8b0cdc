import { placesOf } from '../../shared/error-places.ts';
import { defectLimits } from '../../shared/limits.ts';
import { call } from '../api.ts';

const { name: longestName, lines: mostLines, line: longestLine } = defectLimits;

/** Svelte's errors have an address as their message: its last part is the code of the error. */
const svelteCode = /^https:\/\/svelte\.dev\/e\/([a-z_]+)$/;

/**
 * Writes a defect of the window's own code into the log: the kind of error and where, never its message. Answers the id
 * of the log entry; `''` if it could not be written.
 */
export async function noteDefect(error: unknown): Promise<string> {
  const report =
    error instanceof Error
      ? {
          error: error.name.slice(0, longestName),
          code: svelteCode.exec(error.message)?.[1]?.slice(0, longestName) ?? '',
          stack: placesOf(error)
            .filter(({ length }) => length <= longestLine)
            .slice(0, mostLines),
        }
      : { error: typeof error, code: '', stack: [] };
  const reply = await call('station.defect', report);
  return reply.ok ? reply.value.id : '';
}

/** Logs all uncaught errors, for as long as the window lives. */
export function noteUncaught(): void {
  // Some reports of the browser have no error, such as a size that changed twice in a frame.
  window.addEventListener('error', ({ error }: { readonly error?: unknown }) => {
    if (error !== null && error !== undefined) void noteDefect(error);
  });
  window.addEventListener('unhandledrejection', ({ reason }: { readonly reason: unknown }) => {
    void noteDefect(reason);
  });
}

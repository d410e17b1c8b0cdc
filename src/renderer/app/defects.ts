import { defectLimits } from '../../shared/limits.ts';
import { call } from '../api.ts';

const { name: longestName, lines: mostLines, line: longestLine } = defectLimits;

/** Svelte names its errors by an address: that is a code, and no message. */
const svelteCode = /^https:\/\/svelte\.dev\/e\/([a-z_]+)$/;

/** Where in the code an error was thrown: the stack without the message, which may repeat what the error was about. */
function placesOf({ name, message, stack = '' }: Error): string[] {
  const header = `${name}: ${message}`;
  const rest = stack.startsWith(header) ? stack.slice(header.length) : stack;
  return rest
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at ') && line.length <= longestLine)
    .slice(0, mostLines);
}

/**
 * Has a fault in the window's own code noted in the log: what kind of error and where, never its message. Answers the
 * id it stands under; `''` where it could not be noted.
 */
export async function noteDefect(error: unknown): Promise<string> {
  const told =
    error instanceof Error
      ? {
          error: error.name.slice(0, longestName),
          code: svelteCode.exec(error.message)?.[1]?.slice(0, longestName) ?? '',
          stack: placesOf(error),
        }
      : { error: typeof error, code: '', stack: [] };
  const reply = await call('station.defect', told);
  return reply.ok ? reply.value.id : '';
}

/** Has everything noted that nobody caught, for as long as the window lives. */
export function noteUncaught(): void {
  // A report of the browser's own, such as of a size that changed twice in a frame, has no error with it.
  window.addEventListener('error', ({ error }: { readonly error?: unknown }) => {
    if (error !== null && error !== undefined) void noteDefect(error);
  });
  window.addEventListener('unhandledrejection', ({ reason }: { readonly reason: unknown }) => {
    void noteDefect(reason);
  });
}

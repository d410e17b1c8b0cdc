import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { placesOf } from '../shared/error-places.ts';
import type { Clock, Log } from './ports.ts';

/** A log file that is larger, in bytes, is rotated; this many files remain. */
export const maxFileBytes = 1_000_000;
export const maxFiles = 3;

interface Trace {
  readonly error: string;
  readonly code?: string;
  readonly stack: readonly string[];
  readonly cause?: Trace;
}

/**
 * The type of an error and its place in the code, without its message: a message may contain parts of a record or an
 * address, and the readers of the log must not see those.
 */
export function traceOf(error: unknown, depth = 0): Trace {
  if (!(error instanceof Error)) return { error: typeof error, stack: [] };
  const code =
    'code' in error && typeof error.code === 'string' && /^\w+$/.test(error.code) ? error.code : undefined;
  return {
    error: error.constructor.name,
    ...(code === undefined ? {} : { code }),
    stack: placesOf(error).slice(0, 20),
    ...(error.cause !== undefined && depth < 3 ? { cause: traceOf(error.cause, depth + 1) } : {}),
  };
}

function rotate(file: string): void {
  const { size } = fs.statSync(file, { throwIfNoEntry: false }) ?? { size: 0 };
  if (size < maxFileBytes) return;
  for (let i = maxFiles - 1; i >= 1; i--) {
    const from = i === 1 ? file : `${file}.${i - 1}`;
    if (fs.existsSync(from)) fs.renameSync(from, `${file}.${i}`);
  }
}

/**
 * Opens the log: one JSON object per line, on standard error and in a file that only its user can read. If the log
 * cannot be written, the program continues.
 */
export function openLog(
  folder: string,
  clock: Pick<Clock, 'now'>,
  stderr: { write(line: string): unknown },
): Log {
  const file = path.join(folder, 'carrel.log');

  function write(entry: object): void {
    const line = `${JSON.stringify({ at: clock.now().toISOString(), ...entry })}\n`;
    try {
      stderr.write(line);
      fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
      rotate(file);
      fs.appendFileSync(file, line, { mode: 0o600 });
    } catch {
      // The program continues without this line.
    }
  }

  return {
    line: (event, facts = {}) => write({ event, ...facts }),
    defect(error) {
      const id = randomUUID();
      write({ event: 'defect', id, ...traceOf(error) });
      return id;
    },
  };
}

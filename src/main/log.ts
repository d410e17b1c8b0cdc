import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Clock, Log } from './ports.ts';

/** A file that is larger is put behind, in bytes; so many are kept. */
export const largest = 1_000_000;
export const kept = 3;

interface Traced {
  readonly error: string;
  readonly code?: string;
  readonly stack: readonly string[];
  readonly cause?: Traced;
}

/**
 * What kind of error, and where in the code. Never its message: a message may repeat what it was about, half a
 * record or a whole address, and the log is read by people who are not to know that.
 */
export function traceOf(error: unknown, depth = 0): Traced {
  if (!(error instanceof Error)) return { error: typeof error, stack: [] };
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at .+(?::\d+\)?|<anonymous>\)?|native\)?)$/.test(line));
  const code =
    'code' in error && typeof error.code === 'string' && /^\w+$/.test(error.code) ? error.code : undefined;
  return {
    error: error.constructor.name,
    ...(code === undefined ? {} : { code }),
    stack: frames.slice(0, 20).map((line) => line.trim()),
    ...(error.cause !== undefined && depth < 3 ? { cause: traceOf(error.cause, depth + 1) } : {}),
  };
}

function rotate(file: string): void {
  const { size } = fs.statSync(file, { throwIfNoEntry: false }) ?? { size: 0 };
  if (size < largest) return;
  for (let i = kept - 1; i >= 1; i--) {
    const from = i === 1 ? file : `${file}.${i - 1}`;
    if (fs.existsSync(from)) fs.renameSync(from, `${file}.${i}`);
  }
}

/**
 * The log: one JSON object a line, on standard error and in a file of its user's only. A log that cannot be written
 * is no reason to stop working.
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
      // See above.
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

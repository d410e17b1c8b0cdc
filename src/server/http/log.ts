import { placesOf } from '../../shared/error-places.ts';
import type { Ports } from '../ports.ts';

/** Takes a line of the log: what happened, and facts that are neither the key nor anything of a patron's. */
export type Log = (event: string, facts: Readonly<Record<string, unknown>>) => void;

/**
 * Writes lines of JSON. A call's line has its operation and not its path, which names a patron; its status, how long it
 * took and, where it was refused, the tracking id that the answer carries too.
 */
export function jsonLines(write: (line: string) => void, now: Ports['now']): Log {
  return (event, facts) => {
    const line = { time: now().toISOString(), level: levelOf(facts['status']), event, ...facts };
    write(`${JSON.stringify(line)}\n`);
  };
}

function levelOf(status: unknown): string {
  if (typeof status !== 'number' || status < 400) return 'info';
  return status < 500 ? 'warn' : 'error';
}

/**
 * Writes down a defect as one line on standard error: which operation, which tracking id, which kind of error and
 * where. Not its message, which may quote a record, nor anything that was sent.
 */
export function logDefect(defect: {
  now: Date;
  operation: string;
  trackingId: string;
  error: unknown;
}): void {
  const { now, operation, trackingId, error } = defect;
  const known = error instanceof Error;
  const line = {
    time: now.toISOString(),
    level: 'error',
    event: 'defect',
    operation,
    trackingId,
    error: known ? error.name : typeof error,
    at: known ? placesOf(error).slice(0, 5) : [],
  };
  process.stderr.write(`${JSON.stringify(line)}\n`);
}

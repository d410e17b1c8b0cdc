import type { Accepted } from '../../contract/common.ts';
import { Failed, failureOf } from '../failure.ts';
import type { Log } from '../ports.ts';

/**
 * The answer to a window for a command that the service accepted: the record, or null if it cannot be read afterwards.
 * The command is done in both cases. If a failed read were reported as a failure, the user would ask for the command
 * again.
 */
export async function accepted<V>(log: Log, view: () => V | Promise<V>): Promise<Accepted<V>> {
  try {
    return { record: await view() };
  } catch (error) {
    noteUnread(log, error);
    return { record: null };
  }
}

/** Reads one field of the answer to an accepted command; null if it cannot be read. */
export function readable<V>(log: Log, read: () => V): V | null {
  try {
    return read();
  } catch (error) {
    noteUnread(log, error);
    return null;
  }
}

const noteUnread = (log: Log, error: unknown): void =>
  log.line('accepted.unread', { why: failureOf(error, log).kind });

/**
 * The record from the answer of a command. If the answer does not say which record it is, the record is read again.
 * Throws if that does not help either.
 */
export async function recordOfAnswer<R>(
  answer: R,
  idOf: (record: R) => string,
  again?: () => Promise<R>,
): Promise<R> {
  if (idOf(answer) !== '') return answer;
  const read = await again?.();
  if (read !== undefined && idOf(read) !== '') return read;
  throw new Failed({ kind: 'unreachable', why: 'unreadable', detail: '' });
}

import type { Accepted } from '../../contract/common.ts';
import { Failed, failureOf } from '../failure.ts';
import type { Log } from '../ports.ts';

/**
 * What a window is told of a command that the service accepted. From then on it is done: what cannot be read
 * afterwards is told as such, and never as a failure of the command, which somebody would then ask for again.
 */
export async function accepted<V>(log: Log, view: () => V | Promise<V>): Promise<Accepted<V>> {
  try {
    return { record: await view() };
  } catch (error) {
    noteUnread(log, error);
    return { record: null };
  }
}

/** What an accepted command's answer says of one thing; null where that cannot be read. */
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
 * The record that a command answered; read again where the answer does not even say which record it is. Throws where it
 * can be read in neither way.
 */
export async function answered<R>(
  answer: R,
  idOf: (record: R) => string,
  again?: () => Promise<R>,
): Promise<R> {
  if (idOf(answer) !== '') return answer;
  const read = await again?.();
  if (read !== undefined && idOf(read) !== '') return read;
  throw new Failed({ kind: 'unreachable', why: 'unreadable', detail: '' });
}

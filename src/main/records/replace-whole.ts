import { type Fields, isFields } from '../../service/read.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Failure } from '../../contract/failure.ts';
import type { Queues } from '../commands/queues.ts';
import { Failed } from '../failure.ts';

/** A difference between a record as the user saw it and as it is now. */
export type Difference = Extract<Failure, { kind: 'conflict' }>['differences'][number];

/** A record that the service can only replace as a whole, and how to replace it. */
export interface Replacement<R, A> {
  /** The name of the queue of its commands. */
  readonly queue: string;
  readonly read: () => Promise<R>;
  /** What has changed since the user saw the record. */
  readonly differences: (fresh: R) => readonly Difference[];
  readonly write: (fresh: R) => Promise<A>;
}

/**
 * Replaces a record as a whole. It is read again, after a command that may still be in progress there. If it has
 * changed since the user saw it, nothing is sent, and the failure is a `conflict` with the differences. No other task
 * of this station runs on the record between the read and the write, because two updates that began with the same read
 * would undo each other. Source: design, rules of the house, 5.
 */
export function replaceWhole<R, A>(
  queues: Queues,
  { queue, read, differences, write }: Replacement<R, A>,
): Promise<A> {
  return queues.run(`task:${queue}`, async () => {
    const fresh = await queues.run(queue, read);
    const found = differences(fresh);
    if (found.length > 0) throw new Failed({ kind: 'conflict', differences: found });
    return write(fresh);
  });
}

/**
 * The differences between two states of a record, by field. A row of a table is named by its code or its columns,
 * `row.STAFF.description`, and a wrapped code is one value.
 */
export function differencesBetween(was: unknown, is: unknown, field = ''): Difference[] {
  if (isDeepStrictEqual(was, is)) return [];
  if (Array.isArray(was) && Array.isArray(is)) return inLists(was, is, field);
  if (isFields(was) && isFields(is) && !(isCode(was) && isCode(is))) return inFields(was, is, field);
  return [{ field, was: displayText(was), is: displayText(is) }];
}

function inFields(was: Fields, is: Fields, field: string): Difference[] {
  const names = new Set([...Object.keys(was), ...Object.keys(is)]);
  return [...names].flatMap((name) =>
    differencesBetween(was[name], is[name], field === '' ? name : `${field}.${name}`),
  );
}

function inLists(was: readonly unknown[], is: readonly unknown[], field: string): Difference[] {
  const before = byName(was);
  const after = byName(is);
  const found = inFields(before, after, field);
  // The rows are the same, in another order.
  const order = (rows: Fields) => Object.keys(rows).join(', ');
  return found.length > 0 ? found : [{ field, was: order(before), is: order(after) }];
}

/** The entries by name; a second one with the same name gets its index. */
function byName(entries: readonly unknown[]): Fields {
  const named: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [index, entry] of entries.entries()) {
    const name = nameOf(entry);
    named[name === '' || name in named ? String(index) : name] = entry;
  }
  return named;
}

function nameOf(entry: unknown): string {
  if (!isFields(entry)) return '';
  if (entry['code'] !== undefined) return displayText(entry['code']);
  const columns = ['column0', 'column1', 'column2', 'column3', 'column4'];
  return columns
    .map((column) => displayText(entry[column]))
    .join(' ')
    .trim();
}

/** A value as a short text beside its field. */
function displayText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (isFields(value))
    return isCode(value) ? displayText(value['value']) : Object.values(value).map(displayText).join(' · ');
  return JSON.stringify(value);
}

function isCode(fields: Fields): boolean {
  return Object.hasOwn(fields, 'value') && Object.values(fields).every((value) => !isFields(value));
}

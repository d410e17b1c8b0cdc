import { type Fields, isFields } from '../../service/read.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Failure } from '../../contract/failure.ts';
import type { Queues } from '../commands/queues.ts';
import { Failed } from '../failure.ts';

/** What differs between a record as somebody saw it and as it is. */
export type Difference = Extract<Failure, { kind: 'conflict' }>['differences'][number];

/** A record that the service can only replace as a whole, and what is to be done with it. */
export interface Whole<R, A> {
  /** The lane of its commands: one at a time. */
  readonly queue: string;
  readonly read: () => Promise<R>;
  /** What is not any more as it was when it was seen. */
  readonly differences: (fresh: R) => readonly Difference[];
  readonly write: (fresh: R) => Promise<A>;
}

/**
 * Replaces a record as a whole: it is read anew, once the command has ended that may still be under way there, and
 * nothing is sent where it has changed since it was seen: that is a `conflict`, with what differs. From the read to the
 * write nobody else of this station is let in, since two updates that began with the same read would each undo the
 * other. Source: design, rules of the house, 5.
 */
export function replaceWhole<R, A>(
  queues: Queues,
  { queue, read, differences, write }: Whole<R, A>,
): Promise<A> {
  return queues.run(`task:${queue}`, async () => {
    const fresh = await queues.run(queue, read);
    const found = differences(fresh);
    if (found.length > 0) throw new Failed({ kind: 'conflict', differences: found });
    return write(fresh);
  });
}

/**
 * What differs between two states of a record, field by field: a row of a table is called by its code or its columns,
 * `row.STAFF.description`, and a wrapped code is one value.
 */
export function differencesBetween(was: unknown, is: unknown, field = ''): Difference[] {
  if (isDeepStrictEqual(was, is)) return [];
  if (Array.isArray(was) && Array.isArray(is)) return inLists(was, is, field);
  if (isFields(was) && isFields(is) && !(isCode(was) && isCode(is))) return inFields(was, is, field);
  return [{ field, was: shown(was), is: shown(is) }];
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
  // The same rows in another order.
  const order = (rows: Fields) => Object.keys(rows).join(', ');
  return found.length > 0 ? found : [{ field, was: order(before), is: order(after) }];
}

/** The entries by what they are called; one that is there twice is told apart by its number. */
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
  if (entry['code'] !== undefined) return shown(entry['code']);
  const columns = ['column0', 'column1', 'column2', 'column3', 'column4'];
  return columns
    .map((column) => shown(entry[column]))
    .join(' ')
    .trim();
}

/** A value in words, short enough to be read beside its field. */
function shown(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (isFields(value))
    return isCode(value) ? shown(value['value']) : Object.values(value).map(shown).join(' · ');
  return JSON.stringify(value);
}

function isCode(fields: Fields): boolean {
  return Object.hasOwn(fields, 'value') && Object.values(fields).every((value) => !isFields(value));
}

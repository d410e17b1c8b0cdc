import * as z from 'zod';
import type { TableKind } from '../../../contract/configuration-tables.ts';
import { rowsOf } from '../../../service/read.ts';
import { didNotHappen, happened, unclear } from '../../commands/resolutions.ts';
import { contentOf, hashOf } from './hash.ts';
import type { Table } from './kinds.ts';
import { isAsSent, keyOf, type Row, withoutBlanks } from './rows.ts';
import { RowsByKey } from './saved-rows.ts';
import { isMoved } from './weave.ts';
import { wholeRows } from './whole.ts';

/**
 * The state of a table before it is replaced: the id under which the station keeps it, and names of its rows in their
 * order and of what they say in any order. Earlier versions wrote the whole table here.
 */
export const TableBefore = z.union([
  z.object({ former: z.string(), hash: z.string(), content: z.string() }),
  z.looseObject({}),
]);
type TableBefore = z.output<typeof TableBefore>;

function namesOf(kind: TableKind, before: TableBefore) {
  if ('hash' in before && typeof before.hash === 'string' && typeof before['content'] === 'string')
    return { hash: before.hash, content: before['content'] };
  const rows = rowsOf(before as Table) as readonly Row[];
  return { hash: hashOf(rows), content: contentOf(kind, rows) };
}

/**
 * Whether a table was replaced with what was sent, by a read of it. It was not, where its rows are to the last sign as
 * before. It was, where they are those that were sent: the service may trim texts, wrap flags, add fields, and have an
 * order of its own. Where there is anything else, somebody has changed it since, and only a person can tell. Throws
 * `incomplete` where it was not read whole. Source: Configuration.
 */
export function tableReplacedOrNot<T extends Table>(
  kind: TableKind,
  current: T,
  sent: { readonly row: readonly unknown[] },
  before: TableBefore,
) {
  const rows = wholeRows(current);
  const sentRows = sent.row as readonly Row[];
  const was = namesOf(kind, before);
  if (hashOf(rows) === was.hash) return hashOf(sentRows) === was.hash ? happened(current) : didNotHappen;
  const places = placesOf(kind, sentRows, rows);
  if (places === null) return unclear;
  // Where the order was all that was to change, another order than was sent says nothing.
  const onlyMoved = contentOf(kind, sentRows) === was.content;
  return isMoved(places) && onlyMoved ? unclear : happened(current);
}

/** Where each row that was sent is in the table; null if one is not there, or others are. */
function placesOf(kind: TableKind, sent: readonly Row[], rows: readonly Row[]): number[] | null {
  if (sent.length !== rows.length) return null;
  const there = new RowsByKey(kind, rows);
  const places: number[] = [];
  for (const row of sent) {
    const place = there.placeOf(keyOf(kind, row), row);
    const now = place === null ? undefined : rows[place];
    if (place === null || !now || !isAsSent(kind, row, now, withoutBlanks)) return null;
    places.push(place);
  }
  return new Set(places).size === places.length ? places : null;
}

import type { TableKind } from '../../../contract/configuration-tables.ts';
import { threeWay } from '../../../shared/three-way.ts';
import { keyOf, type Row, saysOf } from './rows.ts';
import { isMoved, woven } from './weave.ts';

/** A row of an edit: its place in the table as it was opened, null for a new one, and what it is now. */
export interface MyRow {
  readonly from: number | null;
  readonly row: Row;
}

/** Three states of the rows of a table: as opened, as edited here, and as somebody else has left them. */
export interface ThreeTables {
  readonly kind: TableKind;
  readonly was: readonly Row[];
  readonly mine: readonly MyRow[];
  readonly theirs: readonly Row[];
  /** For each conflict by its key, whose row is taken. */
  readonly choices: Readonly<Record<string, 'mine' | 'theirs'>>;
}

/** One row in up to three states, and what it becomes: null where it is dropped. */
export interface MergedRow {
  readonly was: Row | null;
  readonly mine: Row | null;
  readonly theirs: Row | null;
  readonly row: Row | null;
  /** Both changed it, not to the same: the name under which a person chooses. */
  readonly conflict: string | null;
  readonly chosen: boolean;
}

/** A merged table. */
export interface Merged {
  /** Every row of any side. Those that have a `row` are in the table, in the order of `order`. */
  readonly all: ReadonlyMap<string, MergedRow>;
  readonly order: readonly string[];
  /** The rows that are in both the merged table and theirs stand in another order. */
  readonly reordered: boolean;
  /** Somebody else has changed the table since it was opened. */
  readonly theyChanged: boolean;
  /** Rows cannot be told apart: nothing was merged, and nothing may be saved. */
  readonly cannotMerge: boolean;
}

/**
 * Merges two edits of one table, row by row, by the rule of `threeWay`. Rows are matched by what they are known by. No
 * row of either side disappears unless the other has dropped it and it was left as it was: where both did something to
 * it, it is a conflict, for which mine stands until a person has chosen.
 */
export function mergeTables(tables: ThreeTables): Merged {
  const { kind, was, theirs } = tables;
  const says = (row: Row | null): string | null => row && saysOf(kind, row);
  const theyChanged =
    was.length !== theirs.length || was.some((row, index) => says(row) !== says(theirs[index] ?? null));
  const mine = matched(kind, was, tables.mine);
  const keys = theirs.map((row) => keyOf(kind, row));
  const wasKeys = was.map((row) => keyOf(kind, row));
  const isUnique = (list: readonly string[]): boolean => new Set(list).size === list.length;
  const canMatch = !theyChanged || (isUnique(keys) && isUnique(wasKeys));
  const byKey = new Map(wasKeys.map((key, index) => [key, index]));

  /** Each of their rows by the name of the row that it was. */
  const theirIds = theirs.map((_row, index) => {
    const place = !theyChanged || !canMatch ? index : byKey.get(keys[index] ?? '');
    return place === undefined ? `theirs:${String(index)}` : `was:${String(place)}`;
  });
  const myIds = mine.map(({ from }, index) =>
    from === null ? `mine:${String(index)}` : `was:${String(from)}`,
  );
  const there = new Map(theirIds.map((id, index) => [id, theirs[index] ?? null]));
  const here = new Map(myIds.map((id, index) => [id, mine[index]?.row ?? null]));

  const all = new Map<string, MergedRow>();
  const judge = (id: string, key: string, states: Pick<MergedRow, 'was' | 'mine' | 'theirs'>): void => {
    const change = threeWay(says(states.was), says(states.mine), says(states.theirs));
    const choice = change === 'clash' && Object.hasOwn(tables.choices, key) ? tables.choices[key] : undefined;
    // What says the same goes back in the form in which it is there now.
    const takesMine = change === 'mine' || (change === 'clash' && choice !== 'theirs');
    const row = takesMine ? states.mine : states.theirs;
    const conflict = change === 'clash' ? key : null;
    all.set(id, { ...states, row, conflict, chosen: choice !== undefined });
  };

  for (const [index, row] of was.entries()) {
    const id = `was:${String(index)}`;
    const key = wasKeys[index] ?? '';
    judge(id, key, { was: row, mine: here.get(id) ?? null, theirs: there.get(id) ?? null });
  }
  // What both added, or renamed to, under one name is one row.
  const myKeys = new Map(mine.map(({ row }, index) => [keyOf(kind, row), index]));
  const renamed = new Map<string, string>();
  for (const [index, id] of theirIds.entries()) {
    if (!id.startsWith('theirs:')) continue;
    const key = keys[index] ?? '';
    const place = myKeys.get(key);
    const twin = place === undefined ? undefined : myIds[place];
    const row = theirs[index] ?? null;
    const mineThere = twin === undefined ? null : (here.get(twin) ?? null);
    judge(id, key, { was: null, mine: mineThere, theirs: row });
    if (twin === undefined) continue;
    renamed.set(twin, id);
    // I gave another row this name: that one is dropped by it, or stays as they have it.
    const old = all.get(twin);
    if (!old) continue;
    const isTaken = all.get(id)?.row === mineThere || says(mineThere) === says(row);
    if (isTaken) judge(twin, keyOf(kind, old.was ?? {}), { ...old, mine: null });
    else all.set(twin, { ...old, row: old.theirs, conflict: null, chosen: false });
  }
  for (const [index, id] of myIds.entries()) {
    if (!id.startsWith('mine:') || renamed.has(id)) continue;
    judge(id, '', { was: null, mine: mine[index]?.row ?? null, theirs: null });
  }

  const order = inOrder({ all, myIds: myIds.map((id) => renamed.get(id) ?? id), theirIds });
  const theirPlaces = new Map(theirIds.map((id, index) => [id, index]));
  const result = order.map((id) => keyOf(kind, all.get(id)?.row ?? {}));
  return {
    ...{ all, order, theyChanged },
    reordered: isMoved(order.flatMap((id) => theirPlaces.get(id) ?? [])),
    cannotMerge:
      !canMatch || (theyChanged && !isUnique(result) && isUnique(mine.map(({ row }) => keyOf(kind, row)))),
  };
}

/**
 * My rows with their places. A row under the name of one that I dropped is that row, whether it is new or had another
 * name. A place that is named twice, or is none, is that of a new row.
 */
function matched(kind: TableKind, was: readonly Row[], mine: readonly MyRow[]): MyRow[] {
  const used = new Set<number>();
  const first = mine.map(({ from, row }): MyRow => {
    if (from === null || from >= was.length || used.has(from)) return { from: null, row };
    used.add(from);
    return { from, row };
  });
  const free = new Map<string, number>();
  const wasKeys = was.map((row) => keyOf(kind, row));
  for (const [index, key] of wasKeys.entries()) if (!used.has(index)) free.set(key, index);
  return first.map(({ from, row }) => {
    const key = keyOf(kind, row);
    const place = free.get(key);
    if (place === undefined || (from !== null && wasKeys[from] === key)) return { from, row };
    free.delete(key);
    if (from !== null) free.set(wasKeys[from] ?? '', from);
    return { from: place, row };
  });
}

/** The order of the merged rows: mine, unless only they have moved rows; what the other side added stands where it was. */
function inOrder({
  all,
  myIds,
  theirIds,
}: {
  readonly all: ReadonlyMap<string, MergedRow>;
  readonly myIds: readonly string[];
  readonly theirIds: readonly string[];
}): string[] {
  const isThere = (id: string): boolean => (all.get(id)?.row ?? null) !== null;
  const [here, there] = [[...new Set(myIds)].filter(isThere), theirIds.filter(isThere)];
  const wasPlaces = (ids: readonly string[]): number[] =>
    ids.flatMap((id) => (id.startsWith('was:') ? [Number(id.slice('was:'.length))] : []));
  return !isMoved(wasPlaces(here)) && isMoved(wasPlaces(there)) ? woven(there, here) : woven(here, there);
}

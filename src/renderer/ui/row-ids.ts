/**
 * What tells the rows of a list apart, whatever ids they came with: the id where a row has one of its own; `id#2`,
 * `id#3` … for the next ones with the same id; `#1`, `#2` … for those without one. No two are ever the same, and each is
 * the same again when the same list is read again.
 *
 * @returns of a row that is not in the list: its id
 */
export function rowIds<Row extends object>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
): (row: Row) => string {
  const own = new Set(rows.map(idOf));
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  const ids = new Map<Row, string>();

  /** The next number for this id that makes no id of another row. */
  function numbered(id: string): string {
    let count = counts.get(id) ?? (id === '' ? 0 : 1);
    let next: string;
    do next = `${id}#${(count += 1)}`;
    while (own.has(next) || taken.has(next));
    counts.set(id, count);
    return next;
  }

  for (const row of rows) {
    if (ids.has(row)) continue;
    const id = idOf(row);
    const key = id === '' || taken.has(id) ? numbered(id) : id;
    taken.add(key);
    ids.set(row, key);
  }
  return (row) => ids.get(row) ?? idOf(row);
}

/** The rows, each with what tells it apart from the others: for an `{#each}` over what came from elsewhere. */
export function withIds<Row extends object>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
): readonly { readonly id: string; readonly row: Row }[] {
  const own = rowIds(rows, idOf);
  return rows.map((row) => ({ id: own(row), row }));
}

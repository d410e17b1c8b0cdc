import type { GridColumn, GridRows } from './grid-types.ts';

/** How many of the first rows say how wide a column is. */
const looked = 200;

/** A column of short texts is as wide as they are, in `ch`; one of longer texts gives way first. */
const short = 10;
/** Below this no text says anything, in `ch`: only then the grid is scrolled sideways. */
const least = 3;
/** The column of row numbers. */
const numbers = '4.5rem';

/**
 * The columns as CSS has them: they share the width of the grid, which is its inline size container, by what is in them.
 * Where that is narrow, no column has more than its share of it before the others have theirs.
 */
export function columnTracks(columns: readonly GridColumn[], rows: GridRows): string {
  const some = rows.slice(0, looked);
  const share = `max(${String(least)}ch, (100cqi - ${numbers}) / ${String(columns.length)})`;
  const tracks = columns.map(({ kind, label }, column) => {
    const head = label.length + 3;
    if (kind === 'flag') {
      const width = Math.max(7, head);
      return `minmax(min(${String(Math.min(width, short))}ch, ${share}), ${String(width)}ch)`;
    }
    const longest = some.reduce((most, { cells }) => Math.max(most, cells[column]?.length ?? 0), head);
    const width = Math.min(40, Math.max(8, longest + 2));
    return `minmax(min(${String(Math.min(width, short))}ch, ${share}), ${String(width)}fr)`;
  });
  return [numbers, ...tracks].join(' ');
}

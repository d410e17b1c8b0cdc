import type { GridColumn, GridRows } from './grid-types.ts';

/** How many of the first rows say how wide a column is. */
const looked = 200;

/** The columns as CSS has them: as wide as most of what is in them, and together at least as wide as the grid. */
export function columnTracks(columns: readonly GridColumn[], rows: GridRows): string {
  const some = rows.slice(0, looked);
  const tracks = columns.map(({ kind, label }, column) => {
    const head = label.length + 3;
    if (kind === 'flag') return `${Math.max(7, head)}ch`;
    const longest = some.reduce((most, { cells }) => Math.max(most, cells[column]?.length ?? 0), head);
    const width = Math.min(40, Math.max(8, longest + 2));
    return `minmax(${Math.min(width, 28)}ch, ${width}fr)`;
  });
  return ['4.5rem', ...tracks].join(' ');
}

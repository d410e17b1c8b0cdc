import type { FeeTransactionRow } from '../../contract/reports.ts';
import type { Deps } from '../deps.ts';
import { placeOfTill } from '../takings/till-place.ts';

/**
 * Names the desk of what was paid or waived at this station, from its journal: the service mostly names none. What the
 * service does name stays; where it names the desk alone, the journal may know of which library.
 */
export function withDesks(
  { journal }: Pick<Deps, 'journal'>,
  library: string,
  rows: readonly FeeTransactionRow[],
): readonly FeeTransactionRow[] {
  const ids = new Set(rows.map(({ externalId }) => externalId).filter((id) => id !== ''));
  if (ids.size === 0) return rows;
  const tills = journal.tillsOf(library, [...ids]);
  return rows.map((row) => {
    const place = placeOfTill(tills.get(row.externalId) ?? '');
    if (place === null || place.desk.code === '') return row;
    const { desk, deskLibrary } = row;
    if (desk.code === '') return { ...row, desk: place.desk, deskLibrary: place.library };
    const isSame = desk.code === place.desk.code && deskLibrary.code === '';
    return isSame ? { ...row, deskLibrary: place.library } : row;
  });
}

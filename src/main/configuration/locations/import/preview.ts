import type {
  LocationPreview,
  PreviewRow,
  RowProblem,
} from '../../../../contract/configuration-locations.ts';
import type { Parsed } from '../../../../contract/index.ts';
import type { Location } from '../../../../service/shapes/config.ts';
import { charsetOf, decoded, isText } from '../../../records/charset.ts';
import { fromCell } from '../../../records/csv-cells.ts';
import { type CsvRow, readRows, separatorOf } from '../../../records/csv-in.ts';
import type { FileToImport } from '../../../records/import-files.ts';
import type { PlannedRow } from '../plan.ts';
import { columnsIn, knownIn } from './columns.ts';
import { type ReadRow, rowsBeside, rowsToDelete } from './rows.ts';

/** So many rows are read at most. The largest libraries have some hundred locations. */
export const mostRows = 5000;

/** How a person wants the file read; what is null is found out. */
type How = Pick<Parsed<'configuration.locations.import.preview'>, 'charset' | 'separator' | 'deletes'>;

/** What a file is put beside. */
export interface Library {
  readonly code: string;
  readonly present: readonly Location[];
  readonly types: readonly string[];
}

/** A file beside a library: as it is shown, and what would be done. */
export interface ReadFile {
  readonly shown: Omit<LocationPreview, 'preview'>;
  /** Empty where the file as a whole has something wrong. */
  readonly planned: readonly PlannedRow[];
}

/** Puts a file beside a library. Nothing is asked of the service. */
export function readFile({ bytes, ...file }: FileToImport, how: How, library: Library): ReadFile {
  const charset = how.charset ?? charsetOf(bytes);
  const text = decoded(bytes, charset);
  const separator = how.separator ?? separatorOf(text, knownIn);
  const { rows, problems } = rowsIn(text, separator, how, library);
  const isWrong = problems.some(({ kind }) => kind === 'wrong');
  const shown = rows.map((row) => row.shown);
  return {
    shown: {
      ...{ ...file, library: library.code, charset, separator, problems, rows: shown },
      counts: countsOf(shown),
    },
    planned: isWrong ? [] : rows.flatMap(({ planned }) => planned ?? []),
  };
}

const wrong = (reason: RowProblem['reason'], detail = ''): RowProblem => ({
  ...{ kind: 'wrong', field: '', reason, detail },
});

interface RowsOfFile {
  readonly rows: readonly ReadRow[];
  readonly problems: readonly RowProblem[];
}

function rowsIn(
  text: string,
  separator: LocationPreview['separator'],
  how: How,
  library: Library,
): RowsOfFile {
  const whole = (...problems: readonly RowProblem[]): RowsOfFile => ({ rows: [], problems });
  if (text.trim() === '') return whole(wrong('empty'));
  if (!isText(text)) return whole(wrong('notText'));
  // One more than is taken, and the row of names, to see that there are too many.
  const { rows: all, broken } = readRows(text, separator, mostRows + 2);
  if (broken) return whole(wrong('quotes', String(broken.line)));
  const [names, ...rows] = all;
  if (rows.length > mostRows) return whole(wrong('tooManyRows', String(mostRows)));
  const { places, problems } = columnsIn(names?.values.map(fromCell) ?? []);
  if (problems.some(({ kind }) => kind === 'wrong')) return whole(...problems);
  if (rows.length === 0) return whole(...problems, wrong('noRows'));
  const width = names?.values.length ?? 0;
  const read = rowsBeside(rows.map(toEnd(width)), { ...library, places, width });
  if (!how.deletes) return { rows: read, problems };
  // Of a row without its code nobody can tell which location it is: it might be one that is to be deleted.
  const isBarred = read.some(({ shown }) => shown.code === '');
  if (isBarred) return { rows: read, problems: [...problems, { ...wrong('deletesBarred'), kind: 'check' }] };
  return { rows: [...read, ...rowsToDelete(read, library.present)], problems };
}

/** A row without the empty values after its last column, which some spreadsheets write. */
const toEnd =
  (width: number) =>
  (row: CsvRow): CsvRow => {
    const isEmptyAfter = row.values.slice(width).every((value) => value.trim() === '');
    return isEmptyAfter ? { ...row, values: row.values.slice(0, width) } : row;
  };

function countsOf(rows: readonly PreviewRow[]): LocationPreview['counts'] {
  const counts = { make: 0, change: 0, delete: 0, same: 0, none: 0 };
  for (const { act } of rows) counts[act] += 1;
  return counts;
}

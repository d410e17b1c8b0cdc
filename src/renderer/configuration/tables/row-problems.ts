import { m } from '../../../messages/compiled/messages.js';
import type { RowProblem, TableColumn, TableKind } from '../../../contract/configuration-tables.ts';
import type { CellProblems, GridRow, GridRows } from '../../ui/grid/grid-types.ts';

const words: Readonly<Record<RowProblem['why'], () => string>> = {
  noCode: m.configuration_tables_problem_no_code,
  twice: m.configuration_tables_problem_twice,
  tooLong: m.configuration_tables_problem_too_long,
  sameButForCase: m.configuration_tables_problem_case,
  blanks: m.configuration_tables_problem_blanks,
};

/** Why a row cannot be saved, or is odd, in words. */
export const problemWords = (why: RowProblem['why']): string => words[why]();

/** The longest code that is taken. Source: Configuration. */
const longestCode = 255;

/** What a row is known by, to the letter and as it looks; made once for each row, as rows are never changed. */
interface RowName {
  readonly exact: string;
  readonly loose: string;
  readonly own: RowProblem['why'] | null;
}

/**
 * Finds what is wrong or odd in rows, as they are typed: as main judges them before they are saved, but each of those
 * that are alike is marked, not only the later one.
 */
export function rowProblems(
  kind: TableKind,
  columns: readonly TableColumn[],
): (rows: GridRows) => CellProblems {
  const keys = columns.flatMap(({ field }, place) =>
    (kind === 'code' ? field === 'code' : /^column\d+$/.test(field)) ? [place] : [],
  );
  const first = keys[0] ?? 0;
  const known = new WeakMap<GridRow['cells'], RowName>();
  const nameOf = (cells: GridRow['cells']): RowName => {
    let name = known.get(cells);
    if (!name) known.set(cells, (name = rowName(keys.map((key) => cells[key] ?? ''))));
    return name;
  };
  return (rows) => {
    const exact = new Map<string, number>();
    const loose = new Map<string, string | null>();
    for (const { cells } of rows) {
      const name = nameOf(cells);
      if (name.own === 'noCode') continue;
      exact.set(name.exact, (exact.get(name.exact) ?? 0) + 1);
      const twin = loose.get(name.loose);
      // Null: it stands for several that look the same.
      if (twin === undefined) loose.set(name.loose, name.exact);
      else if (twin !== name.exact) loose.set(name.loose, null);
    }
    const problems = new Map<string, ReadonlyMap<number, string>>();
    for (const { key, cells } of rows) {
      const name = nameOf(cells);
      const why = whyOf(name, exact, loose);
      if (why) problems.set(key, new Map([[first, problemWords(why)]]));
    }
    return problems;
  };
}

function rowName(texts: readonly string[]): RowName {
  const code = texts[0] ?? '';
  const loose = texts.map((text) => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim().toLowerCase());
  const own =
    code.trim() === ''
      ? 'noCode'
      : code.trim().length > longestCode
        ? 'tooLong'
        : texts.some((text) => text !== text.trim())
          ? 'blanks'
          : null;
  return { exact: texts.join('\n'), loose: loose.join('\n'), own };
}

function whyOf(
  { exact, loose, own }: RowName,
  exacts: ReadonlyMap<string, number>,
  looses: ReadonlyMap<string, string | null>,
): RowProblem['why'] | null {
  if (own === 'noCode' || own === 'tooLong') return own;
  if ((exacts.get(exact) ?? 0) > 1) return 'twice';
  if (own) return own;
  return looses.get(loose) === null ? 'sameButForCase' : null;
}

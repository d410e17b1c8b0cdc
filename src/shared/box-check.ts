/** What should be in a box of one order line. */
export interface ListedLine {
  readonly pol: string;
  readonly title: string;
  /** How many copies should come. */
  readonly expected: number;
}

/**
 * A book of the trolley, as far as a box check goes by it.
 * - `here`: it is in the box, whatever came of its receipt
 * - `waits`: it is looked up, or asks something; it may be another book, or be left
 */
export interface BoxBook {
  readonly id: string;
  /** `''` where it has no order line at all. */
  readonly pol: string;
  readonly title: string;
  readonly is: 'here' | 'waits';
}

/** An order line of the box: one that is listed, or one that only came. All counts are of copies. */
export interface BoxLine extends ListedLine {
  /** Its list names it. */
  readonly listed: boolean;
  /** Those of the expected ones that came. */
  readonly come: number;
  readonly short: number;
  /** Those that came beyond the expected ones. */
  readonly extra: number;
  /** Those that came and are damaged, expected or not. */
  readonly damaged: number;
  /** Those whose book asks something, or is looked up. */
  readonly waits: number;
  /** The ids of those that came, in the order in which they were scanned. */
  readonly books: readonly string[];
}

export interface BoxSum {
  readonly expected: number;
  readonly come: number;
  readonly short: number;
  readonly extra: number;
  readonly damaged: number;
  readonly waits: number;
}

export interface BoxCount {
  /** In the order of the list; what only came follows, in the order in which it came. */
  readonly lines: readonly BoxLine[];
  readonly sum: BoxSum;
}

/** What came of what should be in a box. `damaged`: the ids of the books that a person has found damaged. */
export function countBox(
  list: readonly ListedLine[],
  books: readonly BoxBook[],
  damaged: ReadonlySet<string>,
): BoxCount {
  const listed = new Map<string, ListedLine>();
  for (const line of list) {
    const before = listed.get(line.pol);
    listed.set(line.pol, before ? { ...before, expected: before.expected + line.expected } : line);
  }
  const ofLine = Map.groupBy(books, ({ pol }) => pol);
  // Books without an order line are each a line of their own: no two need be the same title.
  const unknown = ofLine.get('') ?? [];
  ofLine.delete('');
  const lines = [
    ...[...listed.values()].map((line) => lineOf(line, true, ofLine.get(line.pol) ?? [], damaged)),
    ...[...ofLine]
      .filter(([pol]) => !listed.has(pol))
      .map(([pol, its]) => lineOf({ pol, title: titleIn(its), expected: 0 }, false, its, damaged)),
    ...unknown
      .filter(({ is }) => is === 'here')
      .map((book) => lineOf({ pol: '', title: book.title, expected: 0 }, false, [book], damaged)),
  ].filter((line) => line.listed || line.books.length + line.waits > 0);
  const total = (of: (line: BoxLine) => number): number => lines.reduce((sum, line) => sum + of(line), 0);
  return {
    lines,
    sum: {
      expected: total((line) => line.expected),
      come: total((line) => line.come),
      short: total((line) => line.short),
      extra: total((line) => line.extra),
      damaged: total((line) => line.damaged),
      waits: total((line) => line.waits) + unknown.filter(({ is }) => is === 'waits').length,
    },
  };
}

const titleIn = (books: readonly BoxBook[]): string => books.find(({ title }) => title !== '')?.title ?? '';

function lineOf(
  line: ListedLine,
  listed: boolean,
  books: readonly BoxBook[],
  damaged: ReadonlySet<string>,
): BoxLine {
  const here = books.filter(({ is }) => is === 'here').map(({ id }) => id);
  const come = Math.min(here.length, line.expected);
  return {
    ...line,
    ...{ listed, come, books: here },
    short: line.expected - come,
    extra: here.length - come,
    damaged: here.filter((id) => damaged.has(id)).length,
    waits: books.length - here.length,
  };
}

/** What is wrong with a line of a box: what is claimed, or sent back. */
export const boxTroubles = ['short', 'damaged', 'extra'] as const;
export type BoxTrouble = (typeof boxTroubles)[number];

/** What of a line was not noted yet, the first thing to be seen to first. `noted`: how many copies were. */
export const openTroubles = (line: BoxLine, noted: (trouble: BoxTrouble) => number): readonly BoxTrouble[] =>
  boxTroubles.filter((trouble) => line[trouble] > noted(trouble));

/** The order line numbers of a typed list, each once. */
export function typedOrders(text: string): readonly string[] {
  const numbers = text
    .split(/[\s,;]+/u)
    .map((one) => one.trim())
    .filter((one) => one !== '');
  return [...new Set(numbers)];
}

/** A book of a trolley, as main and the window have it. */
interface ScannedBook {
  readonly id: string;
  readonly text: string;
  readonly pol: string;
  readonly title: string;
  readonly state: string;
  readonly question: { readonly kind: string } | null;
  readonly failure: { readonly kind: string; readonly reason?: string; readonly detail?: string } | null;
}

/**
 * The books that a box check counts. One that was found in an order line is here, also where it could not be received.
 * Of those without an order line, one that has none is here; one that could not be looked up is no book yet.
 */
export const boxBooks = (books: readonly ScannedBook[]): readonly BoxBook[] =>
  books.flatMap(({ id, text, pol, title, state, question, failure }): BoxBook[] => {
    // One that is extra is here, whether it is received or goes back.
    if (undecided.includes(state) && question?.kind !== 'extra') return [{ id, pol, title, is: 'waits' }];
    if (pol !== '') return [{ id, pol, title, is: 'here' }];
    const { reason = '', detail = '' } = failure ?? {};
    // The detail of an item that was not ordered is its title.
    const named = title || (reason === 'required' ? detail : '') || text;
    return notOrdered.includes(reason) ? [{ id, pol, title: named, is: 'here' }] : [];
  });

const undecided: readonly string[] = ['looking', 'waiting', 'asks'];

/** An ISBN without an order line, and an item without one. */
const notOrdered: readonly string[] = ['noOrderLine', 'required'];

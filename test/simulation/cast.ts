export interface CastPatron {
  readonly userId: string;
  readonly card: string;
}

/** An order line, and what is printed on its books and papers: its number, its ISBN, the barcodes of its items. */
export interface CastBook {
  readonly pol: string;
  readonly codes: readonly string[];
}

/** Who and what one workstation has to do with; nobody else does, unless they share. */
export interface Cast {
  readonly patrons: readonly CastPatron[];
  readonly items: readonly string[];
  readonly orders: readonly string[];
  /** The same order lines, as they lie on a trolley. */
  readonly books: readonly CastBook[];
}

/** A library's own database, as whoever compares looks into it. */
interface Rows {
  rows(sql: string): readonly Record<string, unknown>[];
}

/** How many patrons, items and order lines there are for all that share them: few, so that they meet. */
const mostShared = 12;

/** Deals out a library's patrons, items and order lines to so many workstations; `shared`, a few of them to all. */
export function castsOf(library: Rows, stations: number, shared = false): Cast[] {
  const share = <T>(all: readonly T[], nth: number): T[] =>
    shared ? all.slice(0, mostShared) : all.filter((_, at) => at % stations === nth);
  const patrons = library
    .rows(
      `SELECT u.primary_id AS userId, json_extract(doc, '$.user_identifier[0].value') AS card FROM users u
       WHERE json_extract(doc, '$.status.value') = 'ACTIVE' AND json_array_length(doc, '$.user_block') = 0
         AND json_extract(doc, '$.expiry_date') > '2027' AND json_extract(doc, '$.user_note') NOT LIKE '%"popup_note":true%'
         AND card LIKE '2%' ORDER BY u.key`,
    )
    .map(({ userId, card }) => ({ userId: String(userId), card: String(card) }));
  const items = library
    .rows(
      `SELECT barcode FROM items WHERE process_type = '' AND policy = 'LOAN' AND library = 'MAIN'
         AND barcode IS NOT NULL AND pid NOT IN (SELECT pid FROM requests WHERE pid IS NOT NULL) ORDER BY pid`,
    )
    .map(({ barcode }) => String(barcode));
  const orders = library.rows(`SELECT number FROM pols ORDER BY number`).map(({ number }) => String(number));
  const books = library
    .rows(
      `SELECT p.number, json_extract(p.doc, '$.resource_metadata.isbn') AS isbn, i.barcode FROM pols p
         LEFT JOIN items i ON i.pol_number = p.number ORDER BY p.number, i.pid`,
    )
    .map(({ number, isbn, barcode }) => ({ pol: String(number), codes: [number, isbn, barcode] }));
  const codesOf = Map.groupBy(books, ({ pol }) => pol);
  const bookOf = (pol: string): CastBook => {
    const codes = (codesOf.get(pol) ?? []).flatMap((one) => one.codes);
    return { pol, codes: [...new Set(codes.filter((code) => code !== null).map(String))] };
  };
  return Array.from({ length: stations }, (_, nth) => ({
    patrons: share(patrons, nth),
    items: share(items, nth),
    orders: share(orders, nth),
    books: share(orders, nth).map(bookOf),
  }));
}

export interface CastPatron {
  readonly userId: string;
  readonly card: string;
}

/** Who and what one workstation has to do with; nobody else does, unless they share. */
export interface Cast {
  readonly patrons: readonly CastPatron[];
  readonly items: readonly string[];
  readonly orders: readonly string[];
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
  return Array.from({ length: stations }, (_, nth) => ({
    patrons: share(patrons, nth),
    items: share(items, nth),
    orders: share(orders, nth),
  }));
}

/** A library's own database, as whoever compares looks into it. */
interface Rows {
  rows(sql: string): readonly Record<string, unknown>[];
}

/** The notes in each order line of a library. */
export function notesIn(library: Rows | undefined): ReadonlyMap<string, readonly string[]> {
  const sql = `SELECT number, json_extract(note.value, '$.note_text') AS text
    FROM pols, json_each(json_extract(doc, '$.note')) AS note`;
  const notes = library?.rows(sql) ?? [];
  const ofOrder = Map.groupBy(notes, ({ number }) => String(number));
  return new Map([...ofOrder].map(([pol, its]) => [pol, its.map(({ text }) => String(text))]));
}

/** A record of the service as we keep and send it: any fields. */
export type Document = Record<string, unknown>;

/** Reads a stored record. We wrote it, so its shape is known: the caller names it. */
export function fromDoc(row: { readonly doc: string }): unknown {
  return JSON.parse(row.doc);
}

/** Writes a record as it is to be stored. */
export function toDoc(record: object): string {
  return JSON.stringify(record);
}

/** The record without some of its fields, which must be ones that may be missing. */
export function without<T extends object>(record: T, names: readonly string[]): T {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name))) as T;
}

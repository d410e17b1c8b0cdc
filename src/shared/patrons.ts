/** Names in Chinese characters: the family comes first, and nothing stands between. */
const han = /^\p{Script=Han}+$/u;

/** A patron's name where the library has written none in full: the names that there are, or else the id. */
export function nameOr(first: string, last: string, id: string): string {
  if (han.test(first) && han.test(last)) return last + first;
  return [first, last].filter((part) => part !== '').join(' ') || id;
}

/** Whether a type of identifier is that of the card: under either of the codes in use for it. */
export const isCardType = (code: string): boolean => ['BARCODE', '01'].includes(code.toUpperCase());

/** The type that a note has where nothing else is said. Source: User, note 3. */
export const usualNoteType = 'CIRCULATION';

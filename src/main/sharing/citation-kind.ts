import type { CitationKind } from '../../contract/sharing.ts';

/** Citation types of articles. Source: Requests (`CR`), Lending request (`JOURNAL`); the others are assumed. */
const articles = new Set(['CR', 'ARTICLE', 'JOURNAL', 'JR', 'AR']);
const books = new Set(['BK', 'BOOK', 'THESIS']);

/**
 * The kind of a citation type, which decides its fields. An unknown type is the institution's own and has all fields.
 */
export function citationKind(code: string): CitationKind {
  if (articles.has(code.toUpperCase())) return 'article';
  return books.has(code.toUpperCase()) ? 'book' : 'other';
}

import type { CitationEntry, CitationsRead } from '../../contract/lending.ts';
import { longestCitations } from '../../shared/limits.ts';
import { invalid } from '../failure.ts';
import { isBibtex, isRis, readBibtex, readRis, type FormatRead } from './citation-formats.ts';
import { citedByNumber } from './citation-numbers.ts';

/** So many entries are offered: nobody looks through more. */
const mostOffered = 100;

// Control characters, but for the line end and the tab, are what this looks for.
// eslint-disable-next-line no-control-regex
const invisible =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/**
 * Finds citations in a pasted text. Nothing is looked up anywhere: what only names a reference fills in its number.
 * Throws an invalid `citation` where nothing is found, or the text is too long.
 */
export function readCitations(pasted: string): CitationsRead {
  if (pasted.length > longestCitations) throw invalid('citation', 'tooLong');
  const text = pasted
    .replaceAll(/\r\n?|\u2028|\u2029/g, '\n')
    .replaceAll(/[\u00a0\u2007\u202f]/g, ' ')
    .replaceAll(invisible, '')
    .toWellFormed();
  if (text.trim() === '') throw invalid('citation', 'required');
  if (isRis(text)) return read('ris', readRis(text));
  if (isBibtex(text)) {
    const found = readBibtex(text);
    if (found.entries.length + found.unread > 0) return read('bibtex', found);
  }
  return read('numbers', { entries: citedByNumber(text), unread: 0 });
}

function read(from: CitationsRead['from'], { entries, unread }: FormatRead): CitationsRead {
  if (entries.length === 0) throw invalid('citation', 'malformed', unread > 0 ? from : 'noCitation');
  const offered = entries.slice(0, mostOffered).map(asTyped);
  return { from, entries: offered, unread, more: entries.length - offered.length };
}

/** Values as a person could have typed them: in one line, and no longer than a field takes. */
const asTyped = (entry: CitationEntry): CitationEntry => ({
  ...entry,
  fields: Object.fromEntries(
    Object.entries(entry.fields).map(([field, value]) => [
      field,
      value.replaceAll(/\s+/g, ' ').trim().slice(0, 2000).toWellFormed(),
    ]),
  ),
});

import '@citation-js/plugin-bibtex';
import '@citation-js/plugin-ris';
import { plugins } from '@citation-js/core';
import * as z from 'zod';
import type { CitationEntry } from '../../contract/lending.ts';
import { entryOfCsl } from './citation-csl.ts';

/** Entries of a text in one of the formats, and how many of them could not be read. */
export interface FormatRead {
  readonly entries: readonly CitationEntry[];
  readonly unread: number;
}

/**
 * The form of what is parsed is always given. Left to itself, the parser guesses, and plugins that other forms have
 * would fetch what a text names.
 */
const parse = (input: unknown, forceType: string, target?: string): unknown =>
  plugins.input.chain(input, {
    forceType,
    generateGraph: false,
    ...(target === undefined ? {} : { target }),
  });

const References = z.array(z.unknown());

/** What is left out is only told: its beginning is enough. */
const shortest = (value: string): string => value.replaceAll(/\s+/g, ' ').trim().slice(0, 120);

const leftOutOf = (fields: readonly (readonly [string, string])[]): CitationEntry['leftOut'] =>
  fields
    .map(([name, value]) => ({ name, value: shortest(value), why: 'notUsed' as const }))
    .filter(({ value }) => value !== '');

/** The entry that a function reads; null where it cannot. */
function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

const entriesIn = (read: readonly (CitationEntry | null)[]): FormatRead => {
  const entries = read.filter((entry) => entry !== null);
  // One that has nothing to fill in was not read.
  const told = entries.filter(({ fields }) => Object.keys(fields).length > 0);
  return { entries: told, unread: read.length - told.length };
};

const BibtexEntries = z.array(
  z.looseObject({ type: z.string(), properties: z.record(z.string(), z.union([z.string(), z.number()])) }),
);
type BibtexEntry = z.output<typeof BibtexEntries>[number];

const bibtexUsed: ReadonlySet<string> = new Set([
  ...[
    'title',
    'subtitle',
    'author',
    'editor',
    'journal',
    'journaltitle',
    'booktitle',
    'year',
    'date',
    'month',
  ],
  ...['volume', 'number', 'issue', 'pages', 'publisher', 'school', 'institution', 'edition'],
  ...['isbn', 'issn', 'doi', 'pmid', 'crossref', 'langid', 'language'],
]);

/** Whether a text has an entry of BibTeX. */
export const isBibtex = (text: string): boolean => /@\s*[a-z]+\s*[{(]/i.test(text);

/** Reads a text of BibTeX or BibLaTeX. Where it is malformed, entry by entry. */
export function readBibtex(text: string): FormatRead {
  const whole = orNull(() => bibtexEntries(text));
  if (whole) return ofBibtex(whole);
  const parts = text.split(/(?=@\s*[a-z]+\s*[{(])/i).filter(isBibtex);
  const isString = (part: string): boolean => /^@\s*string/i.test(part);
  const strings = parts.filter((part) => isString(part) && orNull(() => bibtexEntries(part)) !== null);
  const others = parts.filter((part) => !/^@\s*(?:string|preamble|comment)/i.test(part));
  const read = others.map((part) => orNull(() => bibtexEntries(strings.join('\n') + part)));
  const { entries, unread } = ofBibtex(read.flatMap((found) => found ?? []));
  return { entries, unread: unread + read.filter((found) => found === null).length };
}

const bibtexEntries = (text: string): BibtexEntry[] =>
  BibtexEntries.parse(parse(text, '@bibtex/text', '@bibtex/entries+list'));

function ofBibtex(raw: readonly BibtexEntry[]): FormatRead {
  // Together, since one may name another in whose book it is; else each for itself.
  const together = orNull(() => References.parse(parse(raw, '@biblatex/entries+list')));
  const references =
    together?.length === raw.length
      ? together
      : raw.map((entry) =>
          orNull(() => References.parse(parse(entry, '@biblatex/entry+object')).at(0) ?? null),
        );
  return entriesIn(
    raw.map((entry, place) => {
      const isPubMed = /pubmed/i.test(String(entry.properties['eprinttype'] ?? ''));
      const rest = Object.entries(entry.properties)
        .filter(([name]) => !bibtexUsed.has(name) && !(isPubMed && name.startsWith('eprint')))
        .map(([name, value]) => [name, String(value)] as const);
      return orNull(() => entryOfCsl(references[place], leftOutOf(rest)));
    }),
  );
}

const risUsed: ReadonlySet<string> = new Set([
  ...[
    'TY',
    'ER',
    'AU',
    'A1',
    'A2',
    'ED',
    'TI',
    'T1',
    'CT',
    'T2',
    'JO',
    'JF',
    'J1',
    'J2',
    'JA',
    'BT',
    'PY',
    'Y1',
  ],
  ...['DA', 'VL', 'IS', 'CP', 'SP', 'EP', 'SN', 'DO', 'PB', 'ET', 'ID'],
]);

/** A line of RIS, as it is or with one of its blanks lost on a web page. */
const risLine = /^[^\S\n]*([A-Z][A-Z0-9])[^\S\n]{0,3}-(?:[^\S\n]+|(?=\n|$))(.*)$/gm;

/** Whether a text has a record of RIS. */
export const isRis = (text: string): boolean => /^[^\S\n]*TY[^\S\n]{0,3}-[^\S\n]+[A-Z]/m.test(text);

/** Reads a text of RIS, record by record. */
export function readRis(text: string): FormatRead {
  const proper = text.replaceAll(risLine, '$1  - $2');
  const records = proper.split(/^(?=TY {2}- )/m).filter((record) => record.startsWith('TY  - '));
  return entriesIn(records.map((record) => orNull(() => ofRis(record))));
}

function ofRis(record: string): CitationEntry {
  const tags = [...record.matchAll(risLine)].map(([, tag = '', value = '']) => [tag, value] as const);
  const pmid = pubMedNumber(tags);
  const unused = tags.filter(([tag, value]) => !risUsed.has(tag) && value.trim() !== pmid);
  const [reference] = References.parse(parse(record, '@ris/file'));
  const entry = entryOfCsl(reference, leftOutOf(unused));
  return pmid === '' ? entry : { ...entry, fields: { ...entry.fields, pmid } };
}

/** PubMed writes its number as an accession number beside its name; others as a note. */
function pubMedNumber(tags: readonly (readonly [string, string])[]): string {
  const isPubMed = tags.some(([tag, value]) => ['DB', 'DP'].includes(tag) && /pubmed|medline/i.test(value));
  const accession = tags.find(([tag]) => tag === 'AN')?.[1].trim() ?? '';
  if (isPubMed && /^\d{1,8}$/.test(accession)) return accession;
  const named = tags.map(([, value]) => /^PMID:?\s*(\d{1,8})$/i.exec(value.trim())?.[1] ?? '');
  return named.find((one) => one !== '') ?? '';
}

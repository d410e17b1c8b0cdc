import * as z from 'zod';
import type { CitationEntry, LendingField } from '../../contract/lending.ts';
import { isbnsIn } from '../../shared/isbn.ts';
import { issnOf } from '../../shared/issn.ts';
import { doiOf } from './citation-numbers.ts';

const Text = z.union([z.string(), z.number()]);
/** A text, or the first of several; `''` for anything else. */
const Line = z
  .union([Text, z.array(Text).transform(([first]) => first ?? '')])
  .transform(String)
  .catch('');
/** All of several texts in one. */
const Lines = z
  .union([Text, z.array(Text).transform((texts) => texts.join(' ; '))])
  .transform(String)
  .catch('');
const Name = z
  .object({
    family: Line,
    given: Line,
    suffix: Line,
    literal: Line,
    'non-dropping-particle': Line,
    'dropping-particle': Line,
  })
  .partial();
const Names = z.array(Name).catch([]);

/** A reference as CSL-JSON: what is used of it. Anything may be missing, or be something else. */
const Csl = z.object({
  type: Line,
  title: Line,
  'container-title': Line,
  author: Names,
  editor: Names,
  issued: z
    .object({
      'date-parts': z.array(z.array(Text)).catch([]),
      raw: Line,
    })
    .catch({ 'date-parts': [], raw: '' }),
  volume: Line,
  issue: Line,
  page: Line,
  publisher: Line,
  edition: Line,
  ISBN: Lines,
  ISSN: Lines,
  DOI: Line,
  PMID: Line,
});

const articles: ReadonlySet<string> = new Set([
  ...['article-journal', 'article-magazine', 'article-newspaper', 'article', 'paper-conference'],
  ...['review', 'review-book', 'periodical'],
]);
const books: ReadonlySet<string> = new Set([
  ...['book', 'thesis', 'report', 'manuscript', 'pamphlet', 'classic', 'collection', 'standard'],
  ...['musical_score', 'map'],
]);

/** Marks that stand for italics and the like in a title, and white space. */
const plain = (text: string): string =>
  text
    .replaceAll(/<\/?(?:i|b|em|strong|sup|sub|span|u|sc)(?:\s[^<>]{0,200})?>/gi, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

function nameOf(name: z.output<typeof Name>): string {
  const { family = '', given = '', suffix = '', literal = '' } = name;
  const particle = [name['dropping-particle'], name['non-dropping-particle']].filter(Boolean).join(' ');
  const whole = [particle, family].filter(Boolean).join(' ');
  return plain(whole === '' ? literal : [whole, given, suffix].filter(Boolean).join(', '));
}

const namesOf = (names: z.output<typeof Names>): string => names.map(nameOf).filter(Boolean).join('; ');

function yearOf({ 'date-parts': [parts], raw }: z.output<typeof Csl>['issued']): string {
  const year = String(parts?.[0] ?? '');
  return year || (/(?<!\d)\d{4}(?!\d)/.exec(raw)?.[0] ?? '');
}

/** ISBNs and ISSNs stand for each other in references. Those with a wrong check digit are named, and not used. */
function standardNumbers(texts: string): {
  readonly isbn: string;
  readonly issn: string;
  readonly wrong: readonly string[];
} {
  const parts = texts.split(/[;,|/()]/).map((part) => part.trim());
  const numbers = parts.flatMap((part) => part.match(/\d[\d\s\-\u2010-\u2015]{5,}[\dXx]/g) ?? []);
  const [isbn = ''] = isbnsIn(texts);
  const issns = numbers.flatMap((number) => number.split(/\s+/)).map(issnOf);
  const issn = issns.find((one) => one !== null) ?? '';
  const wrong = numbers.filter(
    (number) => isbnsIn(number).length === 0 && number.split(/\s+/).every((one) => issnOf(one) === null),
  );
  return { isbn, issn, wrong };
}

/** A reference as fields of a lending request. Throws where it is no reference. */
export function entryOfCsl(reference: unknown, leftOut: CitationEntry['leftOut']): CitationEntry {
  const csl = Csl.parse(reference);
  const { isbn, issn, wrong } = standardNumbers([csl.ISBN, csl.ISSN].filter(Boolean).join(' ; '));
  const kind = articles.has(csl.type) ? 'article' : books.has(csl.type) ? 'book' : 'other';
  const fields: Partial<Record<LendingField, string>> = {
    title: plain(csl.title),
    journal_title: plain(csl['container-title']),
    // Of a book that has only editors, they are who it is by.
    author: namesOf(csl.author) || namesOf(csl.editor),
    publisher: plain(csl.publisher),
    year: yearOf(csl.issued),
    edition: plain(csl.edition),
    volume: plain(csl.volume),
    issue: plain(csl.issue),
    pages: plain(csl.page).replaceAll(/\s*(?:--+|[\u2010-\u2015\u2212])\s*/g, '-'),
    isbn,
    issn,
    doi: doiOf(csl.DOI) ?? '',
    pmid: /^\d{1,8}$/.exec(csl.PMID.trim())?.[0] ?? '',
  };
  const used = Object.entries(fields).filter(([, value]) => value !== '');
  return {
    kind,
    fields: Object.fromEntries(used),
    leftOut: [...wrong.map((value) => ({ name: '', value, why: 'checkDigit' as const })), ...leftOut],
  };
}

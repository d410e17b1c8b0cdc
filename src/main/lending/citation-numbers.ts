import type { CitationEntry, LendingField } from '../../contract/lending.ts';
import { isbnOf, isbnsIn } from '../../shared/isbn.ts';
import { issnOf, issnOfBarcode } from '../../shared/issn.ts';

/** The numbers by which something is cited. */
type NumberField = Extract<LendingField, 'doi' | 'pmid' | 'isbn' | 'issn'>;

interface FoundNumber {
  readonly field: NumberField;
  readonly value: string;
}

/**
 * Whatever begins with a registrant is a DOI: its second part may have any characters but white space. Those that are
 * around it in a text end it, but for the angle brackets of a SICI, of which older articles have theirs.
 */
const doi =
  /(?:\b|(?<=[_/:]))10\.\d{4,9}(?:\.\d+)*\/(?:\(SICI\)[^\s"<>]{1,100}<[^\s"<>]{0,100}>)?[^\s"<>]+/gi;
/** Characters at its end that are of the sentence around it. */
const sentenceEnd = /[.,;:!?'’”»\]}]+$/u;
const pmid =
  /(?:\bPMID\b[:\s]*|\bpubmed\.ncbi\.nlm\.nih\.gov\/|\bncbi\.nlm\.nih\.gov\/(?:m\/)?pubmed\/|\bpubmed\b[:/\s]+)(\d{1,8})\b/gi;
const issnNamed = /\b[ep]?-?ISSN(?:-L)?\b[^\dX]{0,12}(\d{4}[-\u2010-\u2015\u2212]?\d{3}[\dXx])\b/gi;

/** The DOI that a text is or contains; null where it has none. */
export function doiOf(text: string): string | null {
  const [first] = doisIn(text);
  return first ?? null;
}

/** DOIs in a text, each once; in an address its percent signs are undone. */
function doisIn(text: string): string[] {
  const found = new Map<string, string>();
  for (const [match] of text.matchAll(doi)) {
    const whole = balanced(match.replace(sentenceEnd, ''));
    const plain = /%[0-9a-f]{2}/i.test(whole) ? unescaped(whole) : whole;
    if (!found.has(plain.toLowerCase())) found.set(plain.toLowerCase(), plain);
  }
  return [...found.values()];
}

/** Without a closing parenthesis that nothing opened: it is of the sentence around it. */
function balanced(text: string): string {
  let whole = text;
  while (whole.endsWith(')') && whole.split(')').length > whole.split('(').length) {
    whole = whole.slice(0, -1).replace(sentenceEnd, '');
  }
  return whole;
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The numbers in a text, and the text without them. Check digits decide what a number is. */
function numbersIn(text: string): { readonly numbers: FoundNumber[]; readonly rest: string } {
  const numbers: FoundNumber[] = [];
  let rest = text;
  const add = (field: NumberField, value: string): void => {
    if (!numbers.some((one) => one.field === field && one.value === value)) numbers.push({ field, value });
  };
  for (const value of doisIn(text)) add('doi', value);
  rest = rest.replaceAll(doi, ' ');
  for (const [, value = ''] of rest.matchAll(pmid)) add('pmid', value);
  rest = rest.replaceAll(pmid, ' ');
  rest = rest.replaceAll(issnNamed, (whole, value: string) => {
    const issn = issnOf(value);
    if (issn === null) return whole;
    add('issn', issn);
    return ' ';
  });
  const alone = aloneIn(rest.trim());
  if (alone) {
    add(alone.field, alone.value);
    return { numbers, rest: '' };
  }
  for (const value of isbnsIn(rest)) {
    add('isbn', value);
  }
  if (numbers.some(({ field }) => field === 'isbn')) {
    rest = rest.replaceAll(/\d[\d\s\-\u00ad\u2010-\u2015\u2212]{8,}X?/gi, (digits) =>
      isbnsIn(digits).length > 0 ? ' ' : digits,
    );
  }
  return { numbers, rest };
}

/** What a text is that is one number and nothing else. Eight digits are a PMID: an ISSN is written with its hyphen. */
function aloneIn(text: string): FoundNumber | null {
  const issnInBars = issnOfBarcode(text);
  if (issnInBars !== null) return { field: 'issn', value: issnInBars };
  const isbn = isbnOf(text);
  if (isbn !== null) return { field: 'isbn', value: isbn };
  const issn = /^\d{8}$/.test(text) ? null : issnOf(text);
  if (issn !== null) return { field: 'issn', value: issn };
  return /^[1-9]\d{0,7}$/.test(text) ? { field: 'pmid', value: text } : null;
}

/** Words that only say which number follows, and what addresses are made of. */
const labels =
  /\b(?:https?|www|doi|dx|org|pmid|pubmed|isbn(?:-?1[03])?|[ep]?-?issn(?:-l)?|print|online|pbk|hbk)\b/giu;

const kinds: Readonly<Record<NumberField, CitationEntry['kind']>> = {
  doi: 'article',
  pmid: 'article',
  issn: 'article',
  isbn: 'book',
};

/** What a number says of what it is for. A DOI beside an ISBN is that of a book. */
function kindOf(numbers: readonly FoundNumber[]): CitationEntry['kind'] {
  if (numbers.some(({ field }) => field === 'isbn')) return 'book';
  // A DOI alone may be of anything.
  const [first] = numbers.filter(({ field }) => field !== 'doi');
  return first ? kinds[first.field] : null;
}

function entryOf(numbers: readonly FoundNumber[], rest: string): CitationEntry {
  const words = rest.replaceAll(labels, ' ').replaceAll(/\s+/g, ' ').trim();
  const isWorded = /\p{L}{2}/u.test(words);
  return {
    kind: kindOf(numbers),
    fields: Object.fromEntries(numbers.map(({ field, value }) => [field, value])),
    leftOut: isWorded ? [{ name: '', value: words.slice(0, 200), why: 'notUsed' }] : [],
  };
}

/** Splits what has several numbers of one kind into one entry for each. */
function entriesOf(text: string): CitationEntry[] {
  const { numbers, rest } = numbersIn(text);
  const first = new Map<NumberField, FoundNumber>();
  const further: FoundNumber[] = [];
  for (const number of numbers) {
    if (first.has(number.field)) further.push(number);
    else first.set(number.field, number);
  }
  if (numbers.length === 0) return [];
  if (further.length === 0) return [entryOf(numbers, rest)];
  // Which of them belong together, nothing says.
  return numbers.map((number) => entryOf([number], ''));
}

/**
 * What a text cites by its numbers: one entry where no kind of number comes twice, else one for each line or number.
 */
export function citedByNumber(text: string): readonly CitationEntry[] {
  const whole = entriesOf(text);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return whole.length <= 1 || lines.length === 1 ? whole : lines.flatMap(entriesOf);
}

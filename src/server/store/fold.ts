import { createHash } from 'node:crypto';

/** Letters that decomposition leaves alone and that people search for by their plain neighbour. */
const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
  ة: 'ه',
  ى: 'ي',
};
const special = new RegExp(`[${Object.keys(plain).join('')}]`, 'gu');
const apostrophes = /['’‘ʼʿʾ`´׳״]/gu;
const signs = /\p{S}/u;
const allSigns = /\p{S}/gu;
const words = /[\p{L}\p{N}]+/gu;
/** Scripts that put no space between words: a word may begin at any character. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** The longest word kept: nobody types more, and a field of 10 MiB stays a small entry. */
const LONGEST_WORD = 60;
/** So much of a text is looked at: whoever has more of a name is found, and put in order, by its beginning. */
const LONGEST_TEXT = 300;

/** A text without case, accents, points and marks, in any script. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\u0640]/gu, '')
    .toLowerCase()
    .replace(special, (letter) => plain[letter] ?? letter);
}

/** What a text is put in order by. */
export function orderKey(text: string): string {
  return fold(text.slice(0, LONGEST_TEXT));
}

/** What a text that is compared as a whole is found by: itself or, where that is long, its hash. */
export function exactKey(text: string): string {
  return text.length <= LONGEST_TEXT ? text : `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

/** The words to look for: each must be, or begin, a word of the record. An apostrophe joins (`O'Brien` is one word). */
export function wordsSought(text: string): string[] {
  return split(fold(text.replace(apostrophes, '')));
}

/**
 * The words a record is found by: those of the text, for names with an apostrophe also their parts, and for those with
 * a sign that decomposes into letters (`™`) also what stands beside it. However long the text is, they are few.
 */
export function wordsKept(whole: string): Set<string> {
  const text = whole.slice(0, LONGEST_TEXT);
  const records = new Set([...wordsSought(text), ...split(fold(text.replace(apostrophes, ' ')))]);
  if (signs.test(text)) for (const word of wordsSought(text.replace(allSigns, ' '))) records.add(word);
  for (const word of [...records]) {
    if (!unspaced.test(word)) continue;
    const letters = Array.from(word);
    for (let start = 1; start < letters.length; start += 1) records.add(letters.slice(start).join(''));
  }
  return records;
}

function split(folded: string): string[] {
  return Array.from(folded.matchAll(words), ([word]) => word.slice(0, LONGEST_WORD));
}

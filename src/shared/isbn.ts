/** The check digit of an EAN-13 for its first twelve digits: every second digit counts three times. */
function eanCheck(digits: string): string {
  let sum = 0;
  for (let i = 0; i < 12; i += 1) sum += Number(digits[i]) * (i % 2 === 0 ? 1 : 3);
  return String((10 - (sum % 10)) % 10);
}

/** The check character of an ISBN-10 for its first nine digits: weights of ten to two, modulo 11, `X` for ten. */
function isbn10Check(digits: string): string {
  let sum = 0;
  for (let i = 0; i < 9; i += 1) sum += Number(digits[i]) * (10 - i);
  const check = (11 - (sum % 11)) % 11;
  return check === 10 ? 'X' : String(check);
}

/** A number of books (978, 979) with its check digit and, behind it, a price or issue in two or five digits (add-on). */
const ean = /^(97[89]\d{10})(?:\d{2}|\d{5})?$/;
const isbn10 = /^\d{9}[\dX]$/;
/** What is written between the parts of an ISBN: spaces, hyphens and dashes. */
const separators = /[\s\-\u00ad\u2010-\u2015\u2212]/g;

/**
 * The ISBN that a code is, as thirteen digits: an EAN-13 of a book with or without an add-on, an ISBN-13 or an ISBN-10,
 * with or without hyphens and the word in front. Null where it is none, or its check digit is wrong.
 */
export function isbnOf(code: string): string | null {
  const plain = code
    .replace(/^\s*ISBN(?:-1[03])?:?/i, '')
    .replace(separators, '')
    .toUpperCase();
  const thirteen = ean.exec(plain)?.[1];
  if (thirteen !== undefined) return eanCheck(thirteen) === thirteen[12] ? thirteen : null;
  if (!isbn10.test(plain) || isbn10Check(plain) !== plain[9]) return null;
  const digits = `978${plain.slice(0, 9)}`;
  return digits + eanCheck(digits);
}

/** The same ISBN in its older form of ten characters; null where it has none. */
export function isbn10Of(isbn: string): string | null {
  if (!isbn.startsWith('978')) return null;
  const digits = isbn.slice(3, 12);
  return digits + isbn10Check(digits);
}

const digitsOf = /\d[\d\s\-\u00ad\u2010-\u2015\u2212]{8,}X?/i;

/** Every ISBN of a field, which may hold several, and words beside them: `9789650000004 (paperback); 965-00-0000-1`. */
export function isbnsIn(text: string): string[] {
  const found = new Set<string>();
  for (const part of text.split(/[;,|/()]/)) {
    const [numbers = ''] = digitsOf.exec(part) ?? [];
    // As a whole, or where that is none, several with a space between.
    const whole = isbnOf(numbers);
    for (const isbn of whole === null ? numbers.split(/\s+/).map(isbnOf) : [whole]) {
      if (isbn !== null) found.add(isbn);
    }
  }
  return [...found];
}

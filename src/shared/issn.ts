/** The check character of an ISSN for its first seven digits: weights of eight to two, modulo 11, `X` for ten. */
function checkOf(digits: string): string {
  let sum = 0;
  for (let i = 0; i < 7; i += 1) sum += Number(digits[i]) * (8 - i);
  const check = (11 - (sum % 11)) % 11;
  return check === 10 ? 'X' : String(check);
}

/** What is written between the two halves: a hyphen, a dash, or nothing. */
const form = /^(\d{4})[\s\-\u00ad\u2010-\u2015\u2212]?(\d{3})([\dX])$/;

/** The ISSN that a text is, as `1234-567X`, with or without the word in front; null where it is none, or its check character is wrong. */
export function issnOf(text: string): string | null {
  const plain = text
    .replace(/^\s*e?-?p?-?ISSN(?:-L)?[:\s]*/i, '')
    .trim()
    .toUpperCase();
  const parts = form.exec(plain);
  if (!parts) return null;
  const [, first = '', second = '', check = ''] = parts;
  return checkOf(first + second) === check ? `${first}-${second}${check}` : null;
}

/** The ISSN in the barcode of a journal (an EAN-13 that begins with 977); null where it is none. */
export function issnOfBarcode(code: string): string | null {
  if (!/^977\d{10}$/.test(code)) return null;
  let sum = 0;
  for (let i = 0; i < 12; i += 1) sum += Number(code[i]) * (i % 2 === 0 ? 1 : 3);
  if (String((10 - (sum % 10)) % 10) !== code[12]) return null;
  const digits = code.slice(3, 10);
  return `${digits.slice(0, 4)}-${digits.slice(4)}${checkOf(digits)}`;
}

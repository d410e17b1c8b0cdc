import type { Charset } from '../../contract/invoice-import.ts';

/** The first bytes of a text that says itself how it is written. */
const marks: readonly (readonly [Charset, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** So much of a file is looked at to guess. */
const sampleSize = 64 * 1024;

/** The share of zero bytes at the even and at the odd places. */
function zeros(bytes: Uint8Array): { even: number; odd: number } {
  let even = 0;
  let odd = 0;
  for (const [at, byte] of bytes.entries()) {
    if (byte !== 0) continue;
    if (at % 2 === 0) even += 1;
    else odd += 1;
  }
  const half = Math.max(1, bytes.length / 2);
  return { even: even / half, odd: odd / half };
}

/**
 * How a text is written. Its mark says so; else zero bytes do, or that it is valid UTF-8. What is left is one of the
 * older tables with a byte to a character: Hebrew where letters of that range follow each other, as in words, and
 * Western European where they are single among plain letters, as accents are.
 */
export function charsetOf(bytes: Uint8Array): Charset {
  const marked = marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (marked) return marked[0];
  const sample = bytes.subarray(0, sampleSize);
  const zero = zeros(sample);
  if (zero.odd > 0.3 && zero.even < 0.1) return 'utf-16le';
  if (zero.even > 0.3 && zero.odd < 0.1) return 'utf-16be';
  if (isUtf8(bytes)) return 'utf-8';
  return isHebrew(sample) ? 'windows-1255' : 'windows-1252';
}

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const isHebrewLetter = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 0xe0 && byte <= 0xfa;

function isHebrew(bytes: Uint8Array): boolean {
  let letters = 0;
  let beside = 0;
  for (const [at, byte] of bytes.entries()) {
    if (byte < 0x80) continue;
    letters += 1;
    if (isHebrewLetter(byte) && (isHebrewLetter(bytes[at - 1]) || isHebrewLetter(bytes[at + 1]))) beside += 1;
  }
  return letters > 0 && beside / letters > 0.5;
}

/** The text of a file, without its mark. What is no character in this charset is shown as one that is unknown. */
export const decoded = (bytes: Uint8Array, charset: Charset): string =>
  new TextDecoder(charset).decode(bytes).replace(/^\ufeff/, '');

/**
 * Whether it is a text at all. A spreadsheet, a PDF or a picture has control characters that no text has; the first
 * kilobytes show it.
 */
export function isText(text: string): boolean {
  const sample = text.slice(0, sampleSize);
  if (sample.startsWith('%PDF-') || sample.startsWith('PK\u0003\u0004')) return false;
  // Segments of EDIFACT may end with the control characters for that (0x1c to 0x1f).
  // eslint-disable-next-line no-control-regex
  const controls = sample.match(/[\u0000-\u0008\u000e-\u001b\ufffd]/g)?.length ?? 0;
  return controls <= sample.length / 100;
}

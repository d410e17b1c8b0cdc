import type { Invalid } from '../../contract/failure.ts';
import type { ScanView } from '../../contract/scans.ts';
import { cleaned } from './clean.ts';

type Kind = ScanView['kind'];

/** What a scan is, as far as its text tells. A code that was misread keeps the kind that it was meant to be. */
export type Classified =
  | { readonly ok: true; readonly kind: Kind; readonly code: string }
  | { readonly ok: false; readonly kind: Kind; readonly reason: Invalid; readonly detail: string };

/**
 * How codes look. An assumption, until the institution can say it in a setting: the 14 digits that libraries have
 * printed since the seventies, of which the first is 2 on a patron's card and 3 on an item, and the last a check
 * digit; order lines as the service numbers them.
 */
const labelled = /^([23])\d{13}$/;
const orderLine = /^POL-[\w-]+$/i;

/** A symbology's name in front of the code (AIM), and the asterisks that some readers of Code 39 pass on. */
const symbology = /^\][A-Za-z][0-9A-Za-z](?=.)/;
const code39 = /^\*([^*]+)\*$/;

/** Whether the last digit is the check digit of the others: modulo 10, every second digit doubled. */
export function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i]);
    const weighed = i % 2 === 1 ? digit * 2 : digit;
    sum += weighed > 9 ? weighed - 9 : weighed;
  }
  return sum % 10 === 0;
}

/** What was typed as the id of an item is one, and no card. */
export function itemId(raw: string): Classified {
  const clean = cleaned(raw);
  return clean.ok
    ? { ok: true, kind: 'item', code: clean.text }
    : { ok: false, kind: 'item', reason: clean.reason, detail: '' };
}

/** Tells a patron's card, an item and an order line apart by the text alone. */
export function classify(raw: string): Classified {
  const clean = cleaned(raw);
  if (!clean.ok) return { ok: false, kind: 'unknown', reason: clean.reason, detail: '' };
  const bare = clean.text.replace(symbology, '');
  const code = code39.exec(bare)?.[1] ?? bare;
  if (orderLine.test(code)) return { ok: true, kind: 'orderLine', code: code.toUpperCase() };
  const first = labelled.exec(code)?.[1];
  if (first === undefined) return { ok: true, kind: 'unknown', code };
  const kind = first === '2' ? 'patron' : 'item';
  return hasCheckDigit(code)
    ? { ok: true, kind, code }
    : { ok: false, kind, reason: 'malformed', detail: 'checkDigit' };
}

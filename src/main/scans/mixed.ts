import type { BarcodeRule, BarcodeRules } from '../../contract/barcodes.ts';
import type { Failure } from '../../contract/failure.ts';
import type { Parsed } from '../../contract/index.ts';
import type { Reading } from '../../contract/scans.ts';
import { isAbsent } from '../commands/found.ts';
import { readingOf, tryBarcode, type Classified } from './classify.ts';

/** Two scanners read at once, and typed into each other. */
export const mixedUp: Classified = { ok: false, kind: 'unknown', reason: 'malformed', detail: 'mixed' };
const failure: Failure = { kind: 'invalid', field: 'text', reason: 'malformed', detail: 'mixed' };

/** A rule of codes that all have the same length. */
interface Form extends BarcodeRule {
  readonly length: number;
}

/** How far two codes have come whose characters are mixed, each in its order; the sums are those of the check digits. */
interface Parted {
  readonly whole: number;
  readonly other: number;
  readonly wholeSum: number;
  readonly otherSum: number;
}

/**
 * Whether a text is a code of the library, read to its end, and at least the beginning of another, typed into each other
 * by two scanners. With `rest`, what came at its heels, it is both of them whole.
 */
export function isMixed(text: string, rest: string | null, { rules }: BarcodeRules): boolean {
  const forms = rules.flatMap((rule) => (rule.length === null ? [] : [{ ...rule, length: rule.length }]));
  return forms.some((whole) => forms.some((other) => partsInto(text, rest, whole, other)));
}

/** Whether nobody knows what was scanned, and it is no code of the library's but may be two. */
export function mayBeMixed(code: string, rules: BarcodeRules): boolean {
  return tryBarcode(code, rules).why === 'noRule' && isMixed(code, null, rules);
}

/** Whether a burst is the rest of one that another scanner ran into, in any reading of the two. */
export function isRest({ text, also = [], behind = [] }: Parsed<'scans.read'>, rules: BarcodeRules): boolean {
  return behind
    .filter((before) => tryBarcode(before, rules).why === 'noRule')
    .some((before) => [text, ...also].some((one) => isMixed(before, one, rules)));
}

/** A scan as the rules read it, for a field that takes it. */
export function readScan(heard: Parsed<'scans.read'>, rules: BarcodeRules): Reading {
  const text = readingOf(heard.text, heard.also, rules);
  const trial = tryBarcode(text, rules);
  return { ...trial, text, isMixed: isRest(heard, rules) || mayBeMixed(trial.code, rules) };
}

/** What is said of a code that the service does not know, where that is because it is two. */
export function mixedInstead(error: unknown, code: string, rules: BarcodeRules): Failure | null {
  return isAbsent(error) && mayBeMixed(code, rules) ? failure : null;
}

/** Whether the text has all of a code of the one form in it, and the beginning of one of the other. */
function partsInto(text: string, rest: string | null, whole: Form, other: Form): boolean {
  const both = whole.length + other.length;
  const length = text.length + (rest?.length ?? 0);
  if (text.length <= whole.length || length > both || (rest !== null && length !== both)) return false;
  let reached = new Map<string, Parted>([['', { whole: 0, other: 0, wholeSum: 0, otherSum: 0 }]]);
  for (const [at, char] of Array.from(text + (rest ?? '')).entries()) {
    const next = new Map<string, Parted>();
    for (const parted of reached.values()) {
      for (const one of steps(parted, char, whole, other)) {
        // What ended the text is the suffix of the code that is whole by then.
        if (at === text.length - 1 && one.whole < whole.length) continue;
        next.set(Object.values(one).join(), one);
      }
    }
    reached = next;
  }
  return [...reached.values()].some(
    (one) => isChecked(whole, one.wholeSum) && (one.other < other.length || isChecked(other, one.otherSum)),
  );
}

/** The character as the next of either code, where it can be. */
function steps(parted: Parted, char: string, whole: Form, other: Form): Parted[] {
  const { whole: at, other: otherAt, wholeSum, otherSum } = parted;
  const taken: Parted[] = [];
  if (fits(char, at, whole))
    taken.push({ ...parted, whole: at + 1, wholeSum: (wholeSum + weight(char, at, whole)) % 10 });
  if (fits(char, otherAt, other))
    taken.push({ ...parted, other: otherAt + 1, otherSum: (otherSum + weight(char, otherAt, other)) % 10 });
  return taken;
}

function fits(char: string, at: number, { prefix, length, digits }: Form): boolean {
  if (at >= length) return false;
  const begins = prefix[at];
  if (begins !== undefined) return char.toUpperCase() === begins.toUpperCase();
  return !digits || /^\d$/.test(char);
}

/** Where not every character is known to be a digit, a check digit tells nothing here. */
const tells = ({ checkDigit, digits, prefix }: Form): boolean => checkDigit && digits && /^\d*$/.test(prefix);

/** What a digit counts for at its place: every second one, from the end, is doubled. */
function weight(char: string, at: number, form: Form): number {
  if (!tells(form)) return 0;
  const digit = Number(char) * ((form.length - 1 - at) % 2 === 1 ? 2 : 1);
  return digit > 9 ? digit - 9 : digit;
}

const isChecked = (form: Form, sum: number): boolean => !tells(form) || sum % 10 === 0;

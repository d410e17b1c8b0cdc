import {
  checkWeight,
  readingOf,
  tryBarcode,
  type BarcodeRule,
  type BarcodeRules,
  type BarcodeTrial,
  type Classified,
} from './barcodes.ts';

/** What a scanner typed. `scans.submit` in the contract says what each part is. */
interface Heard {
  readonly text: string;
  readonly also?: readonly string[] | undefined;
  readonly behind?: readonly string[] | undefined;
}

/** A scan as the rules in use read it: what a field made for scans is given. */
export interface BarcodeReading extends BarcodeTrial {
  /** Which of its readings that is, as it was scanned. */
  readonly text: string;
  /** Parts of two codes: two scanners read at once. */
  readonly isMixed: boolean;
}

/** Two scanners read at once, and typed into each other. */
export const mixedScan: Classified = { ok: false, kind: 'unknown', reason: 'malformed', detail: 'mixed' };

/** A rule of codes that all have the same length. */
interface Form extends BarcodeRule {
  readonly length: number;
}

/** How many characters of two mixed codes were found, each code in its own order, and the sums of their check digits. */
interface Parted {
  readonly whole: number;
  readonly other: number;
  readonly wholeSum: number;
  readonly otherSum: number;
}

/**
 * Whether two scanners typed a text into each other: all of one code of the library, and at least the beginning of
 * another. With `rest`, the text that came right after it, both codes are whole.
 */
export function isMixed(text: string, rest: string | null, { rules }: BarcodeRules): boolean {
  const forms = rules.flatMap((rule) => (rule.length === null ? [] : [{ ...rule, length: rule.length }]));
  return forms.some((whole) => forms.some((other) => partsInto(text, rest, whole, other)));
}

/** Whether a text is no code by the library's rules, but may be two codes. */
export function mayBeMixed(code: string, rules: BarcodeRules): boolean {
  return tryBarcode(code, rules).why === 'noRule' && isMixed(code, null, rules);
}

/** Whether a scan is the rest of the one just before it, in any reading of the two, because two scanners read at once. */
export function isRest({ text, also = [], behind = [] }: Heard, rules: BarcodeRules): boolean {
  return behind
    .filter((before) => tryBarcode(before, rules).why === 'noRule')
    .some((before) => [text, ...also].some((one) => isMixed(before, one, rules)));
}

/** A scan as the rules read it, for a field that takes it. */
export function readScan(heard: Heard, rules: BarcodeRules): BarcodeReading {
  const text = readingOf(heard.text, heard.also, rules);
  const trial = tryBarcode(text, rules);
  return { ...trial, text, isMixed: isRest(heard, rules) || mayBeMixed(trial.code, rules) };
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
        // Enter ended the text: one of the codes is whole at that place.
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

/** The ways in which a character can be the next one of either code. */
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

/** Whether the check digit can be used: only where every character of the code is a digit. */
const tells = ({ checkDigit, digits, prefix }: Form): boolean => checkDigit && digits && /^\d*$/.test(prefix);

/** What a character at its place adds to the sum of the check digit. */
const weight = (char: string, at: number, form: Form): number =>
  tells(form) ? checkWeight(Number(char), form.length - 1 - at) : 0;

const isChecked = (form: Form, sum: number): boolean => !tells(form) || sum % 10 === 0;

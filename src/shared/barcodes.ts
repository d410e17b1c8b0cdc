import { commandOf, type ScannedCommand } from './command-barcodes.ts';
import { cleaned, unframed, type Cleaned } from './scanned-text.ts';

/** What a scan can be, as far as its text tells. */
export type ScanKind = 'patron' | 'item' | 'orderLine' | 'command' | 'unknown';

/** How the codes of one kind look. What is left open (`''`, null, false) is not asked for. */
export interface BarcodeRule {
  readonly kind: 'patron' | 'item';
  readonly prefix: string;
  /** With the prefix. */
  readonly length: number | null;
  readonly digits: boolean;
  /** The last digit is the check digit of the others, modulo 10. */
  readonly checkDigit: boolean;
}

/** How a library's barcodes look, and what its scanners pass on with them. */
export interface BarcodeRules {
  readonly rules: readonly BarcodeRule[];
  /** The asterisks around a code in Code 39 are no part of it. */
  readonly code39: boolean;
  /** The symbology's name in front of a code (AIM, as in `]C1`) is no part of it. */
  readonly aim: boolean;
}

/** How many rules a library can have. */
export const mostRules = 20;

/** How long the codes of a rule can be, in characters. */
export const ruleLength = { least: 1, most: 100 } as const;

/** What a code is read as, and why: for the bench in the settings. */
export interface BarcodeTrial {
  readonly kind: ScanKind;
  /** What is left of it once all that is no part of it was taken away; `''` where nothing is. */
  readonly code: string;
  readonly stripped: readonly ('aim' | 'code39' | 'around')[];
  /**
   * - `form`     as the service numbers its order lines, or as a command barcode
   * - `rule`     the rules named in `rules`, all of the same kind
   * - `several`  rules of both kinds: the service is asked
   * - `noRule`   no rule: the service is asked
   * - `checkDigit` the rules in `rules` fit, and its check digit is wrong: turned away
   * - `unusable` it is no code at all
   */
  readonly why: 'form' | 'rule' | 'several' | 'noRule' | 'checkDigit' | 'unusable';
  /** Which rules fit, by their place. */
  readonly rules: readonly number[];
}

type BarcodeKind = Exclude<ScanKind, 'command'>;
type Reason = Extract<Cleaned, { ok: false }>['reason'];

/** What a scan is, as far as its text tells. A code that was misread keeps the kind that it was meant to be. */
export type Classified =
  | { readonly ok: true; readonly kind: BarcodeKind; readonly code: string }
  | ({ readonly ok: true; readonly kind: 'command'; readonly code: string } & ScannedCommand)
  | { readonly ok: false; readonly kind: BarcodeKind; readonly reason: Reason; readonly detail: string };

/** Order lines as the service numbers them. */
const orderLine = /^POL-[\w-]+$/i;

/** What a digit counts for in the sum of the check digit: every second one, from the end, is doubled. */
export function checkWeight(digit: number, placesFromEnd: number): number {
  const weighed = placesFromEnd % 2 === 1 ? digit * 2 : digit;
  return weighed > 9 ? weighed - 9 : weighed;
}

/** Whether the last digit is the check digit of the others: modulo 10, every second digit doubled. */
export function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) sum += checkWeight(Number(digits[digits.length - 1 - i]), i);
  return sum % 10 === 0;
}

/** A text that was typed as the id of an item is one, whatever card it looks like. */
export function itemId(raw: string): Classified {
  const clean = cleaned(raw);
  return clean.ok
    ? { ok: true, kind: 'item', code: clean.text }
    : { ok: false, kind: 'item', reason: clean.reason, detail: '' };
}

/** Whether a code has the form that a rule asks for, its check digit aside. */
function hasForm(code: string, { prefix, length, digits }: BarcodeRule): boolean {
  if (length !== null && code.length !== length) return false;
  if (!code.toUpperCase().startsWith(prefix.toUpperCase())) return false;
  return !digits || /^\d+$/.test(code.slice(prefix.length));
}

const holds = (code: string, rule: BarcodeRule): boolean =>
  !rule.checkDigit || (/\d{2}/.test(code) && hasCheckDigit(code.replace(/\D/g, '')));

/** Which rules a code fits, and what kind they make it. */
function judge(
  code: string,
  { rules }: BarcodeRules,
): Pick<BarcodeTrial, 'why' | 'rules'> & { readonly kind: 'patron' | 'item' | 'unknown' } {
  const formed = rules.flatMap((rule, at) => (hasForm(code, rule) ? [{ rule, at }] : []));
  const fit = formed.filter(({ rule }) => holds(code, rule));
  const told = fit.length > 0 ? fit : formed;
  const [only, other] = new Set(told.map(({ rule }) => rule.kind));
  const kind = only === undefined || other !== undefined ? 'unknown' : only;
  const reason = fit.length === 0 ? 'checkDigit' : other === undefined ? 'rule' : 'several';
  return { kind, why: told.length === 0 ? 'noRule' : reason, rules: told.map(({ at }) => at) };
}

/** Tells a patron's card, an item, an order line and a command apart by the text alone. */
export function classify(raw: string, rules: BarcodeRules): Classified {
  const clean = cleaned(raw);
  if (!clean.ok) return { ok: false, kind: 'unknown', reason: clean.reason, detail: '' };
  const { code } = unframed(clean.text, rules);
  const command = commandOf(code);
  if (command) return { ok: true, kind: 'command', code, ...command };
  if (orderLine.test(code)) return { ok: true, kind: 'orderLine', code: code.toUpperCase() };
  const { kind, why } = judge(code, rules);
  return why === 'checkDigit'
    ? { ok: false, kind, reason: 'malformed', detail: 'checkDigit' }
    : { ok: true, kind, code };
}

const isTold = ({ why }: Pick<BarcodeTrial, 'why'>): boolean => why === 'rule' || why === 'form';

/** The reading of a scan that is a code by these rules: the text itself, unless it is none and another reading is. */
export function readingOf(text: string, also: readonly string[] | undefined, rules: BarcodeRules): string {
  if (!also || also.length === 0) return text;
  return [text, ...also].find((one) => isTold(tryBarcode(one, rules))) ?? text;
}

/** What a text is read as by these rules, and why: the bench says what `classify` does. */
export function tryBarcode(raw: string, rules: BarcodeRules): BarcodeTrial {
  const what = classify(raw, rules);
  const clean = cleaned(raw);
  if (!clean.ok) return { kind: what.kind, code: '', stripped: [], why: 'unusable', rules: [] };
  const { code, stripped } = unframed(clean.text, rules);
  const around = clean.text === raw ? [] : (['around'] as const);
  const read = { kind: what.kind, code, stripped: [...around, ...stripped] };
  const formed = what.kind === 'command' || what.kind === 'orderLine';
  return formed ? { ...read, why: 'form', rules: [] } : { ...read, ...judge(code, rules) };
}

import { commandOf, type ScannedCommand } from './command-barcodes.ts';
import {
  bareCode,
  noAffixes,
  readingsOf,
  unframed,
  withoutAffixes,
  type Cleaned,
  type Part,
  type Reading,
  type Scanners,
} from './scanned-text.ts';

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

/** How a library's barcodes look, and what the scanners here pass on with them. */
export interface BarcodeRules extends Scanners {
  readonly rules: readonly BarcodeRule[];
  /** A code that fits none of the rules is refused. */
  readonly onlyRules?: boolean;
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
  readonly stripped: readonly Part[];
  /**
   * - `form`     as the service numbers its order lines, or as a command barcode
   * - `rule`     the rules named in `rules`, all of the same kind
   * - `several`  rules of both kinds: the service is asked
   * - `noRule`   no rule: the service is asked, unless only codes by the rules are taken
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
  const bare = bareCode(raw);
  return bare.ok
    ? { ok: true, kind: 'item', code: bare.text }
    : { ok: false, kind: 'item', reason: bare.reason, detail: '' };
}

/** Whether a code has the form that a rule asks for, its check digit aside. */
function hasForm(code: string, { prefix, length, digits }: BarcodeRule): boolean {
  if (length !== null && code.length !== length) return false;
  if (!code.toUpperCase().startsWith(prefix.toUpperCase())) return false;
  return !digits || /^\d+$/.test(code.slice(prefix.length));
}

const holds = (code: string, rule: BarcodeRule): boolean =>
  !rule.checkDigit || (/\d{2}/.test(code) && hasCheckDigit(code.replace(/\D/g, '')));

interface Judged extends Reading, Pick<BarcodeTrial, 'why' | 'rules'> {
  readonly kind: BarcodeKind;
  readonly command: ScannedCommand | null;
}

/** Which rules a reading fits, and what kind they make it. */
function judge({ code, stripped }: Reading, { rules }: BarcodeRules): Judged {
  const command = commandOf(code);
  const formal = { code, stripped, why: 'form', rules: [], command } as const;
  if (command) return { ...formal, kind: 'unknown' };
  if (orderLine.test(code)) return { ...formal, kind: 'orderLine', code: code.toUpperCase() };
  const formed = rules.flatMap((rule, at) => (hasForm(code, rule) ? [{ rule, at }] : []));
  const fit = formed.filter(({ rule }) => holds(code, rule));
  const told = fit.length > 0 ? fit : formed;
  const [only, other] = new Set(told.map(({ rule }) => rule.kind));
  const kind = only === undefined || other !== undefined ? 'unknown' : only;
  const reason = fit.length === 0 ? 'checkDigit' : other === undefined ? 'rule' : 'several';
  const why = told.length === 0 ? 'noRule' : reason;
  return { code, stripped, kind, why, rules: told.map(({ at }) => at), command };
}

const isTold = ({ why }: Judged): boolean => why === 'rule' || why === 'form';
const isCode = (judged: Judged): boolean => isTold(judged) || judged.why === 'several';

/** A bare code as it is, with no more taken away than the library's settings say; null where that fits no rule. */
function readPlain(text: string, rules: BarcodeRules): Judged | null {
  const plain = [unframed(text, rules), { code: text, stripped: [] }];
  return plain.map((reading) => judge(reading, rules)).find(isCode) ?? null;
}

/**
 * Reads a bare code: as it is, if that fits a rule; else with the least taken away that makes it fit one, unless two codes
 * are as near. What fits no rule at all is without what the scanners here are known to send.
 */
function read(text: string, rules: BarcodeRules): Judged {
  const plain = readPlain(text, rules);
  if (plain) return plain;
  const told = readingsOf(text, rules)
    .map((reading) => judge(reading, rules))
    .filter(isTold);
  const [best] = told;
  const isNear = ({ stripped, code }: Judged): boolean =>
    stripped.length === best?.stripped.length && code.length === best.code.length;
  if (best && told.filter(isNear).every(({ code }) => code === best.code)) return best;
  const framed = unframed(text, rules);
  const affixes = rules.affixes ?? noAffixes;
  const within = withoutAffixes(text, affixes) ?? withoutAffixes(framed.code, affixes);
  if (!within) return judge(framed, rules);
  const { code, stripped } = unframed(within.code, rules);
  return judge({ code, stripped: [...within.stripped, ...stripped] }, rules);
}

/** Tells a patron's card, an item, an order line and a command apart by the text alone. */
export function classify(raw: string, rules: BarcodeRules): Classified {
  const bare = bareCode(raw);
  if (!bare.ok) return { ok: false, kind: 'unknown', reason: bare.reason, detail: '' };
  const { code, kind, why, command } = read(bare.text, rules);
  if (command) return { ok: true, kind: 'command', code, ...command };
  return why === 'checkDigit' || (why === 'noRule' && takesOnlyRules(rules))
    ? { ok: false, kind, reason: 'malformed', detail: why }
    : { ok: true, kind, code };
}

/** Whether a code that fits no rule is refused. Where there are no rules, none fits. */
export const takesOnlyRules = ({ onlyRules = false, rules }: BarcodeRules): boolean =>
  onlyRules && rules.length > 0;

/**
 * The reading of a scan that is a code by these rules: the text itself, unless it is none and another reading is. All of
 * them as they are come before any of which something has to be taken away.
 */
export function readingOf(text: string, also: readonly string[] | undefined, rules: BarcodeRules): string {
  if (!also || also.length === 0) return text;
  const all = [text, ...also].map((one) => {
    const bare = bareCode(one);
    return { one, plain: bare.ok ? readPlain(bare.text, rules) : null, bare };
  });
  const plain = all.find(({ plain }) => plain && isTold(plain)) ?? (all[0]?.plain ? all[0] : undefined);
  const found = plain ?? all.find(({ bare }) => bare.ok && isTold(read(bare.text, rules)));
  return found?.one ?? text;
}

/** What a text is read as by these rules, and why: the bench says what `classify` does. */
export function tryBarcode(raw: string, rules: BarcodeRules): BarcodeTrial {
  const bare = bareCode(raw);
  if (!bare.ok) return { kind: 'unknown', code: '', stripped: [], why: 'unusable', rules: [] };
  const { command, kind, stripped, ...judged } = read(bare.text, rules);
  return { ...judged, kind: command ? 'command' : kind, stripped: [...bare.stripped, ...stripped] };
}

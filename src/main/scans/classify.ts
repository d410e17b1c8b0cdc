import type { BarcodeRule, BarcodeRules, BarcodeTrial } from '../../contract/barcodes.ts';
import type { Invalid } from '../../contract/failure.ts';
import { commands, type Command, type ScanView } from '../../contract/scans.ts';
import { cleaned } from './clean.ts';

type Kind = Exclude<ScanView['kind'], 'command'>;

/** What a scan is, as far as its text tells. A code that was misread keeps the kind that it was meant to be. */
export type Classified =
  | { readonly ok: true; readonly kind: Kind; readonly code: string }
  | { readonly ok: true; readonly kind: 'command'; readonly code: string; readonly command: Command }
  | { readonly ok: false; readonly kind: Kind; readonly reason: Invalid; readonly detail: string };

/** Order lines as the service numbers them. */
const orderLine = /^POL-[\w-]+$/i;

/** A symbology's name in front of the code (AIM), and the asterisks that some readers of Code 39 pass on. */
const symbology = /^\][A-Za-z][0-9A-Za-z](?=.)/;
const code39 = /^\*([^*]+)\*$/;

/** What a command's code begins with: `CRLEND`. Why it looks so stands with the commands in the contract. */
const commandPrefix = 'CRL';
const byCode = new Map(commands.map((command) => [commandPrefix + command, command]));

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

/** Whether a code has the form that a rule asks for, its check digit aside. */
function hasForm(code: string, { prefix, length, digits }: BarcodeRule): boolean {
  if (length !== null && code.length !== length) return false;
  if (!code.toUpperCase().startsWith(prefix.toUpperCase())) return false;
  return !digits || /^\d+$/.test(code.slice(prefix.length));
}

const holds = (code: string, rule: BarcodeRule): boolean =>
  !rule.checkDigit || (/\d{2}/.test(code) && hasCheckDigit(code.replace(/\D/g, '')));

/** What is left of a text once all that is no part of the code was taken away, and what that was. */
function bare(
  text: string,
  rules: BarcodeRules,
): { readonly code: string; readonly stripped: ('aim' | 'code39')[] } {
  const stripped: ('aim' | 'code39')[] = [];
  let code = text;
  if (rules.aim && symbology.test(code)) {
    code = code.replace(symbology, '');
    stripped.push('aim');
  }
  const within = rules.code39 ? code39.exec(code)?.[1] : undefined;
  if (within !== undefined) {
    code = within;
    stripped.push('code39');
  }
  return { code, stripped };
}

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
  const { code } = bare(clean.text, rules);
  const command = byCode.get(code.toUpperCase());
  if (command) return { ok: true, kind: 'command', code, command };
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
  const { code, stripped } = bare(clean.text, rules);
  const around = clean.text === raw ? [] : (['around'] as const);
  const read = { kind: what.kind, code, stripped: [...around, ...stripped] };
  const formed = what.kind === 'command' || what.kind === 'orderLine';
  return formed ? { ...read, why: 'form', rules: [] } : { ...read, ...judge(code, rules) };
}

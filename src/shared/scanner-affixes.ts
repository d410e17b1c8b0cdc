import { tryBarcode, type BarcodeRules, type BarcodeTrial } from './barcodes.ts';
import { bareCode, longestAffix, noAffixes, unframed, type Affixes, type Part } from './scanned-text.ts';

/** What a scanner is taught with, in this order. */
export const taughtKinds = ['patron', 'item', 'patron', 'item'] as const;
export type TaughtKind = (typeof taughtKinds)[number];

/** A code as it was scanned, and what it is, as the person says. */
export interface TaughtScan {
  readonly kind: TaughtKind;
  readonly text: string;
}

/**
 * Why a scan teaches nothing.
 *
 * - `unusable`   it is no code at all
 * - `same`       it was scanned before
 * - `otherKind`  it is something else, by its form or by the rules that `trial` names
 */
export type UntaughtScan =
  { readonly why: 'unusable' | 'same' } | { readonly why: 'otherKind'; readonly trial: BarcodeTrial };

/**
 * What surrounds the codes of a scanner, or why that cannot be told. `at`: the scan that it is about.
 *
 * - `otherKind`  without what surrounds all of them, one is of the other kind by the rules
 * - `unsure`     there are two ways to read them
 * - `different`  each code fits a rule, but what surrounds them is not the same
 * - `noRule`     one fits no rule, whatever is left out
 */
export type Taught =
  | { readonly affixes: Affixes }
  | { readonly affixes: null; readonly why: 'otherKind' | 'noRule'; readonly at: number }
  | { readonly affixes: null; readonly why: 'different' | 'unsure' };

const bareOf = (text: string): string => {
  const bare = bareCode(text);
  return bare.ok ? bare.text : '';
};

/** Why a scan cannot be the next of those before; null where it can. */
export function untaught(
  { kind, text }: TaughtScan,
  before: readonly TaughtScan[],
  rules: BarcodeRules,
): UntaughtScan | null {
  const trial = tryBarcode(text, { ...rules, affixes: noAffixes });
  if (trial.why === 'unusable') return { why: 'unusable' };
  if (before.some((other) => bareOf(other.text) === bareOf(text))) return { why: 'same' };
  const isTold = trial.why === 'rule' || trial.why === 'form';
  return isTold && trial.kind !== kind ? { why: 'otherKind', trial } : null;
}

/**
 * Finds what a scanner sends around codes. With rules it is the shortest that leaves codes of their kinds; without rules,
 * the characters before the first and after the last digit that all codes share.
 */
export function findAffixes(scans: readonly TaughtScan[], rules: BarcodeRules): Taught {
  const library = { ...rules, affixes: noAffixes };
  return rules.rules.length === 0 ? sharedRuns(scans, library) : shortest(scans, library);
}

/** Parts of a code that its scanner did not add: the shortest prefix is looked for without taking them away first. */
const ownParts: ReadonlySet<Part> = new Set<Part>(['codabar', 'blanks', 'width']);

function shortest(scans: readonly TaughtScan[], rules: BarcodeRules): Taught {
  const texts = scans.map(({ text }) => bareOf(text));
  const fitting = affixesOf(texts)
    .map((affixes) => ({ affixes, trials: texts.map((text) => trialWithin(text, affixes, rules)) }))
    .filter(({ trials }) => trials.every((trial) => trial !== null));
  const asTheyAre = fitting.filter(({ trials }) => !trials.some(hasOwnParts));
  const ofTheirKind = [...asTheyAre, ...fitting].filter(({ trials }) => otherKindIn(trials, scans) < 0);
  const [best] = ofTheirKind;
  if (best) {
    const near = asTheyAre.filter(
      (one) => ofTheirKind.includes(one) && sizeOf(one.affixes) === sizeOf(best.affixes),
    );
    return near.length > 1 ? { affixes: null, why: 'unsure' } : { affixes: best.affixes };
  }
  const [other] = fitting;
  if (other) return { affixes: null, why: 'otherKind', at: otherKindIn(other.trials, scans) };
  const unfit = texts.findIndex(
    (text) => !affixesOf([text]).some((affixes) => trialWithin(text, affixes, rules) !== null),
  );
  return unfit < 0 ? { affixes: null, why: 'different' } : { affixes: null, why: 'noRule', at: unfit };
}

const hasOwnParts = (trial: BarcodeTrial | null): boolean =>
  trial?.stripped.some((part) => ownParts.has(part)) === true;

/** The place of the first that the rules know as something else; -1 for none. */
const otherKindIn = (trials: readonly (BarcodeTrial | null)[], scans: readonly TaughtScan[]): number =>
  trials.findIndex((trial, at) => trial?.kind !== scans[at]?.kind);

/** What is left of a text without these affixes; null where nothing is, or where the station would read another code. */
function trialWithin(text: string, affixes: Affixes, rules: BarcodeRules): BarcodeTrial | null {
  const { prefix, suffix } = affixes;
  const rest = text.slice(prefix.length, text.length - suffix.length);
  const trial = tryBarcode(rest, rules);
  return trial.why === 'rule' && tryBarcode(text, { ...rules, affixes }).code === trial.code ? trial : null;
}

/** What all the texts begin and end with, in every length, the shortest first. Some of each text is left. */
function affixesOf(texts: readonly string[]): readonly Affixes[] {
  const [first = ''] = texts;
  const most = Math.min(longestAffix, ...texts.map(({ length }) => length - 1));
  const prefixes = lengths(most)
    .map((length) => first.slice(0, length))
    .filter((prefix) => texts.every((text) => text.startsWith(prefix)));
  const suffixes = lengths(most)
    .map((length) => first.slice(first.length - length))
    .filter((suffix) => texts.every((text) => text.endsWith(suffix)));
  return prefixes
    .flatMap((prefix) => suffixes.map((suffix) => ({ prefix, suffix })))
    .filter(({ prefix, suffix }) => texts.every(({ length }) => prefix.length + suffix.length < length))
    .toSorted((one, other) => sizeOf(one) - sizeOf(other));
}

const lengths = (most: number): readonly number[] =>
  Array.from({ length: Math.max(0, most) + 1 }, (_, at) => at);
const sizeOf = ({ prefix, suffix }: Affixes): number => prefix.length + suffix.length;

function sharedRuns(scans: readonly TaughtScan[], rules: BarcodeRules): Taught {
  const runs = scans.map(({ kind, text }) => {
    const { code } = unframed(bareOf(text), rules);
    // An identifier that comes after the prefix is taken away by itself.
    const prefix = (/^\D*/.exec(code)?.[0] ?? '').replace(/\][A-Za-z]$/, '');
    return { kind, code, prefix, suffix: /\D*$/.exec(code)?.[0] ?? '' };
  });
  const isSame = runs.every((one) =>
    runs.every(
      (other) => one.kind !== other.kind || (one.prefix === other.prefix && one.suffix === other.suffix),
    ),
  );
  const affixes = {
    prefix: sharedStart(runs.map(({ prefix }) => prefix)),
    suffix: reversed(sharedStart(runs.map(({ suffix }) => reversed(suffix)))),
  };
  const leaves = runs.every(({ code }) => code.length > sizeOf(affixes));
  return isSame && leaves ? { affixes } : { affixes: null, why: 'different' };
}

const reversed = (text: string): string => Array.from(text).toReversed().join('');

/** What all the texts begin with, up to the longest affix. */
function sharedStart([first = '', ...others]: readonly string[]): string {
  let length = Math.min(first.length, longestAffix);
  while (!others.every((other) => other.startsWith(first.slice(0, length)))) length -= 1;
  return first.slice(0, length);
}

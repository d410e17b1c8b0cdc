import * as z from 'zod';

/** What a rule tells a code to be. */
export const barcodeKinds = ['patron', 'item'] as const;

/** How the codes of one kind look. What is left open (`''`, null, false) is not asked for. */
export const BarcodeRule = z.object({
  kind: z.enum(barcodeKinds),
  prefix: z.string().max(20),
  /** With the prefix. */
  length: z.int().min(1).max(100).nullable(),
  digits: z.boolean(),
  /** The last digit is the check digit of the others, modulo 10. */
  checkDigit: z.boolean(),
});
export type BarcodeRule = z.output<typeof BarcodeRule>;

/** How a library's barcodes look, and what its scanners pass on with them. */
export const BarcodeRules = z.object({
  rules: z.array(BarcodeRule).max(20),
  /** The asterisks around a code in Code 39 are no part of it. */
  code39: z.boolean(),
  /** The symbology's name in front of a code (AIM, as in `]C1`) is no part of it. */
  aim: z.boolean(),
});
export type BarcodeRules = z.output<typeof BarcodeRules>;

/** What a code is read as, and why: for the bench in the settings. */
export interface BarcodeTrial {
  readonly kind: 'patron' | 'item' | 'orderLine' | 'command' | 'unknown';
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

import type { BarcodeRules } from '../../shared/barcodes.ts';
import { invalid } from '../failure.ts';

/** Throws `required` with the place of the first rule that asks for nothing: it would fit every code. */
export function assertRules({ rules }: BarcodeRules): void {
  const emptyRule = rules.findIndex(
    ({ prefix, length, digits, checkDigit }) => prefix === '' && length === null && !digits && !checkDigit,
  );
  if (emptyRule >= 0) throw invalid('barcodes', 'required', String(emptyRule));
}

import type { Failure } from '../../contract/failure.ts';
import type { BarcodeRules } from '../../shared/barcodes.ts';
import { mayBeMixed } from '../../shared/mixed-scans.ts';
import { isAbsent } from '../commands/refusals.ts';

const failure: Failure = { kind: 'invalid', field: 'text', reason: 'malformed', detail: 'mixed' };

/** What is said of a code that the service does not know, where that is because it is two; null otherwise. */
export function mixedInstead(error: unknown, code: string, rules: BarcodeRules): Failure | null {
  return isAbsent(error) && mayBeMixed(code, rules) ? failure : null;
}

import type { Failure } from '../../../contract/failure.ts';
import { m } from '../../../messages/compiled/messages.js';
import { failureText } from '../../failures/failure-text.ts';
import type { ScanText } from '../../scan/scan-text.ts';

interface LateResult {
  /** The title of the dialog. */
  readonly what: string;
  /** The patron it was for; `''` where there was none. */
  readonly whose: string;
  readonly failure: Failure | null;
}

/** The result of a command whose dialog was closed meanwhile, in the form that every result has. */
export function lateResultText({ what, whose, failure }: LateResult): ScanText {
  const about = { what, code: false, consequence: whose };
  if (!failure) return { ...about, meaning: 'done', outcome: m.desk_scan_done(), sound: 'note' };
  const { meaning, word, what: why } = failureText(failure);
  return { ...about, meaning, outcome: word, todo: why, sound: 'refused' };
}

import type { Failure } from '../../../contract/failure.ts';
import { m } from '../../../messages/compiled/messages.js';
import { failureText } from '../../failures/failure-text.ts';
import type { ScanText } from '../../scan/scan-text.ts';

interface LateResult {
  /** The title of the dialog: it may name the patron. */
  readonly title: string;
  /** The verb of the act, with its amount. */
  readonly word: string;
  /** It was for another patron than is at the desk now. */
  readonly isFormer: boolean;
  readonly failure: Failure | null;
}

/**
 * The result of a command whose dialog was closed meanwhile, in the form that every result has. Of a former visit it has
 * no name: the next patron may read it.
 */
export function lateResultText({ title, word, isFormer, failure }: LateResult): ScanText {
  const about = {
    what: isFormer ? `${word} · ${m.lists_visit_before()}` : title,
    isName: !isFormer,
    code: false,
    consequence: '',
  };
  if (!failure) return { ...about, meaning: 'done', outcome: m.desk_scan_done(), sound: 'note' };
  const { meaning, word: outcome, what: why } = failureText(failure);
  return { ...about, meaning, outcome, todo: why, sound: 'refused' };
}

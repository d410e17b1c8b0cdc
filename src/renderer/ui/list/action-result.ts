import { m } from '../../../messages/compiled/messages.js';
import type { Failure } from '../../../contract/failure.ts';
import { failureText } from '../../failures/failure-text.ts';
import type { ScanText } from '../../scan/scan-text.ts';

/** What an action in one of the patron's tabs did, in words. */
export interface ActionResult {
  readonly word: string;
  readonly text: string;
  /** What follows from it. */
  readonly then?: string;
  /** Money that goes back over the counter. */
  readonly change?: string;
}

/** The same in the form that every result has: the change is what is to be done now. */
export const resultText = ({ word, text, then = '', change = '' }: ActionResult): ScanText => ({
  meaning: 'done',
  outcome: word,
  what: text,
  code: false,
  consequence: change === '' ? then : m.fees_change_is({ change }),
  ...(change !== '' && then !== '' && { todo: then }),
  sound: 'done',
});

/** The same of an action that failed, for whoever is in another room by now. `code`: it is about an id. */
export function failedText(failure: Failure, text: string, code = false): ScanText {
  const { meaning, word, what } = failureText(failure);
  return {
    ...{ meaning, outcome: word, what: text, code, consequence: what },
    sound: meaning === 'refused' ? 'refused' : 'attention',
  };
}

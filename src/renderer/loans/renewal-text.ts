import type { RenewOutcome } from '../../contract/loans.ts';
import { m } from '../../messages/compiled/messages.js';
import type { Shell } from '../app/shell.svelte.ts';
import type { DoneAction } from '../desk/session.svelte.ts';
import { failureText } from '../failures/failure-text.ts';
import { dueText, type ScanText } from '../scan/scan-text.ts';
import { countText } from '../ui/format.ts';
import type { Summary } from './renewal.svelte.ts';

/** What came of renewing several loans of one patron. */
export interface RenewalResult extends Summary {
  readonly userId: string;
  readonly outcomes: readonly RenewOutcome[];
}

/** The sum of a renewal, in the form that every result has. It names nobody. */
export function renewalText({ renewed, refused, notTried }: Summary): ScanText {
  const isWhole = refused + notTried === 0;
  const count = renewed + refused + notTried;
  const all = m.desk_standing_loans({ count, shown: countText(count) });
  const parts = [
    renewed > 0 ? m.loans_summary_renewed({ count: countText(renewed) }) : '',
    refused > 0 ? m.loans_summary_not({ count: countText(refused) }) : '',
    notTried > 0 ? m.loans_summary_not_tried({ count: countText(notTried) }) : '',
  ].filter(Boolean);
  // Of one kind: the word says it of all of them, and their number is all there is to say.
  const isOneKind = parts.length < 2;
  return {
    meaning: isWhole ? 'done' : 'attention',
    outcome: isWhole
      ? m.loans_renewed()
      : renewed > 0
        ? m.loans_summary_partly()
        : m.loans_summary_line_refused(),
    what: isOneKind ? '' : all,
    code: false,
    consequence: isOneKind ? all : parts.join(', '),
    sound: isWhole ? 'done' : 'attention',
  };
}

/** What came of one loan: until when it is renewed, or why it was not. */
function outcomeText(outcome: RenewOutcome): ScanText {
  const { title, barcode } = outcome;
  const named = { what: title || barcode, code: title === '', sound: null };
  return outcome.ok
    ? { ...named, meaning: 'done', outcome: m.loans_renewed(), consequence: dueText(outcome.due) }
    : {
        ...named,
        meaning: 'refused',
        outcome: m.loans_summary_line_refused(),
        consequence: failureText(outcome.failure).what,
      };
}

/** A loan that was not renewed, and why. */
const refusalRow = (outcome: RenewOutcome): readonly DoneAction[] =>
  outcome.ok ? [] : [{ text: outcomeText(outcome), failure: outcome.failure }];

/** Shows what came of a renewal on the stage; each refusal has a row of the visit, if that is still this patron's. */
export function announceRenewal(shell: Shell, result: RenewalResult | null): void {
  if (!result) return;
  const sum = renewalText(result);
  if (shell.desk.patron?.userId !== result.userId) {
    shell.announce({ ...sum, what: m.lists_visit_before() });
    return;
  }
  const refusals = result.outcomes.flatMap(refusalRow);
  const [only, ...others] = result.outcomes;
  // The one loan itself is said, not how many there were.
  if (only && others.length + result.notTried === 0) {
    const text = { ...outcomeText(only), sound: sum.sound };
    shell.announce(text, refusals.length > 0 ? refusals : [{ text }]);
  } else shell.announce(sum, [...refusals, { text: sum }]);
}

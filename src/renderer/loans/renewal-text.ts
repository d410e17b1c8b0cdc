import type { RenewOutcome } from '../../contract/loans.ts';
import { m } from '../../messages/compiled/messages.js';
import type { Shell } from '../app/shell.svelte.ts';
import type { DoneAction } from '../desk/session.svelte.ts';
import { failureText } from '../failures/failure-text.ts';
import type { ScanText } from '../scan/scan-text.ts';
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
  const parts = [
    m.loans_summary_renewed({ count: countText(renewed) }),
    refused > 0 ? m.loans_summary_not({ count: countText(refused) }) : '',
    notTried > 0 ? m.loans_summary_not_tried({ count: countText(notTried) }) : '',
  ];
  return {
    meaning: isWhole ? 'done' : 'attention',
    outcome: m.loans_renewed(),
    what: m.desk_standing_loans({ count, shown: countText(count) }),
    code: false,
    consequence: parts.filter(Boolean).join(', '),
    sound: isWhole ? 'done' : 'attention',
  };
}

/** A loan that was not renewed, and why. */
function refusalRow(outcome: RenewOutcome): readonly DoneAction[] {
  if (outcome.ok) return [];
  const { title, barcode, failure } = outcome;
  const text: ScanText = {
    meaning: 'refused',
    outcome: m.loans_summary_line_refused(),
    what: title || barcode,
    code: title === '',
    consequence: failureText(failure).what,
    sound: null,
  };
  return [{ text, failure }];
}

/** Shows what came of a renewal on the stage; each refusal has a row of the visit, if that is still this patron's. */
export function announceRenewal(shell: Shell, result: RenewalResult | null): void {
  if (!result) return;
  const text = renewalText(result);
  const isHere = shell.desk.patron?.userId === result.userId;
  if (isHere) shell.announce(text, [...result.outcomes.flatMap(refusalRow), { text }]);
  else shell.announce({ ...text, what: m.lists_visit_before() });
}

import type { Money } from '../../contract/common.ts';
import type { ScanView } from '../../contract/scans.ts';
import { m } from '../../messages/compiled/messages.js';
import type { ScanText } from '../scan/scan-text.ts';
import type { StageResult } from '../scan/stage.svelte.ts';
import { countText, dateText, moneyText } from '../ui/format.ts';

/**
 * The sum of a visit that was ended, in the form that every result has. It names nobody: the next patron reads it.
 *
 * @param scans those of the visit
 * @param paid what the patron paid in it; null for nothing
 * @param unseen refusals that nobody can have seen: they are named once
 */
export function endText(
  scans: readonly ScanView[],
  paid: Money | null,
  unseen: readonly StageResult[],
): ScanText {
  const countOf = (kind: string): number => scans.filter(({ result }) => result?.kind === kind).length;
  const lent = countOf('lent') - countOf('undone');
  const returned = countOf('returned');
  const refused = scans.filter(({ state }) => state === 'refused').length;
  const shown = (count: number): { count: number; shown: string } => ({ count, shown: countText(count) });
  const sum = [
    lent > 0 ? m.desk_count_lent(shown(lent)) : '',
    returned > 0 ? m.desk_count_returned(shown(returned)) : '',
    refused > 0 ? m.desk_count_refused(shown(refused)) : '',
    paid ? m.desk_sum_paid({ amount: moneyText(paid) }) : '',
  ].filter(Boolean);
  return {
    meaning: unseen.length > 0 ? 'attention' : 'information',
    outcome: m.desk_ended(),
    what: sum.length > 0 ? sum.join(', ') : m.desk_ended_nothing(),
    code: false,
    consequence: dueOf(scans),
    todo:
      unseen.length > 0
        ? m.desk_ended_refused({ titles: unseen.map(({ text }) => text.what).join(', ') })
        : m.desk_ended_next(),
    sound: null,
  };
}

/** When what was lent is due: on one day, or from the first of several on; `''` where nothing was lent. */
function dueOf(scans: readonly ScanView[]): string {
  const days = new Set(
    scans
      .flatMap(({ result }) => (result?.kind === 'lent' && result.due !== '' ? [result.due] : []))
      .toSorted()
      .map((due) => dateText(due, 'due')),
  );
  const [first] = days;
  if (first === undefined) return '';
  return days.size === 1 ? m.desk_due({ date: first }) : m.desk_due_from({ date: first });
}

/** The session cannot be ended while scans are on their way. */
export const endRefusedText = (): ScanText => ({
  meaning: 'attention',
  outcome: m.desk_end_not_yet(),
  what: m.desk_end_running(),
  code: false,
  consequence: '',
  sound: 'attention',
});

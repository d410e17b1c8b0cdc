import type { Shell } from '../app/shell.svelte.ts';
import type { SlipKind } from '../../contract/slips.ts';

const withSlip: ReadonlySet<string> = new Set(['lent', 'renewed', 'returned', 'undone']);

/**
 * The slip that the newest result at the desk promises: Enter in the empty scan box prints it. Null where the newest
 * result is a refusal or a question, or is about something that has no slip.
 */
export function slipAtHand({ desk, slips, stages }: Shell): SlipKind | null {
  const { newest } = stages.desk;
  if (!newest || newest.text.sound === 'refused' || desk.which || desk.whose || desk.questions.current)
    return null;
  if (slips.nextOffer) return slips.nextOffer.kind;
  const result = desk.log.rows.find(({ id }) => id === newest.id)?.view.result;
  if (!result || !withSlip.has(result.kind)) return null;
  if (desk.patron) return (desk.log.lentTo[desk.patron.userId] ?? 0) > 0 ? 'due' : null;
  return desk.log.returned > 0 && !desk.opening ? 'return' : null;
}

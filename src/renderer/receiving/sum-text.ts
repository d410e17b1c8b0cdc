import type { ItemOutcome } from '../../contract/receiving.ts';
import { m } from '../../messages/compiled/messages.js';
import type { BoxSum } from '../../shared/box-check.ts';
import type { ScanText } from '../scan/scan-text.ts';
import type { StageResult } from '../scan/stage.svelte.ts';
import { countText } from '../ui/format.ts';
import { troublesText } from './box-text.ts';

/** What came of a job over several items. `title`: of their order line; `''` where they are of several. */
export interface JobSum {
  readonly outcomes: readonly ItemOutcome[];
  readonly title: string;
}

const counted = (count: number): { count: number; shown: string } => ({ count, shown: countText(count) });

/** "Received · Atlas of the Night Sky · 3 kept, 1 refused" */
export function jobText({ outcomes, title }: JobSum): ScanText {
  const count = (...states: readonly ItemOutcome['state'][]): number =>
    outcomes.filter(({ state }) => states.includes(state)).length;
  const [received, kept] = [count('received'), count('kept')];
  const [refused, unclear] = [count('refused', 'unfinished'), count('unclear')];
  const [toSee, stopped] = [count('toSee'), count('stopped')];
  const sum = [
    kept > 0 && m.receiving_sum_kept(counted(kept)),
    received > 0 && m.receiving_trolley_count(counted(received)),
    toSee > 0 && m.receiving_sum_to_see(counted(toSee)),
    refused > 0 && m.receiving_sum_not_done(counted(refused)),
    unclear > 0 && m.receiving_sum_unclear(counted(unclear)),
    stopped > 0 && m.receiving_sum_stopped(counted(stopped)),
  ].filter(Boolean);
  const isWhole = refused + unclear + toSee + stopped === 0;
  return {
    meaning: isWhole ? 'done' : 'attention',
    outcome: isWhole ? m.receiving_job_done() : m.receiving_job_part(),
    what: title || m.receiving_job_items(counted(outcomes.length)),
    code: false,
    consequence: sum.join(', '),
    sound: isWhole ? 'done' : 'attention',
  };
}

/**
 * The sum of a trolley that was ended. `left`: books that wait for a person, or were not reached, which main has put
 * aside. `notReceived`: those that were refused for good, and are history.
 */
export function endedText(sum: {
  readonly received: number;
  /** The ids of the items that were kept; one can be there twice. */
  readonly kept: readonly string[];
  readonly left: number;
  readonly notReceived: number;
  readonly toFinish: number;
  /** What came of what should be in its box; null where that was not checked. */
  readonly box: BoxSum | null;
  /** Refusals that nobody can have seen: they are named once. */
  readonly unseen: readonly StageResult[];
}): ScanText {
  const { received, left, notReceived, toFinish, unseen, box } = sum;
  const wrong = box ? troublesText(box) : '';
  const boxed = box && (wrong === '' ? m.receiving_box_whole() : m.receiving_box_wrong({ what: wrong }));
  const kept = new Set(sum.kept).size;
  const rest = [
    left > 0 && m.receiving_sum_left(counted(left)),
    notReceived > 0 && m.receiving_sum_not_received(counted(notReceived)),
    toFinish > 0 && m.receiving_finish(counted(toFinish)),
  ].filter(Boolean);
  return {
    meaning: left + notReceived + unseen.length > 0 || wrong !== '' ? 'attention' : 'information',
    outcome: m.receiving_ended(),
    what:
      received === 0
        ? m.receiving_ended_nothing()
        : [
            m.receiving_trolley_count(counted(received)),
            ...(kept > 0 ? [m.receiving_sum_kept(counted(kept))] : []),
          ].join(', '),
    code: false,
    consequence: [boxed, rest.join(', ')].filter(Boolean).join(' · '),
    todo:
      unseen.length > 0
        ? m.desk_ended_refused({ titles: unseen.map(({ text }) => text.what).join(', ') })
        : m.receiving_ended_next(),
    sound: left > 0 || wrong !== '' ? 'attention' : null,
  };
}

import type { Failure } from '../../contract/failure.ts';
import type { ScanResult, ScanView } from '../../contract/scans.ts';
import type { Item } from '../../service/shapes/item.ts';
import type { Loan } from '../../service/shapes/loan.ts';
import type { Cleared } from '../commands/looking.ts';
import type { JournalEntry, ScanEntry } from '../ports.ts';
import { lentResult, renewedResult } from '../loans/lend.ts';
import type { Given } from '../loans/pending-dues.ts';
import type { ScanChange } from '../scans/scan-list.ts';
import { returnedResult } from '../loans/return.ts';
import { unknownOutcome } from '../failure.ts';

const notDone: Failure = { kind: 'unreachable', why: 'didNotHappen', detail: '' };

/** Whether what it asks of the service changes something there. */
function hasCommand({ action, result }: ScanView): boolean {
  // Undoing takes the item back.
  if (action === 'command') return result?.kind === 'command' && result.command === 'UNDO';
  return action === 'lend' || action === 'return' || action === 'renew';
}

/**
 * A scan of an earlier run as it stands now. What never left is `dropped`: the program stopped before it. What left
 * is what its command's entry says, and `unclear` until somebody has found out. Where that entry may be among rows that
 * were lost, nobody can find out any more.
 */
export function recoveredScan({ view, doubted }: ScanEntry, command: JournalEntry | null): ScanView {
  const settled = view.state === 'done' || view.state === 'refused' || view.state === 'dropped';
  if (settled) return view;
  if (command === null && doubted && hasCommand(view))
    return { ...view, state: 'refused', failure: { kind: 'rowLost' } };
  switch (command?.state) {
    case 'accepted':
      return { ...view, state: 'done', failure: null };
    case 'refused':
      return { ...view, state: 'refused', failure: command.failure };
    case 'sent':
    case 'unknown':
      return { ...view, state: 'unclear', failure: unknownOutcome(command) };
    case 'notSent':
    case 'intended':
    case undefined:
      return view.state === 'unclear'
        ? { ...view, state: 'refused', failure: notDone }
        : { ...view, state: 'dropped', failure: null };
  }
}

/** What an unclear scan becomes once it is known what came of its command. */
export function clearedScan(scan: ScanView, { happened, record }: Cleared): ScanChange {
  if (!happened) return { state: 'refused', failure: notDone };
  return { state: 'done', failure: null, result: record === null ? null : resultOf(scan, record) };
}

/** What the scan of a loan becomes with the day set by hand, or with why it could not be given. */
export const givenScan = ({ loan, failure }: Given): ScanChange => ({
  result: { ...lentResult(loan), ...(failure && { dueFailure: failure }) },
});

/** The record is what the scan's own command answers: a loan, or an item that was scanned in. */
function resultOf({ action }: ScanView, record: unknown): ScanResult {
  if (action === 'lend') return lentResult(record as Loan);
  return action === 'renew' ? renewedResult(record as Loan) : returnedResult(record as Item);
}

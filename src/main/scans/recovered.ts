import type { Failure } from '../../contract/failure.ts';
import { isOpen } from '../../shared/scan-state.ts';
import { unknownOutcome } from '../failure.ts';
import type { JournalEntry, Scan, ScanEntry } from '../journal/port.ts';

/** Why a scan is refused whose command, as is known by now, did not happen. */
export const didNotHappen: Failure = { kind: 'unreachable', why: 'didNotHappen', detail: '' };

/** Whether the scan asks the service to change something. */
function hasCommand({ action, result }: Scan): boolean {
  // UNDO scans the item in.
  if (action === 'command') return result?.kind === 'command' && result.command === 'UNDO';
  return action === 'lend' || action === 'return' || action === 'renew';
}

/**
 * A scan of an earlier run, as it is now. A scan whose command never left is `dropped`. A command that left decides by
 * what its own entry says; without an answer the scan is `unclear` until somebody finds out. Where rows of the journal
 * were lost (`doubted`), the entry may have been among them: then nobody can find out any more.
 */
export function recoveredScan({ scan, afterLoss }: ScanEntry, command: JournalEntry | null): Scan {
  if (!isOpen(scan) && scan.state !== 'unclear') return scan;
  if (command === null && afterLoss && hasCommand(scan))
    return { ...scan, state: 'refused', failure: { kind: 'rowLost' } };
  switch (command?.state) {
    case 'accepted':
      return { ...scan, state: 'done', failure: null };
    case 'refused':
      return { ...scan, state: 'refused', failure: command.failure };
    case 'sent':
    case 'unknown':
      return { ...scan, state: 'unclear', failure: unknownOutcome(command) };
    case 'notSent':
    case 'intended':
    case undefined:
      return scan.state === 'unclear'
        ? { ...scan, state: 'refused', failure: didNotHappen }
        : { ...scan, state: 'dropped', failure: null };
  }
}

import type { Failure } from '../../contract/failure.ts';
import type { Parsed } from '../../contract/index.ts';
import type { Room, ScanView } from '../../contract/scans.ts';
import { classify, itemId, readingOf, type BarcodeRules, type Classified } from '../../shared/barcodes.ts';
import { roomOf, type CommandBarcode } from '../../shared/command-barcodes.ts';
import { mayBeCard, type CardGuess } from '../../shared/may-be-card.ts';
import { isRest, mayBeMixed, mixedScan } from '../../shared/mixed-scans.ts';
import { isOpen } from '../../shared/scan-state.ts';
import { shown } from '../../shared/scanned-text.ts';
import { failureOf, invalid, unknownOutcome } from '../failure.ts';
import { isAbsent } from '../commands/refusals.ts';
import type { Deps } from '../deps.ts';
import type { JournalEntry, Scan, ScanEntry } from '../journal/port.ts';
import type { Connection, Service } from '../ports.ts';

/** A scan as it is added. Without `code` and `by`, the code is the text, a barcode. */
export type NewScan = Pick<Scan, 'id' | 'text' | 'kind' | 'action' | 'state' | 'failure'> &
  Partial<Pick<Scan, 'code' | 'by' | 'result'>>;

/** The fields of a scan that can change. */
export type ScanChange = Partial<
  Pick<Scan, 'kind' | 'action' | 'state' | 'result' | 'title' | 'failure' | 'question'>
>;

/** A scan as a window sends it. */
export type Submitted = Parsed<'scans.submit'>;

/** A scan, classified by the library's barcode rules. */
export interface Incoming extends Pick<Submitted, 'id' | 'mode' | 'by'> {
  /** The text that was read, for display. */
  readonly text: string;
  readonly what: Classified;
  /** Whether it was a card, where it opens nobody. */
  readonly guess: CardGuess;
}

/** Reads a scan by the barcode rules. Two codes typed into each other by two scanners are a `mixedScan`. */
export function readIncoming(scanned: Submitted, rules: BarcodeRules): Incoming {
  const { id, mode, by } = scanned;
  const isId = by === 'itemId';
  const text = isId ? scanned.text : readingOf(scanned.text, scanned.also, rules);
  const read = isId ? itemId(text) : classify(text, rules);
  const isMixed = isRest(scanned, rules) || (!read.ok && read.detail === 'noRule' && mayBeMixed(text, rules));
  // What two scanners typed may have been a card.
  const guess = isMixed ? 'maybe' : isId ? 'no' : mayBeCard([text, ...(scanned.also ?? [])], rules);
  return { id, mode, by, text: shown(text), what: isMixed ? mixedScan : read, guess };
}

/** A scan of a command barcode. One of another room is refused: nothing is done where nobody sees it done. */
export function commandScan({ id, text, what }: Incoming, command: CommandBarcode, room: Room): NewScan {
  const place = roomOf(command) ?? room;
  return {
    ...{ id, text, kind: 'command', action: 'command', state: place === room ? 'waiting' : 'refused' },
    result: {
      ...{ kind: 'command', command },
      ...(what.ok && what.kind === 'command' && what.number !== null ? { number: what.number } : {}),
    },
    failure:
      place === room ? null : { kind: 'invalid', field: 'command', reason: 'otherRoom', detail: place },
  };
}

/** A scan that cannot be used here, with the reason. Throws if the scan is empty. */
export function refusedScan({ id, text, what }: Incoming, action: Scan['action']): NewScan {
  const { reason, detail } = what.ok ? { reason: 'malformed' as const, detail: what.kind } : what;
  if (reason === 'required') throw invalid('text', reason);
  const failure = { kind: 'invalid', field: 'text', reason, detail } as const;
  return { id, text, kind: what.kind, action, state: 'refused', failure };
}

/**
 * The failure of a scan. A code that the service does not know may be two codes, typed into each other by two scanners:
 * then the failure says so.
 */
export function scanFailure(
  error: unknown,
  code: string,
  { connection, log }: Pick<Deps, 'connection' | 'log'>,
): Failure {
  if (isAbsent(error) && mayBeMixed(code, connection.view().barcodes))
    return { kind: 'invalid', field: 'text', reason: 'malformed', detail: 'mixed' };
  return failureOf(error, log);
}

/** Throws `moved` where a service is not that of the library where a scan was made; `''` if that was not known. */
export function assertOfScan({ library }: { readonly library: string }, service: Service): void {
  if (library !== '' && library !== service.library.id) throw invalid('library', 'moved');
}

/** Throws `moved` where a service was left for that of another library while it was asked. */
export function assertConnected(
  { library }: Pick<Service, 'library'>,
  connection: Pick<Connection, 'library'>,
): void {
  if (library.id !== connection.library()?.id) throw invalid('library', 'moved');
}

/** Why a scan is refused whose command turned out not to have happened. */
export const didNotHappen: Failure = { kind: 'unreachable', why: 'didNotHappen', detail: '' };

/** Whether the scan asks the service to change something. */
function hasCommand({ action, result }: Scan): boolean {
  // UNDO scans the item in.
  if (action === 'command') return result?.kind === 'command' && result.command === 'UNDO';
  return action === 'lend' || action === 'return' || action === 'renew';
}

/**
 * Brings a scan of an earlier run up to date. If its command was never sent, the scan is `dropped`. If it was sent, the
 * entry of the command decides; without an answer the scan is `unclear`. Where rows of the journal were lost
 * (`afterLoss`), the entry may be among them, and the outcome can no longer be found out.
 */
export function recoverScan({ scan, afterLoss }: ScanEntry, command: JournalEntry | null): Scan {
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

/** The view of a scan for a window. This is the only place where a `Scan` becomes a `ScanView`. */
export const scanView = ({
  id,
  order,
  text,
  at,
  kind,
  action,
  state,
  result,
  title,
  failure,
  question,
  recovered,
}: Scan): ScanView => ({
  ...{ id, order, text, at, kind, action, state },
  ...{ result, title, failure, question, recovered },
});

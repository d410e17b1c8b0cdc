import type { Failure } from '../../contract/failure.ts';
import type { Parsed } from '../../contract/index.ts';
import type { ScanView } from '../../contract/scans.ts';
import { classify, itemId, readingOf, type BarcodeRules, type Classified } from '../../shared/barcodes.ts';
import type { CommandBarcode } from '../../shared/command-barcodes.ts';
import { isRest, mayBeMixed, mixedScan } from '../../shared/mixed-scans.ts';
import { shown } from '../../shared/scanned-text.ts';
import { failureOf, invalid } from '../failure.ts';
import { isAbsent } from '../commands/refusals.ts';
import type { Deps } from '../deps.ts';
import type { Scan } from '../journal/port.ts';

/** What is known of a scan when it comes in. Without `code` and `by`, the code is the text, a barcode. */
export type NewScan = Pick<Scan, 'id' | 'text' | 'kind' | 'action' | 'state' | 'failure'> &
  Partial<Pick<Scan, 'code' | 'by' | 'result'>>;

/** Everything about a scan that can change. */
export type ScanChange = Partial<
  Pick<Scan, 'kind' | 'action' | 'state' | 'result' | 'title' | 'failure' | 'question'>
>;

/** A scan as a window hands it in. */
export type Submitted = Parsed<'scans.submit'>;

/** What came in, and what it is by the library's barcode rules. */
export interface Incoming extends Pick<Submitted, 'id' | 'mode' | 'by'> {
  /** The reading that was taken, as it can be shown. */
  readonly text: string;
  readonly what: Classified;
}

/** Reads a scan by the barcode rules. What two scanners typed into each other is `mixedUp`. */
export function readIncoming(scanned: Submitted, rules: BarcodeRules): Incoming {
  const { id, mode, by } = scanned;
  const isId = by === 'itemId';
  const text = isId ? scanned.text : readingOf(scanned.text, scanned.also, rules);
  const read = isId ? itemId(text) : classify(text, rules);
  return { id, mode, by, text: shown(text), what: isRest(scanned, rules) ? mixedScan : read };
}

/** A command barcode, as it comes in. */
export const commandScan = ({ id, text }: Incoming, command: CommandBarcode): NewScan => ({
  ...{ id, text, kind: 'command', action: 'command', state: 'waiting' },
  result: { kind: 'command', command },
  failure: null,
});

/** A scan that nothing can be done with here, with the reason. Throws where nothing was scanned at all. */
export function refusedScan({ id, text, what }: Incoming, action: Scan['action']): NewScan {
  const { reason, detail } = what.ok ? { reason: 'malformed' as const, detail: what.kind } : what;
  if (reason === 'required') throw invalid('text', reason);
  const failure = { kind: 'invalid', field: 'text', reason, detail } as const;
  return { id, text, kind: what.kind, action, state: 'refused', failure };
}

/**
 * Why a scan failed. A code that the service does not know may be two, typed into each other by two scanners: then that
 * is said.
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

/** A scan, as a window sees it. This is the only place where one becomes the other. */
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

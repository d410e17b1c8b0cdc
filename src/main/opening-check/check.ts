import type { CheckLine, OpeningReport } from '../../contract/opening-check.ts';
import type { ServiceStatus, StationView } from '../../contract/station.ts';
import type { Department, Library } from '../../service/shapes/config.ts';
import { noAffixes } from '../../shared/scanned-text.ts';
import type { Journal } from '../journal/port.ts';
import type { Clock, Connection, Log, Printer } from '../ports.ts';
import { invalid } from '../failure.ts';
import { codeLine, usedCodes, type KnownLists } from './codes.ts';
import { printerLines } from './printers.ts';
import { harmlessReads, isAway, tryRead, untried } from './reads.ts';
import { writeLines } from './writes.ts';

/** What a check is made with. */
export interface CheckDeps {
  readonly station: Connection & {
    status(): ServiceStatus;
    /** The last moment of the certificate that the connected service has shown; null where it has shown none. */
    certificateUntil(): string | null;
  };
  readonly journal: Pick<Journal, 'madeAt' | 'openSteps'>;
  readonly printer: Pick<Printer, 'list'>;
  readonly clock: Clock;
  readonly log: Log;
}

type Report = (progress: { readonly line: CheckLine; readonly done: number; readonly total: number }) => void;

/** The lines of the station itself: clock, certificate, calls left and scanner. */
const ownLines = 4;
/** A clock that is further off than this dates payments wrongly, in milliseconds. */
const clockOffMs = 2 * 60_000;
/** So long before its end somebody has to see to a certificate, in milliseconds. */
const certificateMs = 30 * 86_400_000;
/** Fewer calls than these may not last the day. */
const fewCalls = 1000;

type ListAnswer<T> = { readonly items: readonly T[] } | null;

/**
 * Checks whether the station can do its work: what its key may read, what it was seen to write, whether the codes of its
 * settings exist, its clock, certificate, calls and printers. Only reads leave, one after the other. Each line is
 * reported as it is known.
 */
export async function runCheck(deps: CheckDeps, report: Report, signal: AbortSignal): Promise<OpeningReport> {
  const { station, journal, clock, printer, log } = deps;
  const service = await station.service();
  const view = station.view();
  /** What is found belongs to one library: a part of it and a part of the next would be a report of neither. */
  const mustBeHere = (): void => {
    if (station.library()?.id !== service.library.id) throw invalid('library', 'moved');
  };
  mustBeHere();
  const reads = harmlessReads(clock.now().toISOString().slice(0, 10), view.library?.code ?? null);
  const writes = writeLines(journal, service.library.id);
  const lines: CheckLine[] = [];
  let total = reads.length + writes.length + ownLines;
  const add = (line: CheckLine): void => {
    mustBeHere();
    lines.push(line);
    report({ line, done: lines.length, total });
  };
  const answers = new Map<string, unknown>();
  let away: CheckLine | null = null;
  for (const read of reads) {
    signal.throwIfAborted();
    if (away) {
      add(untried(read, away));
      continue;
    }
    const { line, answer } = await tryRead(read, service.client, signal);
    if (line.answer === 'ok') answers.set(read.area, answer);
    if (isAway(line)) away = line;
    add(line);
  }
  for (const line of writes) add(line);
  const known: KnownLists = {
    libraries: (answers.get('libraries') as ListAnswer<Library>)?.items ?? null,
    departments: (answers.get('departments') as ListAnswer<Department>)?.items ?? null,
  };
  const used = usedCodes(service, view, journal, known, signal);
  const printers = await printerLines(view, printer, log);
  total += used.length + printers.length;
  for (const code of used) {
    signal.throwIfAborted();
    const { use, label, code: text } = code;
    const line = { kind: 'code', id: `code ${use} ${text}`, use, code: text, label } as const;
    add(away && text !== '' ? { ...line, answer: 'unknown', failure: away.failure } : await codeLine(code));
  }
  const time = service.client.time();
  add(clockLine(time && clock.now().getTime() - time.getTime()));
  add(certificateLine(deps, view));
  const { remaining } = station.status();
  add({
    ...{ kind: 'calls', id: 'calls', remaining, failure: null },
    answer: remaining === null ? 'unknown' : remaining < fewCalls ? 'look' : 'ok',
  });
  add(scannerLine(view));
  for (const line of printers) add(line);
  return {
    at: clock.now().toISOString(),
    mode: view.mode,
    library: service.library.id,
    address: view.mode === 'institution' ? (view.institution?.address ?? '') : '',
    lines,
  };
}

function clockLine(aheadMs: number | null): CheckLine {
  const line = { kind: 'clock', id: 'clock', failure: null } as const;
  if (aheadMs === null) return { ...line, answer: 'unknown', aheadMs: null };
  // An answer tells its second only.
  const whole = Math.round(aheadMs / 1000) * 1000;
  return { ...line, answer: Math.abs(whole) > clockOffMs ? 'look' : 'ok', aheadMs: whole };
}

/** Only a person with a scanner can tell more. */
function scannerLine({ barcodes }: StationView): CheckLine {
  const { prefix, suffix } = barcodes.affixes ?? noAffixes;
  const answer = prefix + suffix === '' ? 'unknown' : 'ok';
  return { kind: 'scanner', id: 'scanner', prefix, suffix, answer, failure: null };
}

function certificateLine({ station, clock }: CheckDeps, view: StationView): CheckLine {
  const line = { kind: 'certificate', id: 'certificate', failure: null } as const;
  const isPlain = view.mode === 'practice' || !/^https:/i.test(view.institution?.address ?? '');
  if (isPlain) return { ...line, answer: 'ok', until: null, why: 'plain' };
  const until = station.certificateUntil();
  if (until === null) return { ...line, answer: 'unknown', until: null, why: 'untold' };
  const left = Date.parse(until) - clock.now().getTime();
  return { ...line, answer: left < certificateMs ? 'look' : 'ok', until, why: null };
}

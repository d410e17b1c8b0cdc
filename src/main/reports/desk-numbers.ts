import { setImmediate } from 'node:timers/promises';
import type { Failure } from '../../contract/failure.ts';
import {
  type AnswerTimes,
  type DeskNumbers,
  type ScanCount,
  type ScanUse,
  scanUses,
} from '../../contract/reports.ts';
import { rooms, type Room } from '../../contract/scans.ts';
import { localDay } from '../../shared/days.ts';
import { daysOf, type Slice } from '../../shared/report-slices.ts';
import type { Deps } from '../deps.ts';
import type { ScanOutcome } from '../journal/port.ts';

/** So many rows are read at once: a scan that comes meanwhile waits for no more than these. */
const batch = 500;

/** No scan is waited for longer: the clock was set, or the computer slept. Milliseconds. */
const longestWait = 3_600_000;

/** The first moment of a day of this computer's calendar. */
const beginOf = (day: string): string => new Date(`${day}T00:00:00`).toISOString();
const endOf = (day: string): string => {
  const begin = new Date(`${day}T00:00:00`);
  begin.setDate(begin.getDate() + 1);
  return begin.toISOString();
};

/** The numbers of the scans of some days, at the library that the station is connected to. */
export async function deskNumbers(
  { journal, connection }: Pick<Deps, 'journal' | 'connection'>,
  period: Slice,
  signal: AbortSignal,
): Promise<DeskNumbers> {
  const library = connection.library()?.id ?? '';
  const [since, until] = [beginOf(period.from), endOf(period.to)];
  const tally = new ScanTally(period);
  let after: number | null = 0;
  while (after !== null) {
    signal.throwIfAborted();
    const { scans, last } = journal.scanOutcomes({ library, since, until, after, most: batch });
    for (const scan of scans) tally.add(scan);
    after = last;
    await setImmediate();
  }
  const first = journal.firstScan(library);
  return tally.numbers(first === null ? null : localDay(new Date(first)));
}

interface Tally {
  scans: number;
  refused: number;
}
const nothing = (): Tally => ({ scans: 0, refused: 0 });

/** Counts scans one after the other. */
export class ScanTally {
  readonly #total = nothing();
  readonly #hours = Array.from({ length: 24 }, nothing);
  readonly #days: Map<string, Tally>;
  readonly #uses = new Map<string, { readonly use: ScanUse; readonly room: Room; readonly tally: Tally }>();
  readonly #refusals = new Map<string, { readonly failure: Failure | null; scans: number }>();
  readonly #times: number[] = [];
  #unknown = 0;
  #leftOut = 0;

  constructor(period: Slice) {
    this.#days = new Map(daysOf(period).map((day) => [day, nothing()]));
  }

  add(scan: ScanOutcome): void {
    const moment = new Date(scan.at);
    const isRefused = scan.state === 'refused';
    const use = useOf(scan);
    const key = `${scan.room} ${use}`;
    const ofUse = this.#uses.get(key) ?? { use, room: scan.room, tally: nothing() };
    this.#uses.set(key, ofUse);
    const counts = [
      this.#total,
      this.#hours[moment.getHours()],
      this.#days.get(localDay(moment)),
      ofUse.tally,
    ];
    for (const count of counts) {
      if (!count) continue;
      count.scans += 1;
      if (isRefused) count.refused += 1;
    }
    if (isRefused) this.#refuse(scan.failure);
    // What a command barcode asks for is done by the window itself: nothing is waited for.
    if (use !== 'command') this.#time(scan);
  }

  numbers(firstDay: string | null): DeskNumbers {
    return {
      firstDay,
      total: this.#total,
      hours: this.#hours,
      days: Array.from(this.#days, ([day, count]): ScanCount & { day: string } => ({ day, ...count })),
      uses: rooms.flatMap((room) =>
        scanUses.flatMap((use) => {
          const found = this.#uses.get(`${room} ${use}`);
          return found ? [{ use, room, ...found.tally }] : [];
        }),
      ),
      refusals: [...this.#refusals.values()].toSorted((one, other) => other.scans - one.scans),
      times: this.#answerTimes(),
    };
  }

  #refuse(failure: Failure | null): void {
    const key = JSON.stringify(failure);
    const known = this.#refusals.get(key) ?? { failure, scans: 0 };
    known.scans += 1;
    this.#refusals.set(key, known);
  }

  #time({ at, settledAt, recovered }: ScanOutcome): void {
    if (settledAt === null) {
      this.#unknown += 1;
      return;
    }
    const took = Date.parse(settledAt) - Date.parse(at);
    if (recovered || !(took >= 0 && took <= longestWait)) this.#leftOut += 1;
    else this.#times.push(took);
  }

  #answerTimes(): AnswerTimes {
    const sorted = this.#times.toSorted((one, other) => one - other);
    return {
      measured: sorted.length,
      median: percentile(sorted, 50),
      p90: percentile(sorted, 90),
      p95: percentile(sorted, 95),
      longest: sorted.at(-1) ?? null,
      unknown: this.#unknown,
      leftOut: this.#leftOut,
    };
  }
}

/** The smallest of them that so many per cent do not exceed (nearest rank); null of none. */
export const percentile = (sorted: readonly number[], percent: number): number | null =>
  sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? null;

function useOf({ room, kind, action }: ScanOutcome): ScanUse {
  if (kind === 'command' || action === 'command') return 'command';
  if (room === 'receiving') return 'receive';
  if (kind === 'patron' || action === 'open') return 'card';
  return action === 'find' ? 'other' : action;
}

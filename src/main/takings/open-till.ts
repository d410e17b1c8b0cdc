import { createHash } from 'node:crypto';
import type { OpenTill, TillPlace, WindowPart } from '../../contract/takings.ts';
import { amount, sum, toAmount } from '../../shared/money.ts';
import type { Deps } from '../deps.ts';
import type { JournalEntry, TillEntry } from '../journal/port.ts';
import { invalid } from '../failure.ts';
import { lastClosed } from './kept-tills.ts';
import { countMoves, moveOf, reportOf, unreadable, type TillMove } from './takings.ts';
import { isAt, isSamePlace, placeKey, placeNow, placeOfTill } from './till-place.ts';
import type { Tills } from './tills.ts';

/** A payment of a fee in our journal, to be found at the service. No patron is named in it. */
export interface OurPayment {
  /** Also its number at the service. */
  readonly id: string;
  readonly at: string;
  readonly method: string;
  readonly amount: string;
  /** Not confirmed otherwise. */
  readonly happened: boolean;
}

/** The codes of a library and its desk. */
export interface PlaceCodes {
  readonly library: string;
  readonly desk: string;
}

/** What all tills of a desk hold, with the commands that make it up. */
export interface TillContent extends OpenTill {
  /** The commands that count: those that happened and can be read. */
  readonly counted: readonly string[];
  readonly payments: readonly OurPayment[];
  /** Fees paid in cash. */
  readonly cashPaid: string;
}

const isPayment = ({ kind }: TillMove): boolean => kind === 'paid';

/** The commands of each till at the connected library that are in no report yet. */
function openEntries({ journal, connection }: Deps): ReadonlyMap<string, readonly TillEntry[]> {
  const library = connection.library()?.id;
  const entries = journal
    .openTills()
    .map((till): [string, readonly TillEntry[]] => [
      till,
      journal
        .atTill(till)
        .filter(({ entry, reportedAt }) => entry.library === library && reportedAt === null),
    ]);
  return new Map(entries.filter(([, list]) => list.length > 0));
}

/** What a move puts into the drawer, or takes out of it; null where it moves no money. */
function moneyOf({ kind, amount: moved }: TillMove): string | null {
  if (kind === 'waived') return null;
  return kind === 'refund' ? amount(moved).times(-1).toFixed() : moved;
}

function partOf(window: WindowPart['window'], entries: readonly TillEntry[], decimals: number): WindowPart {
  const moved = countMoves(entries).moves.flatMap((move) => moneyOf(move) ?? []);
  return { window, count: moved.length, sum: sum(moved, decimals) };
}

/** What was taken at a desk and is in no report. */
const totalOf = (deps: Deps, desk: DeskTills): string =>
  reportOf(deps, countMoves(entriesOf(desk)), '').total;

const entriesOf = ({ byTill }: Pick<DeskTills, 'byTill'>): readonly TillEntry[] =>
  byTill.flatMap(([, list]) => list);

/** The commands that a report counts. */
const countedIn = (entries: readonly TillEntry[]): readonly string[] =>
  entries
    .filter(({ entry }) => entry.state === 'accepted' && moveOf(entry) !== unreadable)
    .map(({ entry }) => entry.id);

/** The payment of a fee that a command is; null where it is none, or cannot be read. */
export function paymentOf(entry: JournalEntry): OurPayment | null {
  const move = moveOf(entry);
  if (move === null || move === unreadable || !isPayment(move)) return null;
  const { id, at, state } = entry;
  return { id, at, method: move.method, amount: move.amount, happened: state === 'accepted' };
}

/**
 * Names these commands: another set of them has another mark. The total alone would not tell two payments from two
 * others of the same sum.
 */
const markOf = (place: TillPlace, ids: readonly string[]): string =>
  createHash('sha256')
    .update([placeKey(place), ...ids.toSorted()].join(' '))
    .digest('hex');

/** The money of a desk's tills that is in no report, by till. A till that says no place is of where the station is. */
interface DeskTills {
  readonly place: TillPlace;
  readonly byTill: [string, readonly TillEntry[]][];
}

function desksOf(byTill: ReadonlyMap<string, readonly TillEntry[]>, here: TillPlace): readonly DeskTills[] {
  const all = Map.groupBy(byTill, ([till]) => placeKey(placeOfTill(till) ?? here));
  return [...all.values()].map((list) => {
    const place = placeOfTill(list[0]?.[0] ?? '') ?? here;
    // What the station calls its own desk now is the newer name.
    return { place: isSamePlace(place, here) ? here : place, byTill: list };
  });
}

/**
 * What the tills of all windows hold at a desk of the connected library, as it is now; by default where the station is.
 * Throws `gone` where nothing is open at another desk.
 */
export function readOpenTill(
  deps: Deps,
  tills: Tills,
  window: number,
  asked: PlaceCodes | null = null,
): TillContent {
  const here = placeNow(deps);
  const desks = desksOf(openEntries(deps), here);
  const isShown = ({ place: at }: { readonly place: TillPlace }): boolean =>
    asked === null ? isSamePlace(at, here) : isAt(at, asked);
  const shown = desks.find(isShown) ?? (isShown({ place: here }) ? { place: here, byTill: [] } : null);
  if (!shown) throw invalid('place', 'gone');
  const { place, byTill } = shown;
  // What is only unclear, or cannot be read, cannot be closed yet.
  const others = desks.filter((one) => one !== shown && countedIn(entriesOf(one)).length > 0);
  const entries = entriesOf({ byTill });
  const ids = countedIn(entries);
  const last = lastClosed(deps, place);
  const first = entries.map(({ entry }) => entry.at).toSorted()[0];
  const openedAt = isSamePlace(place, here) ? tills.of(window).openedAt : null;
  const from = last?.to ?? openedAt ?? first ?? deps.clock.now().toISOString();
  const counts = countMoves(entries);
  const takings = reportOf(deps, counts, first !== undefined && first < from ? first : from);
  const { decimals, currency } = takings;
  const closed = last?.report ?? null;
  return {
    ...{ place, takings },
    others: others.map((one) => ({ place: one.place, total: totalOf(deps, one) })),
    windows: byTill.map(([till, list]) => partOf(tills.windowOf(till, window), list, decimals)),
    float: closed?.cash && closed.currency === currency ? closed.cash.left : toAmount(amount(0), decimals),
    floatKnown: last === null || closed !== null,
    closedAt: last?.to ?? null,
    mark: markOf(place, ids),
    counted: ids,
    payments: entries.flatMap((one) => paymentOf(one.entry) ?? []),
    cashPaid: takings.paid.find(({ method }) => method === 'CASH')?.sum ?? toAmount(amount(0), decimals),
  };
}

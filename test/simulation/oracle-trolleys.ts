import type { TrolleyBook } from '../../src/contract/trolley.ts';
import { BookRow } from '../../src/main/receiving/trolley-row.ts';
import { itemOf, type SeenBook } from './books.ts';
import type { Effect } from './network.ts';
import type { Fault, Seen, SeenStation, Wrong } from './oracle.ts';

/** An item that a library has received. */
interface Receipt {
  readonly item: string;
  readonly pid: string;
  readonly effect: Effect;
}

/**
 * Every book that was scanned is on a trolley until somebody takes it off; each was received once at most, and what is
 * said of it is so; what is to be kept was kept, or is listed.
 */
export function trolleyFaults(seen: Seen): Fault[] {
  return seen.stations
    .filter(({ hasLost }) => !hasLost)
    .flatMap((station) => [...bookFaults(seen, station), ...unscanned(seen, station)]);
}

const receiptIn = /^\/acq\/po-lines\/([^/]+)\/items\/(\w+)\?/;

function receiptsOf({ effects }: Seen): Receipt[] {
  return effects.flatMap((effect) => {
    const [, pol, pid] = receiptIn.exec(effect.target) ?? [];
    if (effect.method !== 'POST' || pol === undefined || pid === undefined) return [];
    return [{ item: itemOf({ pol: decodeURIComponent(pol), pid }), pid, effect }];
  });
}

/** What this station's trolleys have received: what somebody asked for by its item is theirs. */
const byTrolley = (receipts: readonly Receipt[], { model }: Seen, { intended }: SeenStation): Receipt[] =>
  receipts.filter(({ effect: { command } }) => {
    const own = command !== null && intended.has(command);
    return own && !model.askings.has(command);
  });

const booksAt = ({ model }: Seen, { name }: SeenStation): SeenBook[] =>
  [...model.books.all.values()].filter(({ station }) => station === name);

/** Nothing is received that nobody has scanned, and that nobody has asked to be kept. */
function unscanned(seen: Seen, station: SeenStation): Fault[] {
  const books = booksAt(seen, station);
  return byTrolley(receiptsOf(seen), seen, station)
    .filter(
      ({ item, pid, effect }) =>
        !books.some((book) => book.library === effect.library && book.items.has(item)) &&
        ![...seen.model.keeps.values()].some((keep) => keep.pid === pid),
    )
    .map(({ item, effect }) => ({
      wrong: 'doubled',
      what: `${item} (${effect.command?.slice(0, 8)}) was received at ${station.name}, and nobody scanned it`,
      step: 0,
    }));
}

function bookFaults(seen: Seen, station: SeenStation): Fault[] {
  const { model } = seen;
  const all = receiptsOf(seen);
  const own = byTrolley(all, seen, station);
  const books = booksAt(seen, station);
  const stored = storedOf(station);
  /** What was received for this book alone, and nobody was told later that it was after all. */
  const receivedFor = (book: SeenBook): Receipt[] =>
    own.filter(
      ({ item, effect }) =>
        effect.library === book.library &&
        book.items.has(item) &&
        !books.some((other) => other !== book && other.library === book.library && other.items.has(item)) &&
        !model.lateNotices.has(effect.command ?? ''),
    );
  return books.flatMap((book) => {
    const faults: Fault[] = [];
    const { id, shown, library } = book;
    const isStored = stored.has(id);
    const of = `the book ${shown?.text ?? ''} (${id.slice(0, 8)}) at ${station.name}`;
    const fault = (wrong: Wrong, what: string): void =>
      void faults.push({ wrong, what: `${of} ${what}`, step: 0 });
    if (!isStored && book.takenOff === 0) fault('lost', 'is on no trolley, and nobody took it off');
    if (!shown) return faults;
    const mine = receivedFor(book);
    if (mine.length > 1) fault('doubled', `was received as ${mine.map(({ item }) => item).join(', ')}`);
    const before = book.sameAs === null ? undefined : model.books.all.get(book.sameAs);
    if (before?.takenOff === 0 && !book.isAnother && mine.length > 0 && receivedFor(before).length > 0)
      fault('doubled', `was received once more, as ${mine[0]?.item}, and nobody said that it is another`);
    const { state, pid, unfinished, settings, failure } = shown;
    const item = itemOf(shown);
    const isThere = all.some((one) => one.item === item && one.effect.library === library);
    const isReceived = state === 'received' || state === 'keeping' || state === 'kept';
    if (isReceived && !isThere) fault('toldWrongly', `is ${state}, and ${item} was not received`);
    if (state === 'refused' && unfinished === null && mine.length > 0)
      fault('toldWrongly', `is refused, and ${mine[0]?.item} was received`);
    if (!isStored && isOpen(shown)) fault('lost', `was taken off while it is ${state}`);
    if (['looking', 'waiting', 'receiving', 'keeping'].includes(state)) fault('lost', `is ${state} for ever`);
    if (state === 'asks' && mine.length > 0) fault('toldWrongly', `asks, and ${mine[0]?.item} was received`);
    if (state === 'unclear' && !isUnclear(shown, station))
      fault('lost', `is unclear for ever: ${JSON.stringify(failure)}`);
    const kept = seen.effects.some(
      ({ method, target, library: at }) =>
        method === 'POST' &&
        at === library &&
        target.includes(`/items/${pid}?`) &&
        target.includes('department=CAT') &&
        !receiptIn.test(target),
    );
    if (state === 'kept' && !kept) fault('toldWrongly', `is kept, and ${item} is not in its department`);
    const isListed = seen.desks.flat().some((desk) => desk.unfinished.some((one) => one.pid === pid));
    if (settings.mode === 'keep' && mine.length > 0 && !kept && !isListed)
      fault('lost', `was received, not kept, and is not listed: it is ${state}`);
    return faults;
  });
}

/** The books of the trolleys in the journal. What an earlier run had left may stand there as it was then. */
const storedOf = ({ program }: SeenStation): ReadonlySet<string> =>
  new Set(
    program?.journal.openSteps().flatMap(({ id, data }) => (BookRow.safeParse(data).success ? [id] : [])),
  );

/** Something is to be done with it still, that only a trolley shows. Whoever leaves what asks has seen that. */
const isOpen = ({ state, seen }: TrolleyBook): boolean =>
  !seen || ['looking', 'waiting', 'receiving', 'keeping', 'unclear'].includes(state);

/** What it waits for is not known to the journal either. */
function isUnclear({ failure }: TrolleyBook, { program }: SeenStation): boolean {
  if (failure?.kind !== 'unknown-outcome' && failure?.kind !== 'unsettled') return false;
  const state = program?.journal.entry(failure.journalId)?.state;
  return state === 'unknown' || state === 'sent';
}

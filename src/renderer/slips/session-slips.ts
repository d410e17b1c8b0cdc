import type { Money } from '../../contract/common.ts';
import type { PatronView } from '../../contract/desk.ts';
import type { ScanView } from '../../contract/scans.ts';
import type { Slip } from '../../contract/slips.ts';

type Scans = readonly ScanView[];

/** What a slip shows of a patron: nothing else of them is printed. */
export const patronOnSlip = ({ name, barcode }: PatronView): { name: string; barcode: string } => ({
  name,
  barcode,
});

/** What was lent to this patron and not returned. Scans are newest first, as on screen. */
function booksLentTo(
  { userId }: PatronView,
  scans: Scans,
): { title: string; barcode: string; due: string }[] {
  const books = new Map<string, { title: string; barcode: string; due: string }>();
  for (const { result } of scans.toReversed()) {
    if (result?.kind === 'returned' || result?.kind === 'undone') books.delete(result.barcode);
    if (result?.kind !== 'lent' || result.userId !== userId) continue;
    const { title, barcode, due } = result;
    books.set(barcode, { title, barcode, due });
  }
  return [...books.values()];
}

const booksReturnedIn = (scans: Scans): { title: string; barcode: string }[] =>
  scans.toReversed().flatMap(({ result }) => {
    if (result?.kind !== 'returned') return [];
    const { title, barcode } = result;
    return [{ title, barcode }];
  });

/** The slip of what was lent to this patron in these scans; null if that is nothing. */
export function dueSlip(patron: PatronView, scans: Scans): Slip | null {
  const books = booksLentTo(patron, scans);
  return books.length === 0 ? null : { kind: 'due', reader: patronOnSlip(patron), books };
}

/** The slip of what was returned in these scans, whoever the patrons are; null if that is nothing. */
export function returnSlip(scans: Scans): Slip | null {
  const books = booksReturnedIn(scans);
  return books.length === 0 ? null : { kind: 'return', reader: null, books };
}

/**
 * The slip of this patron's whole session. What was returned before their card may belong to another patron.
 *
 * @param paid what they paid in it; null if that is nothing
 */
function sessionSlip(patron: PatronView, scans: Scans, paid: Money | null): Slip | null {
  const lent = booksLentTo(patron, scans);
  const card = scans.findIndex(({ result }) => result?.kind === 'patron' && result.userId === patron.userId);
  const returned = card < 0 ? [] : booksReturnedIn(scans.slice(0, card));
  if (lent.length + returned.length === 0 && paid === null) return null;
  return { kind: 'session', reader: patronOnSlip(patron), lent, returned, paid };
}

/** The slips of a session when it is ended. */
export function slipsAtEnd(
  patron: PatronView | null,
  scans: Scans,
  paid: Money | null = null,
): readonly Slip[] {
  const slips = patron
    ? [dueSlip(patron, scans), sessionSlip(patron, scans, paid), returnSlip(scans)]
    : [returnSlip(scans)];
  return slips.filter((slip) => slip !== null);
}

/** The slip that goes with a returned book to the hold shelf or another library; null if it goes to its own shelf. */
export function onwardSlip({ result }: ScanView): Slip | null {
  if (result?.kind !== 'returned') return null;
  const { title, barcode, next } = result;
  if (next.to !== 'holdShelf' && next.to !== 'transit') return null;
  const kind = next.to === 'holdShelf' ? 'hold' : 'transit';
  return { kind, book: { title, barcode }, reader: next.requester, place: next.place };
}

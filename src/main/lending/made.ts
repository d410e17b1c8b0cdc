import * as z from 'zod';
import type { LendingRow } from '../../contract/lending.ts';
import { LendingRequest } from '../../service/shapes/lending-request.ts';
import type { Deps } from '../deps.ts';
import type { JournalEntry, KeptRecord } from '../journal/port.ts';
import { invalid } from '../failure.ts';
import { requestIdOf } from './record.ts';
import { wantedOf } from './resolve.ts';
import { lendingView } from './view.ts';

/** A lending request that was made here, as it is kept. It names no patron. */
const MadeRequest = z.object({
  partner: z.string(),
  /** When it was made, and when it was last read; `''` where it never was. */
  at: z.string(),
  readAt: z.string(),
  /** The service did not find it when it was asked last. */
  gone: z.boolean(),
  /** A person said that it was placed, where the journal has lost what came of it. */
  placed: z.boolean().optional(),
  /** As the service had it last, or as it was sent where it was never read. */
  request: LendingRequest,
});
export type MadeRequest = z.output<typeof MadeRequest>;

/** So many are listed at most: what is older is found by its number. */
export const mostListed = 1000;

type Ports = Pick<Deps, 'journal' | 'unclear'>;

/** What became of a request that has no number here, by its command; null where it was never placed. */
function standingOf(
  { journal, unclear }: Ports,
  { id, afterLoss }: KeptRecord,
  { placed }: MadeRequest,
): LendingRow['standing'] | null {
  const entry = journal.entry(id);
  if (!entry) {
    if (placed) return 'noNumber';
    // A row that was never written was never sent either; one that was lost may have been.
    return afterLoss ? 'rowLost' : null;
  }
  const standings: Readonly<Record<JournalEntry['state'], LendingRow['standing'] | null>> = {
    intended: 'underWay',
    sent: unclear.has(id) ? 'notConfirmed' : 'underWay',
    unknown: 'notConfirmed',
    accepted: 'noNumber',
    refused: null,
    notSent: null,
  };
  return standings[entry.state];
}

/**
 * Keeps what is made here, before it is sent and whenever it was read: once its command is settled, the journal does
 * not have any more what was sent, and the service has no list of it.
 */
export function keepMade(
  { journal }: Pick<Ports, 'journal'>,
  library: string,
  id: string,
  made: MadeRequest,
): LendingRow {
  // The journal counts age from `at`: what is still read again is still of use.
  journal.keep({ id, kind: 'lending', library, at: made.readAt || made.at, data: made });
  return rowOf(id, made, 'made');
}

/** What was made with this intent at this library; null where that is not known, or cannot be read. */
export function madeWith(
  { journal }: Pick<Ports, 'journal'>,
  library: string,
  id: string,
): MadeRequest | null {
  const record = journal.keptOne(id);
  return record?.kind === 'lending' && record.library === library ? madeIn(record) : null;
}

/** A kept record that can be read; one of another version, in an unknown form, cannot. */
function madeIn(record: KeptRecord): MadeRequest | null {
  const parsed = MadeRequest.safeParse(record.data);
  return parsed.success ? parsed.data : null;
}

/** What this station made at a library, the newest first, with what is not confirmed. */
export function listMade(
  ports: Ports,
  library: string,
): { readonly rows: readonly LendingRow[]; readonly unreadable: number; readonly isCut: boolean } {
  const { journal } = ports;
  const records = journal.kept(library, 'lending', mostListed);
  let unreadable = 0;
  const rows = records.flatMap((record) => {
    const { id } = record;
    const made = madeIn(record);
    if (!made) {
      unreadable += 1;
      return [];
    }
    if (requestIdOf(made.request) !== '') return [rowOf(id, made, 'made')];
    const standing = standingOf(ports, record, made);
    if (standing) return [rowOf(id, made, standing)];
    journal.dropKept(id);
    return [];
  });
  const sorted = rows.toSorted((one, other) => other.at.localeCompare(one.at));
  return { rows: sorted, unreadable, isCut: records.length === mostListed };
}

function rowOf(id: string, made: MadeRequest, standing: LendingRow['standing']): LendingRow {
  const { at, readAt, gone, request } = made;
  const view = lendingView(request);
  return { id, standing, at, readAt, gone, request: { ...view, externalId: view.externalId || id } };
}

/** The partners that something was lent to from here, the last one first. */
export function partnersLentTo(ports: Ports, library: string): readonly string[] {
  const { rows } = listMade(ports, library);
  const placed = rows.filter(({ standing }) => standing !== 'underWay');
  return [...new Set(placed.map(({ request }) => request.fields.partner.code).filter(Boolean))];
}

/** The request of which the journal has lost what came of it, and that is the same as this one; null where none is. */
export function lostLike(ports: Ports, library: string, wanted: string): LendingRow | null {
  const lost = listMade(ports, library).rows.filter(({ standing }) => standing === 'rowLost');
  const isSame = ({ id }: LendingRow): boolean => {
    const made = madeWith(ports, library, id);
    return made !== null && wantedOf(made.partner, made.request) === wanted;
  };
  return lost.find(isSame) ?? null;
}

/** A person has found out what came of a request of which the journal has lost it. Throws `gone` for any other. */
export function decideLost(ports: Ports, library: string, id: string, happened: boolean): void {
  const record = ports.journal.keptOne(id);
  const made = madeWith(ports, library, id);
  const isLost =
    record !== null &&
    made !== null &&
    requestIdOf(made.request) === '' &&
    standingOf(ports, record, made) === 'rowLost';
  if (!isLost) throw invalid('id', 'gone');
  if (happened) keepMade(ports, library, id, { ...made, placed: true });
  else ports.journal.dropKept(id);
}

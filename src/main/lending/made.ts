import * as z from 'zod';
import type { LendingRow } from '../../contract/lending.ts';
import { LendingRequest } from '../../service/shapes/lending-request.ts';
import type { Deps } from '../deps.ts';
import type { JournalEntry, KeptRecord } from '../journal/port.ts';
import { requestIdOf } from './record.ts';
import { lendingView } from './view.ts';

/** A lending request that was made here, as it is kept. It names no patron. */
const MadeRequest = z.object({
  partner: z.string(),
  /** When it was made, and when it was last read; `''` where it never was. */
  at: z.string(),
  readAt: z.string(),
  /** The service did not find it when it was asked last. */
  gone: z.boolean(),
  /** As the service had it last, or as it was sent where it was never read. */
  request: LendingRequest,
});
export type MadeRequest = z.output<typeof MadeRequest>;

/** So many are listed at most: what is older is found by its number. */
export const mostListed = 1000;

type Ports = Pick<Deps, 'journal'>;
/** What became of a request that has no number here, by the state of its command. */
const standings: Readonly<Record<JournalEntry['state'], LendingRow['standing'] | null>> = {
  // It waits for its turn, and its window waits for it.
  intended: null,
  sent: 'notConfirmed',
  unknown: 'notConfirmed',
  accepted: 'noNumber',
  refused: null,
  notSent: null,
};
const ended: ReadonlySet<JournalEntry['state']> = new Set(['refused', 'notSent']);

/**
 * Keeps what is made here, before it is sent and whenever it was read: once its command is settled, the journal does
 * not have any more what was sent, and the service has no list of it.
 */
export function keepMade({ journal }: Ports, library: string, id: string, made: MadeRequest): LendingRow {
  // The journal counts age from `at`: what is still read again is still of use.
  journal.keep({ id, kind: 'lending', library, at: made.readAt || made.at, data: made });
  return rowOf(id, made, 'made');
}

/** What was made with this intent at this library; null where that is not known, or cannot be read. */
export function madeWith({ journal }: Ports, library: string, id: string): MadeRequest | null {
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
  { journal }: Ports,
  library: string,
): { readonly rows: readonly LendingRow[]; readonly unreadable: number; readonly isCut: boolean } {
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
    const entry = journal.entry(id);
    const standing = entry && standings[entry.state];
    if (standing) return [rowOf(id, made, standing)];
    // It was never placed.
    if (!entry || ended.has(entry.state)) journal.dropKept(id);
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
  return [...new Set(rows.map(({ request }) => request.fields.partner.code).filter(Boolean))];
}

import { isDeepStrictEqual } from 'node:util';
import type { Effect } from './network.ts';
import type { SeenStation } from './oracle.ts';
import type { Intended } from './station.ts';

/** What can be brought about once only: where another asking has done it, this one found it done. */
const lasting: ReadonlySet<string> = new Set([
  'users.loans.create',
  'users.loans.update',
  'users.requests.cancel',
  'users.fees.dispute',
  'users.fees.restore',
  'users.purchaseRequests.cancel',
  'users.resourceSharing.cancel',
  'users.delete',
  // A vendor's number is taken once.
  'acq.invoices.create',
]);

/** Two windows renew a loan at the same time: what one of them is told is the day that the other has brought about. */
function isRenewedBeside(
  own: Intended,
  { intended }: SeenStation,
  done: ReadonlyMap<string, Effect[]>,
): boolean {
  const near = 60_000;
  return [...intended.values()].some(
    (other) =>
      other.operation === own.operation &&
      isDeepStrictEqual(other.payload, own.payload) &&
      done.get(other.id)?.some(({ at }) => at <= own.at && own.at - at < near),
  );
}

/** What is to be so afterwards: of a loan that is replaced, its day. */
function wantedOf({ operation, payload }: Intended): unknown {
  const { path, body } = payload as {
    readonly path?: unknown;
    readonly body?: { readonly due_date?: unknown };
  };
  const due = operation === 'users.loans.update' ? body?.due_date : undefined;
  return due === undefined ? payload : { path, due };
}

/**
 * Whether the very same was done by another command: of this station, where it lasts; or of another one, of which no
 * record says who made it. Nobody can tell that from one's own.
 */
export function isThereAnyway(
  station: SeenStation,
  id: string,
  done: ReadonlyMap<string, Effect[]>,
  stations: readonly SeenStation[],
): boolean {
  const own = station.intended.get(id);
  if (!own) return false;
  if (own.operation === 'users.loans.renew' && isRenewedBeside(own, station, done)) return true;
  const expected = wantedOf(own);
  const isSame = (other: Intended): boolean =>
    other.id !== id && other.operation === own.operation && isDeepStrictEqual(wantedOf(other), expected);
  return stations
    .filter((one) => one !== station || lasting.has(own.operation))
    .some(({ intended }) => [...intended.values()].some((other) => isSame(other) && done.has(other.id)));
}

/**
 * What was told of it was told of its repeat: as many of the two as were done stand as done; or both were, of which the
 * second changed nothing that the first had not.
 */
export function isAsRepeated(
  station: SeenStation,
  command: Intended,
  done: ReadonlyMap<string, Effect[]>,
): boolean {
  const { operation, payload, library } = command;
  const same = [...station.intended.values()].filter(
    (other) =>
      other.operation === operation && other.library === library && isDeepStrictEqual(other.payload, payload),
  );
  const accepted = same.filter(({ id }) => station.program?.journal.entry(id)?.state === 'accepted').length;
  const effects = same.reduce((sum, { id }) => sum + (done.get(id)?.length ?? 0), 0);
  return accepted > 0 && (accepted === effects || operation === 'users.loans.update');
}

/**
 * Somebody who joined late, and whom somebody has deleted before it was read again whether they had: who deletes them
 * has seen them, and no read finds them any more.
 */
export function isUndone({ operation, payload }: Intended, done: Effect, all: readonly Effect[]): boolean {
  if (operation !== 'users.create') return false;
  const { primary_id: id } = (payload as { readonly body: { readonly primary_id: string } }).body;
  return all.some(
    ({ method, target, library, at }) =>
      method === 'DELETE' && target === `/users/${id}` && library === done.library && at > done.at,
  );
}

/** A scan-in that changed nothing may be told as not done: it moves nothing twice. */
export const isHarmless = (operation: string): boolean => operation === 'bibs.items.scanIn';

/** The effects that put the same in the place of the same: a replacement that came once more changed nothing. */
export function putAgain(effects: readonly Effect[], stations: readonly SeenStation[]): ReadonlySet<Effect> {
  const payloadOf = ({ command }: Effect): unknown =>
    stations
      .map(({ intended }) => intended.get(command ?? '')?.payload)
      .find((payload) => payload !== undefined);
  const again = new Set<Effect>();
  const last = new Map<string, Effect>();
  for (const effect of effects.filter(({ method }) => method === 'PUT').toSorted((a, b) => a.at - b.at)) {
    const place = `${effect.library} ${effect.target}`;
    const before = last.get(place);
    if (before && isDeepStrictEqual(payloadOf(before), payloadOf(effect))) again.add(effect);
    last.set(place, effect);
  }
  return again;
}

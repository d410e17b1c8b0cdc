import Big from 'big.js';
import type { Desk } from './desk.ts';
import type { Model } from './model.ts';
import type { Effect } from './network.ts';
import type { Fault } from './oracle.ts';
import type { Workstation } from './station.ts';

/** So long a command may wait for those before it although their answers have come: calls wait for their turn. */
const longestHoldMs = 3500;

/**
 * A patron's next book is lent while it is looked for what came of the one before. Tasks that read a record anew before
 * they change it hold up its patron's commands meanwhile: patrons of whom that was asked are left out.
 */
export function heldFaults({ name, intended }: Workstation, model: Model): Fault[] {
  const reread = [...model.askings.values()].flatMap(
    ({ wish }) => /^(?:edit|note|change request) .*?([\w.]+)$/.exec(wish.what)?.[1] ?? [],
  );
  const faults: Fault[] = [];
  const before = new Map<string, (typeof all)[number][]>();
  const all = [...intended.values()];
  for (const one of all) {
    const { id, operation, lane, at, leftAt, step } = one;
    const earlier = before.get(lane) ?? [];
    before.set(lane, [...earlier, one]);
    const open = earlier.filter((other) => other.answeredAt === null || other.answeredAt > at);
    const freeAt = Math.max(at, ...open.map((other) => other.answeredAt ?? Infinity));
    const isOfPatron = lane.startsWith('patron:') && !reread.includes(lane.slice('patron:'.length));
    if (!isOfPatron || leftAt === null || !earlier.some((other) => other.isUnclear)) continue;
    if (leftAt - freeAt <= longestHoldMs) continue;
    const seconds = ((leftAt - freeAt) / 1000).toFixed(1);
    const what = `${operation} ${id.slice(0, 8)} of ${name} waited ${seconds} s for one that was looked for`;
    faults.push({ wrong: 'defect', what, step });
  }
  return faults;
}

/** Whoever was lent a book for a day set by hand has it for that day, or somebody knows that they have not. */
export function dueFaults(model: Model, effects: readonly Effect[], desks: readonly Desk[]): Fault[] {
  const faults: Fault[] = [];
  for (const [scan, { day, code }] of model.dues) {
    const lent = effects.find(({ command, method }) => command === scan && method === 'POST');
    if (!lent || lent.loan === '') continue;
    const given = effects.some(
      ({ method, target }) => method === 'PUT' && target.includes(`/loans/${lent.loan}`),
    );
    const owed = desks.some(({ lentNotDue }) => lentNotDue.some(({ due }) => due === day));
    const told = desks.some(({ scans }) => {
      const result = scans.get(scan)?.result;
      return result?.kind === 'lent' && result.dueFailure !== undefined;
    });
    const back = [...model.askings.values()].some(({ wish }) => wish.what === `return ${code}`);
    if (!given && !owed && !told && !back)
      faults.push({
        wrong: 'lost',
        what: `due day ${day} of ${code} (${scan.slice(0, 8)}): nobody knows of it`,
        step: 0,
      });
  }
  return faults;
}

/** All that the reports of a station's tills say was paid at each library, and all that its journal says is in a report. */
export function takingsFaults(station: Workstation, desks: readonly Desk[]): Fault[] {
  const { program } = station;
  // A report that was made and that nobody got to see is in the journal alone.
  if (!program || desks.some(({ reportsLost }) => reportsLost > 0)) return [];
  const sum = (amounts: readonly string[]): Big => amounts.reduce((all, one) => all.plus(one), new Big(0));
  const tills = new Set<string>();
  for (const { till } of station.intended.values()) if (till !== undefined) tills.add(till);
  const reports = desks.flatMap((desk) => desk.reports);
  const reported = [...tills]
    .flatMap((till) => program.journal.atTill(till))
    // What cannot be read any more is told of its command.
    .filter(
      ({ entry, reportedAt }) =>
        reportedAt !== null && !entry.unreadable && /fees\.pay/.test(entry.operation),
    )
    .map(({ entry: { library, payload } }) => ({
      at: station.nameOf(library),
      amount: (payload as { query: { amount: string } }).query.amount,
    }));
  const places = [...reports, ...reported].map(({ at }) => at);
  // Where it is not known of each which library it is of, they are compared all together.
  const groups = places.includes(null) ? [null] : new Set(places);
  return [...groups].flatMap((place): Fault[] => {
    const isThere = ({ at }: { readonly at: string | null }): boolean => place === null || at === place;
    const paid = reports.filter(isThere).flatMap(({ takings }) => takings.paid);
    const told = sum(paid.map((one) => one.sum));
    const noted = sum(reported.filter(isThere).map(({ amount }) => amount));
    if (told.eq(noted)) return [];
    const of = `takings of ${station.name}${place === null ? '' : ` at ${place}`}`;
    const what = `${of}: reports say ${told.toFixed(2)}, the journal ${noted.toFixed(2)}`;
    return [{ wrong: 'lost', what, step: 0 }];
  });
}

import Big from 'big.js';
import { localDay } from '../../src/shared/days.ts';
import type { Desk } from './desk.ts';
import type { Model } from './model.ts';
import type { Effect } from './network.ts';
import type { Fault, Seen, SeenStation } from './oracle.ts';

/** Whoever was lent a book for a day set by hand has it for that day, or somebody knows that they have not. */
export function dueFaults({ model, effects, stations }: Seen, desks: readonly Desk[]): Fault[] {
  const faults: Fault[] = [];
  for (const [scan, { day, code }] of model.dues) {
    const lent = effects.find(({ command, method }) => command === scan && method === 'POST');
    if (!lent || lent.loan === '') continue;
    const { library, loan, at } = lent;
    const after = effects.filter((effect) => effect.library === library && effect.at > at);
    const input = after.some((effect) => effect.loan === loan && localDay(new Date(effect.due)) === day);
    const back = after.some(({ target, barcode }) => target.includes('op=scan') && barcode === code);
    const balance = desks.some(({ station, lentNotDue }) =>
      stations
        .find(({ name }) => name === station.name)
        ?.program?.journal.openSteps()
        .some(({ id, data }) => {
          const isIts = (data as { readonly loan?: string }).loan === scan;
          return isIts && lentNotDue.some((listed) => listed.id === id && listed.due === day);
        }),
    );
    const report = desks.some(({ scans }) => {
      const result = scans.get(scan)?.result;
      return result?.kind === 'lent' && result.dueFailure !== undefined;
    });
    if (!input && !balance && !report && !back)
      faults.push({
        wrong: 'lost',
        what: `due day ${day} of ${code} (${scan.slice(0, 8)}): nobody knows of it`,
        step: 0,
      });
  }
  return faults;
}

/** What was received to be kept in a department is there, or somebody knows that it is not. */
export function keepFaults(model: Model, effects: readonly Effect[], desks: readonly Desk[]): Fault[] {
  const faults: Fault[] = [];
  for (const [receipt, { pid, pol, told: report }] of model.keeps) {
    const asking = model.askings.get(receipt);
    const received = effects.find(({ command }) => command === receipt);
    // Whoever asks while somebody connects the station cannot say where; the program can.
    const library = asking?.at ?? received?.library ?? asking?.wish.library;
    const of = `keeping ${pid} of ${pol} (${receipt.slice(0, 8)})`;
    const records = effects.filter(
      ({ method, target, library: at }) =>
        method === 'POST' &&
        at === library &&
        target.includes(`/items/${pid}?`) &&
        target.includes('department=CAT'),
    );
    const isListed = desks.some(({ unfinished }) => unfinished.some((one) => one.pid === pid));
    const wasToldLate = model.lateNotices.has(receipt);
    if (report === 'done' && records.length === 0)
      faults.push({ wrong: 'toldWrongly', what: `${of}: said done, and was not`, step: 0 });
    if (received && records.length === 0 && !isListed && !wasToldLate)
      faults.push({ wrong: 'lost', what: `${of}: received, not kept, and nobody knows of it`, step: 0 });
  }
  return faults;
}

/** All that the reports of a station's tills say was paid at each library, and all that its journal says is in a report. */
export function takingsFaults(station: SeenStation, desks: readonly Desk[]): Fault[] {
  const { program } = station;
  // A report that was made and that nobody got to see is in the journal alone.
  if (!program || station.hasLost || desks.some(({ reportsLost }) => reportsLost > 0)) return [];
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
    const messages = sum(paid.map((one) => one.sum));
    const noted = sum(reported.filter(isThere).map(({ amount }) => amount));
    if (messages.eq(noted)) return [];
    const of = `takings of ${station.name}${place === null ? '' : ` at ${place}`}`;
    const what = `${of}: reports say ${messages.toFixed(2)}, the journal ${noted.toFixed(2)}`;
    return [{ wrong: 'lost', what, step: 0 }];
  });
}

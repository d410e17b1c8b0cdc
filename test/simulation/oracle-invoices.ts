import type { Failure } from '../../src/contract/failure.ts';
import type { Invoiced, Model } from './model.ts';
import type { Effect } from './network.ts';
import type { Fault, Seen, SeenStation, Wrong } from './oracle.ts';

/** What the steps of an invoice are called in the journal. */
const creates = 'acq.invoices.create';
const adds = 'acq.invoices.lines.create';

/**
 * An invoice that somebody entered is there once, with each of its lines once, or they were told what is missing, or it
 * is still listed as to be gone on with.
 */
export function invoiceFaults(
  { model, stations, mayWait }: Pick<Seen, 'model' | 'stations' | 'mayWait'>,
  done: ReadonlyMap<string, Effect[]>,
): Fault[] {
  return [...model.invoices.values()].flatMap((invoice) => {
    const station = stations.find(({ name }) => name === invoice.wish.station);
    // A plan that has lost the journal's rows of its steps cannot know them.
    return station && !station.hasLost ? faultsOfOne(invoice, station, { model, done, mayWait }) : [];
  });
}

interface Beside {
  readonly model: Model;
  readonly done: ReadonlyMap<string, Effect[]>;
  readonly mayWait: boolean;
}

/** It cannot go on before it is found out what came of a step. */
function isWaiting({ program }: SeenStation, intent: string): boolean {
  const failure = program?.plans.list().find(({ plan }) => plan.intent === intent)?.failure;
  if (failure?.kind !== 'unknown-outcome' && failure?.kind !== 'unsettled') return false;
  return program?.journal.entry(failure.journalId)?.state === 'unknown';
}

function faultsOfOne(
  { plan, wish, told: report, unheard }: Invoiced,
  station: SeenStation,
  { model, done, mayWait }: Beside,
): Fault[] {
  const faults: Fault[] = [];
  const fault = (wrong: Wrong, what: string): void =>
    void faults.push({ wrong, what: `invoice ${plan.number} at ${wish.station}: ${what}`, step: 0 });
  /** The same file, imported at another library, has the same invoice and lines there. */
  const isHere = ({ library }: Effect): boolean =>
    library === wish.library || !model.twinsOf(plan.intent).some((twin) => twin.wish.library === library);
  /** What was done of a step. */
  const effectsOf = (operation: string, field: 'number' | 'note', value: string): Effect[] =>
    [...station.intended.values()]
      .filter((one) => one.operation === operation && bodyOf(one.payload)[field] === value)
      .flatMap(({ id }) => done.get(id) ?? [])
      .filter(isHere);
  /** Of what is there twice, somebody has to know: what stood as not done, and was done all the same, was told. */
  const untold = (effects: readonly Effect[]): Effect[] =>
    effects.filter(({ command }) => !model.lateNotices.has(command ?? ''));
  /** A file may be imported at another library too, and is once at each. */
  const isDoubled = (effects: readonly Effect[]): boolean =>
    [...Map.groupBy(untold(effects), ({ library }) => library).values()].some(({ length }) => length > 1);

  const makings = effectsOf(creates, 'number', plan.number);
  const made = makings.length;
  /** Whether it was taken further: processed, or paid. Another library may have one of the same id. */
  const isTaken = (step: string, invoiceId: string | undefined): boolean =>
    [...station.intended.values()].some(
      ({ id, operation, payload }) =>
        operation === step &&
        pathOf(payload).invoice_id === invoiceId &&
        done.get(id)?.some(({ library }) => library === makings[0]?.library),
    );
  if (isDoubled(makings)) fault('doubled', `was made ${made} times`);
  const isLeft =
    station.program?.plans.list().some(({ plan: { intent } }) => intent === plan.intent) === true;
  if (isLeft && !(mayWait && isWaiting(station, plan.intent)))
    fault('lost', `is never done with: ${JSON.stringify(report)}`);
  // What was told before the last one who waited was gone is older than what came of it.
  const outcome = report?.ok === true && !unheard ? report.value : null;
  if (outcome && made === 0) fault('toldWrongly', 'said to be there, and is not');
  // Whoever closed the window before they were told finds it there with all that it was to have.
  const isWhole = (): boolean => {
    const added = plan.lines.map(({ note }) => effectsOf(adds, 'note', note ?? '')[0]);
    const [, id = ''] = /\/invoices\/(\w+)\/lines/.exec(added[0]?.target ?? '') ?? [];
    return (
      added.every((effect) => effect !== undefined) &&
      (plan.then === 'nothing' || isTaken('acq.invoices.process', id)) &&
      (plan.then !== 'pay' || isTaken('acq.invoices.paid', id))
    );
  };
  // Whoever entered it once more was told that its number is used: it is the other's.
  const isAnothers = model.twinsOf(plan.intent).some((twin) => twin.told?.ok === true || twin.unheard);
  if (made > 0 && !outcome && !isLeft && !(unheard && isWhole()) && !isAnothers)
    fault('lost', `is there, and nobody knows: ${JSON.stringify(report)}`);
  for (const [nth, line] of plan.lines.entries()) {
    const addings = effectsOf(adds, 'note', line.note ?? '');
    const added = addings.length;
    const answer = outcome?.lines[nth];
    if (isDoubled(addings)) fault('doubled', `line ${nth} was added ${added} times`);
    if (answer?.ok === true && added === 0) fault('toldWrongly', `line ${nth} said to be there, and is not`);
    if (answer?.ok === false && added > 0 && isNot(answer.failure))
      fault('toldWrongly', `line ${nth} said not to be there, and is`);
    if (answer?.ok === null && !isLeft) fault('lost', `line ${nth} was not tried, and nobody knows`);
  }
  const isPaid = isTaken('acq.invoices.paid', outcome?.invoiceId);
  if (outcome?.paid.state === 'done' && !isPaid) fault('toldWrongly', 'said paid, and is not');
  if (outcome?.paid.state === 'notTried' && isPaid) fault('toldWrongly', 'said not paid, and is');
  return faults;
}

/** Whoever is told this may do it again. */
const isNot = ({ kind }: Failure): boolean => kind !== 'unknown-outcome';

const bodyOf = (payload: unknown): Record<string, unknown> => partOf(payload, 'body');
const pathOf = (payload: unknown): Record<string, unknown> => partOf(payload, 'path');

function partOf(payload: unknown, name: string): Record<string, unknown> {
  const part = (payload as Record<string, unknown> | null)?.[name];
  return typeof part === 'object' && part !== null ? (part as Record<string, unknown>) : {};
}

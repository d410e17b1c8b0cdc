import type { JobRow, LocationForm, LocationJobInFull } from '../../../contract/configuration-locations.ts';
import type { Failure } from '../../../contract/failure.ts';
import { textOf } from '../../../service/read.ts';
import { Location } from '../../../service/shapes/config.ts';
import { graceMs } from '../../commands/certainty.ts';
import { runTask } from '../../commands/queues.ts';
import { decides, orAbsent } from '../../commands/refusals.ts';
import { taskStepState } from '../../commands/task-steps.ts';
import type { Deps, OrderOf } from '../../deps.ts';
import { failureOf, invalid } from '../../failure.ts';
import type { Service } from '../../ports.ts';
import { aboutLocation, locationQueue } from './edit.ts';
import { isSettled } from './job-outcomes.ts';
import { jobInFull, jobRow, type LocatingDeps } from './job-view.ts';
import type { LocationJobs, TrackedJob } from './jobs.ts';
import { type Outcome, type PlannedRow, rowStep } from './plan.ts';
import { locationsOf, readLocation } from './read.ts';
import { changedFields, formOf, isSameLocation, newLocation, withForm, writtenOf } from './record.ts';

/** How a run is watched and stopped. */
interface RunControl {
  /** Stops the run before its next row. A command that has left is waited for. */
  readonly signal: AbortSignal;
  readonly report: (progress: { readonly nth: number; readonly row: JobRow }) => void;
}

/** One run of a job. */
interface Run {
  readonly deps: Deps;
  readonly jobs: LocationJobs;
  readonly job: TrackedJob;
  readonly service: Service;
  /** The library's locations when the run began, for rows that are made. */
  readonly present: ReadonlyMap<string, Location>;
}

/**
 * Goes on with a job: every row that has no outcome, one after the other. A row that is refused, or that someone else
 * has changed, is reported and does not stop the others. What leaves open whether the service takes the next one ends
 * the run; the next run goes on there, and does nothing twice. Throws `gone` where there is no such job at the connected
 * library system, and `notNow` while it runs.
 */
export async function runJob(
  { deps, jobs }: LocatingDeps,
  intent: string,
  control: RunControl,
): Promise<LocationJobInFull> {
  const service = await deps.connection.service();
  const job = jobs.at(service.library.id, intent);
  jobs.begin(intent);
  let failure: Failure | null = null;
  try {
    failure = await runRows({ deps, jobs }, job, service, control);
  } catch (error) {
    failure = failureOf(error, deps.log);
    if (failure.kind === 'cancelled') failure = null;
  } finally {
    jobs.end(intent, failure);
  }
  return jobInFull({ deps, jobs }, jobs.at(service.library.id, intent));
}

/** Runs the rows; answers why it stopped, null where it came to the end or was told to stop. */
async function runRows(
  { deps, jobs }: LocatingDeps,
  job: TrackedJob,
  service: Service,
  { signal, report }: RunControl,
): Promise<Failure | null> {
  const { intent, library, rows } = job.plan;
  const tell = (nth: number): void => report({ nth, row: jobRow(jobs, job, nth) });
  if (job.hasLostRows) await waitForEarlierCommands(deps, jobs.began);
  await lookUpUnclear({ deps, jobs }, job, service);
  const todo = [...rows.entries()].filter(([nth]) => jobs.outcomeOf(intent, nth).state === 'toDo');
  const makes = todo.some(([, { act }]) => act === 'make');
  const list = makes ? await locationsOf(service, library, { signal }) : [];
  const present = new Map(list.map((location) => [textOf(location.code), location] as const));
  const run: Run = { deps, jobs, job, service, present };
  for (const [nth, row] of todo) {
    if (signal.aborted || jobs.isPaused(intent)) return null;
    if (deps.connection.library()?.id !== service.library.id) throw invalid('library', 'moved');
    const failure = await runRow(run, row, nth);
    tell(nth);
    if (failure !== null && !isSettled(jobs.outcomeOf(intent, nth)) && stops(failure)) return failure;
  }
  return null;
}

/** Runs one row and notes what came of it; answers the failure, if there was one. */
async function runRow(run: Run, row: PlannedRow, nth: number): Promise<Failure | null> {
  const { deps, jobs, job } = run;
  const { intent } = job.plan;
  try {
    const found = await workOn(run, row, nth);
    if (found) jobs.settle(intent, nth, found);
    else jobs.note(intent, nth, null);
    return null;
  } catch (error) {
    const failure = failureOf(error, deps.log);
    jobs.note(intent, nth, null);
    // The journal knows of a command that left, and whether it was refused; not of what failed before.
    if (jobs.outcomeOf(intent, nth).state === 'toDo') jobs.note(intent, nth, { state: 'failed', failure });
    return failure;
  }
}

/** Whether the next row would come to the same: the service is not reached, or has trouble, or does not answer. */
const stops = (failure: Failure): boolean => !decides(failure) && failure.kind !== 'unsettled';

/**
 * Writes a row, from a fresh read, unless that shows that it is not to be written: then answers why. One task at a time
 * on a location, as in every edit of it.
 */
async function workOn(run: Run, row: PlannedRow, nth: number): Promise<Outcome | null> {
  const { deps, job } = run;
  const key = { library: job.plan.library, code: row.code };
  const step = taskStepState(deps.journal, job.plan.intent, rowStep(nth));
  if (step.state === 'done') return null;
  return runTask(deps.queues, locationQueue(key), async () => {
    const work = await workFor(run, row);
    if (typeof work === 'string') return work;
    const common = {
      ...{ id: step.id, queue: locationQueue(key), about: aboutLocation(key), service: run.service },
    };
    await work(common);
    return null;
  });
}

type Common = Pick<OrderOf<'conf.locations.delete'>, 'id' | 'queue' | 'about' | 'service'>;
type Work = (common: Common) => Promise<unknown>;

/** What is to be sent for a row, by a fresh read; or why nothing is. */
async function workFor({ deps, job, service, present }: Run, row: PlannedRow): Promise<Outcome | Work> {
  const { act, code, form, seen } = row;
  const { library } = job.plan;
  const path = { library_code: library, location_code: code };
  if (act === 'make') {
    const other = present.get(code);
    if (!form) return 'gone';
    if (other) return saysAll(other, form) ? 'alreadySo' : 'taken';
    const args = { path: { library_code: library }, body: newLocation(form) };
    return (common) =>
      deps.commands.run({ ...common, operation: 'conf.locations.create', args, before: null });
  }
  const key = { library, code };
  const queue = locationQueue(key);
  // After a command that may still be under way there.
  const fresh = await deps.queues.run(queue, () => orAbsent(readLocation(service, key)));
  if (!fresh) return act === 'delete' ? 'alreadySo' : 'gone';
  const previous = Location.parse(seen ?? {});
  if (act === 'delete') {
    if (!isSameLocation(previous, fresh)) return 'changedElsewhere';
    return (common) =>
      deps.commands.run({ ...common, operation: 'conf.locations.delete', args: { path }, before: null });
  }
  if (!form) return 'gone';
  const fields = row.changes.map(({ field }) => field);
  if (fields.every((field) => formOf(fresh)[field] === form[field])) return 'alreadySo';
  if (!isSameLocation(previous, fresh)) return 'changedElsewhere';
  const body = withForm(writtenOf(fresh), form, fields);
  return (common) =>
    deps.commands.run({
      ...{ ...common, operation: 'conf.locations.update', args: { path, body }, before: fresh },
    });
}

/** Whether a location is as a row would have made it. */
const saysAll = (location: Location, form: LocationForm): boolean =>
  changedFields(formOf(location), form).length === 0;

/** Commands that may have left before this run have taken effect by then. */
async function waitForEarlierCommands({ clock, closing }: Deps, began: number): Promise<void> {
  const restLeftMs = began + graceMs - clock.monotonic();
  if (restLeftMs > 0) await clock.sleep(restLeftMs, closing);
}

/** Rows that were sent and not confirmed are looked up first; what stays unclear is left, and the others go on. */
async function lookUpUnclear(
  { deps, jobs }: LocatingDeps,
  { plan }: TrackedJob,
  service: Service,
): Promise<void> {
  for (const nth of plan.rows.keys()) {
    const { failure } = jobs.outcomeOf(plan.intent, nth);
    if (failure?.kind !== 'unknown-outcome') continue;
    await deps.unclear.lookUpNow(failure.journalId, service);
    jobs.note(plan.intent, nth, null);
  }
}

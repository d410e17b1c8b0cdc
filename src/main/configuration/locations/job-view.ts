import type { JobRow, LocationJob, LocationJobInFull } from '../../../contract/configuration-locations.ts';
import type { Deps } from '../../deps.ts';
import { elsewhereIn } from '../../journal/libraries.ts';
import type { LocationJobs, TrackedJob } from './jobs.ts';

/** What jobs work with. */
export interface LocatingDeps {
  readonly deps: Deps;
  readonly jobs: LocationJobs;
}

/** The jobs of all library systems, oldest first, for a window. */
export function jobList({ deps, jobs }: LocatingDeps): readonly LocationJob[] {
  const elsewhere = elsewhereIn(deps);
  return jobs.list().map((job) => summary(jobs, job, elsewhere(job.library)));
}

/** A job with its rows. */
export const jobInFull = ({ deps, jobs }: LocatingDeps, job: TrackedJob): LocationJobInFull => ({
  ...summary(jobs, job, elsewhereIn(deps)(job.library)),
  rows: job.plan.rows.map((_, nth) => jobRow(jobs, job, nth)),
});

export function jobRow(jobs: LocationJobs, { plan }: TrackedJob, nth: number): JobRow {
  const row = plan.rows[nth];
  if (!row) throw new RangeError('no such row');
  const { act, line, code, name, changes } = row;
  return { act, line, code, name, changes, ...jobs.outcomeOf(plan.intent, nth) };
}

function summary(jobs: LocationJobs, job: TrackedJob, elsewhere: LocationJob['elsewhere']): LocationJob {
  const { intent: id, library, file, rows } = job.plan;
  const { written, settled, unclear } = jobs.countsOf(id);
  const running = jobs.isRunning(id);
  return {
    ...{ id, since: job.since, library, file, total: rows.length, written, running, elsewhere },
    ...{ notWritten: settled - written, unclear, finished: settled === rows.length },
    // Why it stopped before says nothing while it runs again.
    failure: running || settled === rows.length ? null : job.failure,
  };
}

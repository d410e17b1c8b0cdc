import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { jobList } from '../../../../src/main/configuration/locations/job-view.ts';
import { LocationJobs } from '../../../../src/main/configuration/locations/jobs.ts';
import type { PlannedRow } from '../../../../src/main/configuration/locations/plan.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

/** A file of so many rows, each written after the other while a window watches: what is read for it. */
function readsOf(count: number): { readonly journal: number; readonly rows: number } {
  const reads = { journal: 0, rows: 0 };
  const row: PlannedRow = {
    ...{ act: 'change', line: 1, code: 'A', name: 'A', changes: [], form: null, seen: null },
  };
  const rows = new Proxy(
    Array.from({ length: count }, () => row),
    {
      get: (target, name, receiver) => {
        if (typeof name === 'string' && /^\d+$/.test(name)) reads.rows += 1;
        return Reflect.get(target, name, receiver) as unknown;
      },
    },
  );
  const journal = {
    openSteps: () => [],
    saveStep: () => undefined,
    libraries: () => [],
    entry: () => {
      reads.journal += 1;
      return null;
    },
  };
  const jobs = new LocationJobs({ journal: journal as never, clock: new VirtualClock() });
  const intent = randomUUID();
  jobs.add({ intent, library: 'LAW', file: 'locations.csv', rows }, 'here');
  const deps = { connection: { library: () => null }, journal } as never;
  let told = 0;
  const watching = jobs.changes.on(() => {
    const [job] = jobList({ deps, jobs });
    expect(job).toMatchObject({ total: count });
    expect(jobs.countAt('here')).toBe(job?.finished === true ? 0 : 1);
    told += 1;
  });
  jobs.begin(intent);
  for (let nth = 0; nth < count; nth += 1)
    if (nth % 2 === 0) jobs.settle(intent, nth, 'alreadySo');
    else jobs.note(intent, nth, { state: 'refused', failure: null });
  jobs.end(intent, null);
  watching();
  expect(told).toBe(count + 2);
  const half = Math.ceil(count / 2);
  expect(jobList({ deps, jobs })).toMatchObject([
    { written: half, notWritten: count - half, finished: true },
  ]);
  return reads;
}

test('the list of jobs is not computed anew from every row with each row', () => {
  const [some, many] = [readsOf(500), readsOf(5000)];
  // A few looks at each row, however many there are.
  for (const [count, reads] of [
    [500, some],
    [5000, many],
  ] as const) {
    expect(reads.journal).toBeLessThanOrEqual(2 * count);
    expect(reads.rows).toBeLessThanOrEqual(4 * count);
  }
});

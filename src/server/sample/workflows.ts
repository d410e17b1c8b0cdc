import type { ConfigEntry } from './configuration.ts';

const jobs = [
  { id: 'OVERDUE_NOTICES', name: 'Remind of what is overdue', active: true },
  { id: 'EXPIRE_HOLDS', name: 'Cancel holds that are of no use any more', active: true },
  { id: 'REMOVE_EXPIRED_BLOCKS', name: 'Take away blocks that are over', active: true },
  // For trainers: what a workflow answers that is switched off.
  { id: 'YEAR_END', name: 'Close the year', active: false },
] as const;

/** The workflows that can be run. Source: Configuration; which there are is ours. */
export function workflows(): ConfigEntry[] {
  return jobs.map((job) => ({ kind: 'workflow', scope: '', code: job.id, doc: job }));
}

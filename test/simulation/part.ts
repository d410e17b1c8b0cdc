import type { Outcome } from './world.ts';

/** What one process plays of a run. */
export interface Part {
  readonly seed: string;
  /** Who is in its worlds beside the people of the first; `''` for nobody. */
  readonly who: string;
  /** Its worlds: this one, and every so-manyth after it. */
  readonly first: number;
  readonly of: number;
  readonly commands: number;
  readonly late: boolean;
  /** These worlds and no others. */
  readonly seeds: readonly string[] | null;
  /** With the whole history of each. */
  readonly told: boolean;
  /** The first failures are played again with fewer steps. */
  readonly shorten: boolean;
}

/** One world, as a process tells of it. The history is that of the shortest run that shows its first fault. */
export interface PartReport extends Outcome {
  readonly seed: string;
  readonly cpuMs: number;
  /** How many steps that run has. */
  readonly steps?: number;
}

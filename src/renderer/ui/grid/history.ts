import type { GridRows, Selection } from './grid-types.ts';

/** What a change replaced: so many rows at a place, by others. What stood before and after them stays as it was. */
export interface Patch {
  readonly at: number;
  readonly removed: GridRows;
  readonly inserted: GridRows;
}

/** A change that can be undone, with what was selected before it and after it. */
export interface Step extends Patch {
  readonly before: Selection | null;
  readonly after: Selection | null;
}

/** The smallest patch that makes the one list of rows into the other. */
export function patchBetween(before: GridRows, after: GridRows): Patch {
  const most = Math.min(before.length, after.length);
  let at = 0;
  while (at < most && before[at] === after[at]) at += 1;
  let end = 0;
  while (end < most - at && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return {
    at,
    removed: before.slice(at, before.length - end),
    inserted: after.slice(at, after.length - end),
  };
}

/** The rows with a patch on them. */
export const patched = (rows: GridRows, { at, removed, inserted }: Patch): GridRows => [
  ...rows.slice(0, at),
  ...inserted,
  ...rows.slice(at + removed.length),
];

export const inverse = ({ at, removed, inserted }: Patch): Patch => ({
  at,
  removed: inserted,
  inserted: removed,
});

/** How many steps can be undone at most, and how many rows all of them hold: the newest step is always kept. */
const most = { steps: 500, rows: 250_000 };

const weight = ({ removed, inserted }: Patch): number => removed.length + inserted.length + 1;

/** The steps that can be undone and redone. Never changed: each answer is a new one. */
export class History {
  readonly done: readonly Step[];
  readonly undone: readonly Step[];

  constructor(done: readonly Step[] = [], undone: readonly Step[] = []) {
    this.done = done;
    this.undone = undone;
  }

  /** With one more step; what was undone cannot be redone after it. The oldest make room. */
  with(step: Step): History {
    let rows = 0;
    const done = [...this.done, step].slice(-most.steps);
    const from = done.findLastIndex((one, index) => {
      rows += weight(one);
      return rows > most.rows && index < done.length - 1;
    });
    return new History(done.slice(from + 1));
  }

  /** The step to undo, and what is left then. */
  back(): { readonly step: Step; readonly left: History } | null {
    const step = this.done.at(-1);
    return step ? { step, left: new History(this.done.slice(0, -1), [...this.undone, step]) } : null;
  }

  /** The step to do again, and what is left then. */
  forth(): { readonly step: Step; readonly left: History } | null {
    const step = this.undone.at(-1);
    return step ? { step, left: new History([...this.done, step], this.undone.slice(0, -1)) } : null;
  }
}

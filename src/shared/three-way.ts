/** What became of something that two people had before them: who changed it. */
export type ThreeWay =
  | 'unchanged'
  | 'mine'
  | 'theirs'
  /** Both changed it, to the same. */
  | 'same'
  /** Both changed it, and not to the same: only a person can tell. */
  | 'clash';

/** Compares what was, what is mine and what is theirs: fields of a record, or rows of a table. */
export function threeWay<T>(
  was: T,
  mine: T,
  theirs: T,
  isSame: (one: T, other: T) => boolean = Object.is,
): ThreeWay {
  if (isSame(was, theirs)) return isSame(was, mine) ? 'unchanged' : 'mine';
  if (isSame(was, mine)) return 'theirs';
  return isSame(mine, theirs) ? 'same' : 'clash';
}

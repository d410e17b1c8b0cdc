import type { Seen } from '../../contract/patrons.ts';
import type { User } from '../../service/shapes/user.ts';

const counts: ReadonlySet<string> = new Set(['loans', 'requests', 'fees']);

/** The user without the counts that may come with it, which are no part of the record. */
export const recordOf = (user: User): Seen =>
  Object.fromEntries(Object.entries(user).filter(([field]) => !counts.has(field)));

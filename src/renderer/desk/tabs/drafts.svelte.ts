import { Draft } from './draft.svelte.ts';

/**
 * The drafts of one form, by patron: whoever comes to the desk next is no reason to lose what was typed for the one
 * before. They are this window's own, and end with it.
 *
 * @param typed what was typed into the form, in one text
 */
export function draftsOf<T extends object>(
  empty: () => T,
  typed: (form: T) => string,
): (userId: string) => Draft<T> {
  const drafts = new Map<string, Draft<T>>();
  return (userId) => {
    for (const [of, { begun }] of drafts) if (!begun) drafts.delete(of);
    const draft = drafts.get(userId) ?? new Draft(empty, typed);
    drafts.set(userId, draft);
    return draft;
  };
}

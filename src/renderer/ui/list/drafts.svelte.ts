import { untrack } from 'svelte';
import { Draft } from './draft.svelte.ts';

/** What can be left, and gone on with. */
interface AnyDraft {
  readonly isDirty: boolean;
  startOver(): void;
}

/** The drafts of one form. */
interface DraftGroup {
  readonly isDirty: () => boolean;
  readonly forget: () => void;
}
const groups: DraftGroup[] = [];

/**
 * The drafts of one form, by patron: whoever comes to the desk next is no reason to lose what was typed for the one
 * before. They are this window's own, and end with it. Each is made under a root of its own, because it outlives the
 * component that asks for it first.
 */
export function draftsOf<D extends AnyDraft>(make: (userId: string) => D): (userId: string) => D {
  let drafts: readonly { readonly of: string; readonly draft: D }[] = [];
  groups.push({
    isDirty: () => drafts.some(({ draft }) => draft.isDirty),
    forget: () => {
      for (const { draft } of drafts) draft.startOver();
      drafts = [];
    },
  });
  const draftOf = (userId: string): D => {
    drafts = drafts.filter(({ of, draft }) => of === userId || draft.isDirty);
    const existing = drafts.find(({ of }) => of === userId);
    if (existing) return existing.draft;
    const created: D[] = [];
    $effect.root(() => {
      created.push(make(userId));
    });
    const [draft] = created as [D];
    drafts = [...drafts, { of: userId, draft }];
    return draft;
  };
  // Whoever asks for one is no reader of the others.
  return (userId) => untrack(() => draftOf(userId));
}

/** The drafts of one act on one of a patron's things: what was written about one fee is offered for no other. */
export function draftsAbout<T extends object>(empty: () => T): (userId: string, thing: string) => Draft<T> {
  const draftOf = draftsOf(() => new Draft(empty));
  return (userId, thing) => draftOf(JSON.stringify([userId, thing]));
}

/** Nobody is to see any more what was begun for whom: it is another service, or nobody has been here for long. */
export function forgetDrafts(): void {
  for (const { forget } of groups) forget();
}

/** Something was begun for somebody, and is gone with the window. */
export const hasUnsentDrafts = (): boolean => groups.some(({ isDirty }) => isDirty());

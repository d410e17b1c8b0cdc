import { untrack } from 'svelte';
import { Draft } from './draft.svelte.ts';

/** What the user can leave and continue later. */
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

function inOwnRoot<D>(make: () => D): D {
  const created: D[] = [];
  $effect.root(() => {
    created.push(make());
  });
  return (created as [D])[0];
}

/** The one draft of a form that is about no patron: it stays when a visit ends, and ends with the window. */
export function draftOfWindow<D extends AnyDraft>(make: () => D): () => D {
  let draft: D | null = null;
  groups.push({ isDirty: () => draft?.isDirty === true, forget: () => undefined });
  return () => untrack(() => (draft ??= inOwnRoot(make)));
}

/**
 * The drafts of one form, by patron: what was typed for one patron is still there after the next. They belong to this
 * window and end with it. Each is made in its own `$effect.root`, because it outlives the component that asks first.
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
    const draft = inOwnRoot(() => make(userId));
    drafts = [...drafts, { of: userId, draft }];
    return draft;
  };
  // Untracked: a component that reads one draft does not depend on the others.
  return (userId) => untrack(() => draftOf(userId));
}

/** The drafts of one action, by patron and by record: what was written about one fee is offered for no other. */
export function draftsAbout<T extends object>(empty: () => T): (userId: string, thing: string) => Draft<T> {
  const draftOf = draftsOf(() => new Draft(empty));
  return (userId, thing) => draftOf(JSON.stringify([userId, thing]));
}

/** Forgets all drafts: the station uses another service now, or was idle for long. */
export function forgetDrafts(): void {
  for (const { forget } of groups) forget();
}

/** Whether there is a draft that would be lost with the window. */
export const hasUnsentDrafts = (): boolean => groups.some(({ isDirty }) => isDirty());

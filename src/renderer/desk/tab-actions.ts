import { m } from '../../messages/compiled/messages.js';
import { atOnce, type Action } from '../app/actions.svelte.ts';
import type { Shell } from '../app/shell.svelte.ts';
import type { PerPatron } from '../ui/list/keep-last.svelte.ts';

/** The names of the actions of each tab of the patron: each tab has its own in its subject's `actions.ts`. */
interface TabActions {
  readonly loans: 'renew' | 'renewShown' | 'due' | 'filter' | 'order' | 'pause' | 'stop' | 'copy' | 'print';
  readonly requests: 'place' | 'edit' | 'step' | 'cancel' | 'cancelThis';
  readonly fees: 'pay' | 'payThis' | 'payAll' | 'paySum' | 'waive' | 'dispute' | 'add';
  readonly deposits: 'add' | 'pay' | 'refund' | 'dispute' | 'other';
  readonly sharing: 'ask' | 'find' | 'shipping' | 'cancel';
  readonly purchases: 'ask' | 'cancel';
  readonly notes: 'add' | 'remove';
  readonly attachments: 'choose' | 'open' | 'save';
  readonly details: 'edit' | 'export' | 'remove';
}

export type ActionTab = keyof TabActions;
/** What this tab can be asked for. */
export type TabActionOf<T extends ActionTab> = TabActions[T];

/** Something that a tab is asked for from elsewhere: by a key of the desk, or from the palette. */
export type TabRequest = {
  readonly [T in ActionTab]: { readonly tab: T; readonly act: TabActions[T] };
}[ActionTab];

/** Whether a form comes of it that takes the scans: the copy in the hand says what is requested. */
export const takesScans = ({ tab, act }: TabRequest): boolean => tab === 'requests' && act === 'place';

/** An action of a tab, upon what the tab shows of the patron. */
type TabAction<T> = Pick<Action, 'label' | 'button' | 'palette' | 'key'> & {
  /** Null: the tab was never opened, and nothing is known of its list. */
  readonly condition?: (at: T | null) => string | null;
  /** Its condition in the palette, if it depends on more than what is known of the list. */
  readonly askedIf?: () => string | null;
  readonly run: (at: T) => unknown;
};

/**
 * Makes the actions of one of the patron's tabs. In the tab, a key or a button runs an action at once. From the palette
 * the tab is opened first and does it once its list was read: nothing is done to a list that nobody sees.
 */
export function tabAction<T, Tab extends ActionTab>(shell: Shell, tab: Tab, of: PerPatron<T>) {
  const { desk } = shell;
  return (act: TabActionOf<Tab>, { condition, askedIf, run, ...words }: TabAction<T>): Action => ({
    ...words,
    id: `${tab}-${act}`,
    group: tab,
    where: 'tab',
    condition: () => noPatron(shell) ?? condition?.(desk.patron && of(desk.patron.userId)) ?? null,
    run: atOnce(() => {
      if (desk.patron) run(of(desk.patron.userId));
    }),
    elsewhere: {
      condition: () =>
        noPatron(shell) ??
        (askedIf ? askedIf() : condition?.(desk.patron && of.known(desk.patron.userId))) ??
        null,
      run: atOnce(() => {
        shell.toDesk();
        desk.tabRequests.make({ tab, act } as TabRequest);
      }),
    },
  });
}

/** Why nothing can be done to a patron. */
export const noPatron = ({ desk }: Shell): string | null =>
  desk.patron || desk.opening ? null : m.actions_no_patron();

/** Why nothing can be done to a row: none is stood on, or one that came without its id. */
export const noRow = (at: { readonly nameless?: boolean } | null, none: () => string): string =>
  at?.nameless === true ? m.lists_no_number() : none();

/** For what is done to the row that is stood on. */
export const aRow =
  (none: () => string) =>
  (at: { readonly current: unknown; readonly nameless?: boolean } | null): string | null =>
    at?.current ? null : noRow(at, none);

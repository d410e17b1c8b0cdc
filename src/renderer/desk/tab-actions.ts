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
/** The actions that this tab can be asked to do. */
export type TabActionOf<T extends ActionTab> = TabActions[T];

/** A request to a tab to do an action: by a key of the desk, or from the palette. */
export type TabRequest = {
  readonly [T in ActionTab]: { readonly tab: T; readonly act: TabActions[T] };
}[ActionTab];

/** Whether it opens a form that takes the scans: the copy that is scanned is the one to request. */
export const takesScans = ({ tab, act }: TabRequest): boolean => tab === 'requests' && act === 'place';

/** An action of a tab; `T` is what the tab shows of the patron. */
type TabAction<T> = Pick<Action, 'label' | 'button' | 'palette' | 'key'> & {
  /** `state` is null if the tab was not opened yet, so that its list is not known. */
  readonly condition?: (state: T | null) => string | null;
  /** Its condition in the palette, where that is another one. */
  readonly paletteCondition?: () => string | null;
  readonly run: (state: T) => unknown;
};

/**
 * Makes the actions of one of the patron's tabs. In the tab, a key or a button runs an action at once. From the palette
 * the tab is opened first and runs the action after its list was read: the user always sees the list that changes.
 */
export function tabAction<T, Tab extends ActionTab>(shell: Shell, tab: Tab, of: PerPatron<T>) {
  const { desk } = shell;
  return (act: TabActionOf<Tab>, { condition, paletteCondition, run, ...words }: TabAction<T>): Action => ({
    ...words,
    id: `${tab}-${act}`,
    group: tab,
    where: 'tab',
    condition: () => noPatron(shell) ?? condition?.(desk.patron && of(desk.patron.userId)) ?? null,
    run: atOnce(() => {
      if (desk.patron) run(of(desk.patron.userId));
    }),
    fromPalette: {
      condition: () =>
        noPatron(shell) ??
        (paletteCondition ? paletteCondition() : condition?.(desk.patron && of.known(desk.patron.userId))) ??
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

/** Why nothing can be done to a row: no row is current, or the current row came without its id. */
export const noRow = (list: { readonly nameless?: boolean } | null, none: () => string): string =>
  list?.nameless === true ? m.lists_no_number() : none();

/** The condition of an action that needs a current row. */
export const aRow =
  (none: () => string) =>
  (list: { readonly current: unknown; readonly nameless?: boolean } | null): string | null =>
    list?.current ? null : noRow(list, none);

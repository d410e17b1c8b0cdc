/** The names of the actions of each tab of the patron: each tab has its own in its subject's `actions.ts`. */
interface Askable {
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

export type AskableTab = keyof Askable;
/** What this tab can be asked for. */
export type AskOf<T extends AskableTab> = Askable[T];

/** Something that a tab is asked for from elsewhere: by a key of the desk, or from the palette. */
export type Wanted = {
  readonly [T in AskableTab]: { readonly tab: T; readonly act: Askable[T] };
}[AskableTab];

/** Whether a form comes of it that takes the scans: the copy in the hand says what is requested. */
export const takesScans = ({ tab, act }: Wanted): boolean => tab === 'requests' && act === 'place';

/** What a tab of the patron can be asked for from elsewhere: by a key of the desk, or from the palette. */
interface Askable {
  readonly loans: 'renew' | 'due';
  readonly requests: 'place' | 'cancel' | 'edit' | 'step';
  readonly fees: 'pay' | 'payAll' | 'paySum' | 'waive' | 'dispute' | 'add';
  readonly deposits: 'add' | 'pay' | 'refund' | 'dispute' | 'other';
  readonly sharing: 'ask' | 'find' | 'shipping' | 'cancel';
  readonly purchases: 'ask' | 'cancel';
  readonly notes: 'add' | 'remove';
  readonly attachments: 'choose' | 'open' | 'save';
  readonly details: 'edit' | 'remove' | 'export';
}

export type AskableTab = keyof Askable;
/** What this tab can be asked for. */
export type AskOf<T extends AskableTab> = Askable[T];

/** Something that a tab is asked for. */
export type Wanted = {
  readonly [T in AskableTab]: { readonly tab: T; readonly act: Askable[T] };
}[AskableTab];

/** Whether a form comes of it that takes the scans: the copy in the hand says what is requested. */
export const takesScans = ({ tab, act }: Wanted): boolean => tab === 'requests' && act === 'place';

import type { Component } from 'svelte';
import { m } from '../../messages/compiled/messages.js';
import type { PatronView } from '../../contract/desk.ts';

/** One tab of the patron's page. */
export interface PatronTab {
  readonly id: string;
  readonly label: () => string;
  /** Opened rarely: it is in the menu at the end of the strip. */
  readonly rare?: true;
  /** The count, if the patron's record has it; else the tab shows it after reading its list (`showTabCount`). */
  readonly count?: (patron: PatronView) => number;
  /** Loads the tab when it is first opened. */
  readonly load: () => Promise<{ readonly default: Component<{ patron: PatronView }> }>;
}

/** The patron's tabs in their order: the tab that is opened most is first, the rare ones are last. */
export const patronTabs = [
  {
    id: 'loans',
    label: m.desk_tab_loans,
    count: (patron) => patron.loans,
    load: () => import('../loans/LoansTab.svelte'),
  },
  {
    id: 'requests',
    label: m.desk_tab_requests,
    count: (patron) => patron.requests,
    load: () => import('../requests/RequestsTab.svelte'),
  },
  {
    id: 'fees',
    label: m.desk_tab_fees,
    count: (patron) => patron.fees,
    load: () => import('../fees/FeesTab.svelte'),
  },
  {
    id: 'notes',
    label: m.desk_tab_notes,
    count: (patron) => patron.notes.length,
    load: () => import('../notes/NotesTab.svelte'),
  },
  {
    id: 'deposits',
    label: m.desk_tab_deposits,
    rare: true,
    load: () => import('../deposits/DepositsTab.svelte'),
  },
  {
    id: 'sharing',
    label: m.desk_tab_sharing,
    rare: true,
    load: () => import('../sharing/SharingTab.svelte'),
  },
  {
    id: 'purchases',
    label: m.desk_tab_purchases,
    rare: true,
    load: () => import('../purchases/PurchasesTab.svelte'),
  },
  {
    id: 'attachments',
    label: m.desk_tab_attachments,
    rare: true,
    load: () => import('../attachments/AttachmentsTab.svelte'),
  },
  {
    id: 'details',
    label: m.patrons_tab,
    rare: true,
    load: () => import('../patrons/DetailsTab.svelte'),
  },
] as const satisfies readonly PatronTab[];

export type PatronTabId = (typeof patronTabs)[number]['id'];

/** The tab that is open at first. */
export const firstTab: PatronTabId = 'loans';

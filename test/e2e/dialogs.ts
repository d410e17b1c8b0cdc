import type { Tab } from './desk.ts';

/** The keys of the desk’s dialogs: from the scan box, with a patron at the desk. */
export const fromTheBox = [
  'Control+D',
  'Control+I',
  'Alt+H',
  'Alt+C',
  'Alt+P',
  'Alt+Shift+P',
  'Alt+T',
  'Shift+F4',
  'Shift+F1',
  'Control+H',
  'Control+K',
] as const;

/** The same from the first row of each tab; from the tab itself where it has none. */
export const fromTabs: readonly { readonly tab: Tab; readonly keys: readonly string[] }[] = [
  { tab: 'loans', keys: ['d'] },
  { tab: 'requests', keys: ['h', 'e', 'Delete'] },
  { tab: 'sharing', keys: ['n', 'f'] },
  { tab: 'purchases', keys: ['n', 'Delete'] },
  { tab: 'fees', keys: ['p', 'Shift+P', 's', 'n', 'w', 'd'] },
  { tab: 'deposits', keys: ['n'] },
  { tab: 'notes', keys: ['n', 'Delete'] },
  { tab: 'details', keys: ['e', 'Delete'] },
];

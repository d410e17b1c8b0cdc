import { m } from '../../../messages/compiled/messages.js';
import type { TableDifference } from '../../../contract/configuration-tables.ts';
import { countText } from '../../ui/format.ts';
import type { Unsaved } from '../../ui/grid/grid-rows.svelte.ts';

interface Counts {
  readonly added: number;
  readonly changed: number;
  readonly dropped: number;
  readonly reordered: boolean;
}

/** What changes, in short: "2 added, 1 changed, 3 dropped". */
function countsText({ added, changed, dropped, reordered }: Counts): string {
  const parts = [
    added > 0 && m.configuration_tables_added({ shown: countText(added) }),
    changed > 0 && m.configuration_tables_changed({ shown: countText(changed) }),
    dropped > 0 && m.configuration_tables_dropped({ shown: countText(dropped) }),
    reordered && m.configuration_tables_reordered(),
  ];
  return parts.filter((part) => part !== false).join(', ');
}

/** What of an edit is not saved. */
export const unsavedText = ({ added, changed, removed, reordered }: Unsaved): string =>
  countsText({ added, changed, dropped: removed, reordered });

/** What saving does. */
export const differenceText = ({ added, changed, dropped, reordered }: TableDifference): string =>
  countsText({ added: added.length, changed: changed.length, dropped: dropped.length, reordered });

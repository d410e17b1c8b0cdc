import { acquisitionsActions } from '../acquisitions/actions.ts';
import { attachmentActions } from '../attachments/actions.ts';
import { configurationActions } from '../configuration/actions.ts';
import { letterActions } from '../configuration/letters/actions.ts';
import { depositActions } from '../deposits/actions.ts';
import { feeActions } from '../fees/actions.ts';
import { firstStartActions } from '../first-start/actions.ts';
import { invoiceActions } from '../invoices/actions.ts';
import { importActions } from '../invoices/import/actions.ts';
import { lendingActions } from '../lending/actions.ts';
import { loanActions } from '../loans/actions.ts';
import { noteActions } from '../notes/actions.ts';
import { orderActions } from '../orders/actions.ts';
import { patronActions } from '../patrons/actions.ts';
import { purchaseActions } from '../purchases/actions.ts';
import { receivingActions } from '../receiving/actions.ts';
import { boxActions } from '../receiving/box-actions.ts';
import { departmentActions } from '../receiving/department-actions.ts';
import { paperActions } from '../receiving/paper-actions.ts';
import { trolleyActions } from '../receiving/trolley-actions.ts';
import { reportsActions } from '../reports/actions.ts';
import { requestActions } from '../requests/actions.ts';
import { sharingActions } from '../sharing/actions.ts';
import { stationActions } from '../station/actions.ts';
import { takingsActions } from '../takings/actions.ts';
import { updateActions } from '../updates/actions.ts';
import { gridActions } from '../ui/grid/grid-actions.ts';
import { listActions } from '../ui/list/list-actions.ts';
import type { Action, Actions } from './actions.svelte.ts';
import type { Shell } from './shell.svelte.ts';

/** Every subject's actions that are not needed to scan. A new subject adds its own here. */
const subjects: readonly ((shell: Shell) => Actions)[] = [
  ...[loanActions, requestActions, feeActions, depositActions, sharingActions, purchaseActions],
  ...[noteActions, attachmentActions, patronActions, receivingActions, trolleyActions, paperActions],
  ...[boxActions, departmentActions],
  ...[stationActions, takingsActions, acquisitionsActions, invoiceActions, importActions, orderActions],
  ...[lendingActions, configurationActions, letterActions, reportsActions, updateActions],
  firstStartActions,
  () => listActions,
  () => gridActions,
];

/** The actions of the subjects, collected for the key sheet, the palette and the command barcodes. */
export function allActions(shell: Shell): readonly Action[] {
  return subjects.flatMap((make) => Object.values(shell.actionsOf(make)));
}

import { m } from '../../messages/compiled/messages.js';
import { atOnce, componentAction, type Action } from '../app/actions.svelte.ts';
import type { Key } from '../app/keys.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { invoicesRoom } from './invoices-room.svelte.ts';
import type { InvoiceAct } from './open-invoice.svelte.ts';

/** What is done with invoices, in the acquisitions room. */
export function invoiceActions(shell: Shell) {
  const here = { group: 'acquisitions', where: 'acquisitions' } as const;
  const isOpen = (section: 'invoices' | 'new-invoice'): boolean =>
    shell.room === 'acquisitions' && shell.acquisitions.id === section;
  /** The invoice that is open in the list. */
  const opened = () => (isOpen('invoices') ? (shell.invoices?.opened ?? null) : null);
  const onUnmet = (): void => shell.station.speaker.play('attention');
  const upon = (act: InvoiceAct, label: () => string, palette: () => string, key: Key): Action => ({
    ...{ ...here, id: `invoice-${act}`, label, palette, key, onUnmet },
    condition: () => {
      const invoice = opened()?.view.value;
      if (!invoice) return m.actions_no_invoice();
      return act === 'pay' && invoice.paid ? shell.policy.whyOff('forcedPayment') : null;
    },
    run: atOnce(() => {
      const invoice = opened();
      if (invoice?.view.value) invoice.dialog = act;
    }),
  });
  return {
    process: upon('process', m.invoices_process, m.actions_invoices_process, 'Alt+P'),
    pay: upon('pay', m.invoices_pay, m.actions_invoices_pay, 'Alt+Y'),
    markInErp: upon('markInErp', m.invoices_erp, m.actions_invoices_erp, 'Alt+E'),
    reject: upon('reject', m.invoices_reject, m.actions_invoices_reject, 'Alt+R'),
    find: {
      ...{ ...here, id: 'invoices-find', label: m.invoices_find, key: 'Alt+F' },
      run: atOnce(() => {
        invoicesRoom(shell).close();
        shell.showAcquisitions('invoices');
      }),
    },
    save: {
      ...{ ...here, id: 'invoice-save', label: m.invoices_save_key, key: 'Ctrl+Enter', onUnmet },
      condition: () => {
        if (!isOpen('new-invoice')) return m.actions_no_new_invoice();
        const { entry } = invoicesRoom(shell);
        return entry.job ? null : entry.whyNot;
      },
      run: async () => {
        const { entry } = invoicesRoom(shell);
        await (entry.job ? entry.job.resume() : entry.save());
        return null;
      },
    },
    twin: {
      ...{ ...here, id: 'invoice-twin', label: m.invoices_twin_open, key: 'Alt+D', onUnmet },
      condition: () =>
        isOpen('new-invoice') && shell.invoices?.entry.twins[0] ? null : m.actions_no_invoice(),
      run: atOnce(() => {
        const twin = shell.invoices?.entry.twins[0];
        if (!twin) return;
        invoicesRoom(shell).open(twin.invoiceId);
        shell.showAcquisitions('invoices');
      }),
    },
    line: componentAction({ ...here, id: 'invoice-line', label: m.invoices_line_add, key: 'Alt+L' }),
  } as const satisfies Readonly<Record<string, Action>>;
}

import type { ImportedInvoice } from '../../../contract/invoice-import.ts';
import { m } from '../../../messages/compiled/messages.js';
import { atOnce, type Action } from '../../app/actions.svelte.ts';
import type { Shell } from '../../app/shell.svelte.ts';
import { invoicesRoom } from '../invoices-room.svelte.ts';
import { type InvoiceImport, newImport } from './import.svelte.ts';
import { outlasting } from '../../ui/outlasting.svelte.ts';

/** Made when its section is first opened; it goes on while other rooms are open. */
export function invoiceImport(shell: Shell): InvoiceImport {
  return (shell.invoiceImport ??= outlasting(newImport));
}

/** Why an invoice of a file does not become a new one. */
const barredWords: Readonly<Record<NonNullable<ImportedInvoice['barred']>, () => string>> = {
  quotes: m.invoice_import_barred_quotes,
  creditNote: m.invoice_import_barred_creditNote,
};

/** What is done with a vendor's file, in the acquisitions room. */
export function importActions(shell: Shell) {
  const here = { group: 'acquisitions', where: 'acquisitions' } as const;
  const isOpen = (): boolean => shell.room === 'acquisitions' && shell.acquisitions.id === 'import';
  const onUnmet = (): void => shell.station.speaker.play('attention');
  return {
    choose: {
      ...{ ...here, id: 'import-choose', label: m.invoice_import_choose, key: 'Alt+C', onUnmet },
      palette: m.invoice_import_title,
      condition: () => (isOpen() ? null : m.invoice_import_not_here()),
      run: atOnce(() => void invoiceImport(shell).choose()),
      fromPalette: {
        run: atOnce(() => {
          shell.showAcquisitions('import');
          void invoiceImport(shell).choose();
        }),
      },
    },
    go: {
      ...{ ...here, id: 'import-go', label: m.invoice_import_go, key: 'Alt+G', onUnmet },
      condition: () => {
        if (!isOpen()) return m.invoice_import_not_here();
        const invoice = shell.invoiceImport?.invoice;
        if (!invoice) return m.invoice_import_no_invoice();
        return invoice.barred === null ? null : barredWords[invoice.barred]();
      },
      run: async () => {
        const current = invoiceImport(shell);
        // What was typed into the new invoice is not lost without a question.
        if (invoicesRoom(shell).entry.draft.isDirty && !current.replacing) current.replacing = true;
        else await openAsNew(shell);
        return null;
      },
    },
  } as const satisfies Readonly<Record<string, Action>>;
}

/** Opens the invoice that is shown as a new one; nothing is sent. */
export async function openAsNew(shell: Shell): Promise<void> {
  const current = invoiceImport(shell);
  current.replacing = false;
  const reply = await current.go();
  if (!reply.ok) return;
  invoicesRoom(shell).entry.fill(reply.value);
  shell.showAcquisitions('new-invoice');
}

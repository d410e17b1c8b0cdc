import ChartBar from '@lucide/svelte/icons/chart-bar';
import ClipboardList from '@lucide/svelte/icons/clipboard-list';
import FileInput from '@lucide/svelte/icons/file-input';
import FilePlus from '@lucide/svelte/icons/file-plus';
import ReceiptText from '@lucide/svelte/icons/receipt-text';
import { m } from '../../messages/compiled/messages.js';

/**
 * The sections of the acquisitions room, in the order of their list. Their components are in `AcquisitionsRoom.svelte`;
 * the key opens the section while the room is open.
 */
export const sections = [
  { id: 'invoices', label: m.invoices_section, icon: ReceiptText, key: 'Alt+I' },
  { id: 'new-invoice', label: m.invoices_new, icon: FilePlus, key: 'Alt+N' },
  { id: 'import', label: m.invoice_import_section, icon: FileInput, key: 'Alt+M' },
  { id: 'orders', label: m.orders_section, icon: ClipboardList, key: 'Alt+O' },
  { id: 'spending', label: m.spending_section, icon: ChartBar, key: 'Alt+J' },
] as const;
export type SectionId = (typeof sections)[number]['id'];

import Gauge from '@lucide/svelte/icons/gauge';
import ReceiptText from '@lucide/svelte/icons/receipt-text';
import Wallet from '@lucide/svelte/icons/wallet';
import { m } from '../../messages/compiled/messages.js';

/** The sections of the reports room, in the order of their list. Their components are in `ReportsRoom.svelte`. */
export const sections = [
  { id: 'fee-transactions', label: m.reports_section_fee_transactions, icon: ReceiptText },
  { id: 'till', label: m.reports_section_till, icon: Wallet },
  { id: 'desk-numbers', label: m.reports_section_desk_numbers, icon: Gauge },
] as const;
export type SectionId = (typeof sections)[number]['id'];

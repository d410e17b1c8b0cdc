import { m } from '../../messages/compiled/messages.js';
import { dateText } from '../ui/format.ts';
import type { ReceivingSession } from './session.svelte.ts';

/** Why the chosen item cannot be received now, as a sentence; null if it can. */
export function whyNotReceivable(session: ReceivingSession): string | null {
  const { settings, receipts } = session;
  const { view, item, several } = session.orderLine;
  if (session.newestBook) return m.receiving_by_scan();
  if (session.several.progress) return m.receiving_job_running();
  if (session.inHand.lookingUp || session.inHand.nothingFound) return m.receiving_wait();
  if (!view || !item) return m.receiving_items_none();
  if (several.length > 0) return settings.department ? null : m.receiving_no_department();
  if (item.received !== '') return m.receiving_already({ date: dateText(item.received, 'day') });
  if (item.pid === '') return m.lists_no_number();
  if (!settings.department) return m.receiving_no_department();
  return receipts.pendingFor(item.pid) ? m.receiving_wait_item() : null;
}

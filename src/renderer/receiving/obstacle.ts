import { m } from '../../messages/compiled/messages.js';
import { dateText } from '../ui/format.ts';
import type { ReceivingSession } from './session.svelte.ts';

/** Why the chosen item cannot be received just now, as a sentence; null where it can. */
export function obstacle(session: ReceivingSession): string | null {
  const { order, item, settings } = session;
  if (session.lookingUp || session.nothingFound) return m.receiving_wait();
  if (!order || !item) return m.receiving_items_none();
  if (item.received !== '') return m.receiving_already({ date: dateText(item.received, 'day') });
  if (item.pid === '') return m.lists_no_number();
  if (!settings.department) return m.receiving_no_department();
  return session.acting(item.pid) ? m.receiving_wait_item() : null;
}

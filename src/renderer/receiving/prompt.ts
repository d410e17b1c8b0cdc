import { m } from '../../messages/compiled/messages.js';
import type { ReceiveSettings } from './settings.svelte.ts';

/** What the scan box says a scan will do: look a book up, receive it, or receive and keep it in a department. */
export function promptOf({ mode, department }: Pick<ReceiveSettings, 'mode' | 'department'>): string {
  const name = department?.label ?? '';
  switch (mode) {
    case 'look':
      return m.app_scan_placeholder_receiving();
    case 'receive':
      return name === '' ? m.receiving_prompt_receive() : m.receiving_prompt_receive_for({ name });
    case 'keep':
      return name === '' ? m.receiving_prompt_keep() : m.receiving_prompt_keep_in({ name });
  }
}

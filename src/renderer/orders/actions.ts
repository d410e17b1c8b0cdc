import { m } from '../../messages/compiled/messages.js';
import { atOnce, type Action } from '../app/actions.svelte.ts';
import type { Shell } from '../app/shell.svelte.ts';
import type { OpenOrder } from './orders-room.svelte.ts';

/** What is done with order lines, in the acquisitions room. */
export function orderActions(shell: Shell) {
  const here = { group: 'acquisitions', where: 'acquisitions' } as const;
  /** The order line that is open, once it is read. */
  const opened = (): OpenOrder | null => {
    const isHere = shell.room === 'acquisitions' && shell.acquisitions.id === 'orders';
    const order = isHere ? shell.orders?.opened : null;
    return order?.view.value ? order : null;
  };
  const condition = (): string | null => (opened() ? null : m.orders_none_open());
  const onUnmet = (): void => shell.station.speaker.play('attention');
  return {
    edit: {
      ...{ ...here, id: 'order-edit', condition, onUnmet },
      ...{ label: m.orders_edit, palette: m.orders_edit_act, key: 'Alt+T' },
      run: atOnce(() => {
        const order = opened();
        if (order) order.editing = true;
      }),
    },
    receive: {
      ...{ ...here, id: 'order-receive', condition, onUnmet },
      ...{ label: m.orders_receive, palette: m.orders_receive_act, key: 'Alt+V' },
      run: async () => {
        const order = opened();
        if (!order) return null;
        if (await order.receive()) shell.toReceiving();
        return order.failure;
      },
    },
  } as const satisfies Readonly<Record<string, Action>>;
}

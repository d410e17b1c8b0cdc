import { m } from '../../messages/compiled/messages.js';
import { atOnce, placed, type Action } from '../app/actions.svelte.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { obstacle } from './obstacle.ts';
import type { ReceivingSession } from './session.svelte.ts';

/** What is done in the receiving room. */
export function receivingActions(shell: Shell) {
  const session = (): ReceivingSession | null => (shell.room === 'receiving' ? shell.receiving : null);
  const inRoom = (look: (at: ReceivingSession) => string | null) => (): string | null => {
    const at = session();
    return at ? look(at) : m.actions_not_in_receiving();
  };
  const here = { group: 'receiving', where: 'receiving' } as const;
  // The outcome is shown on the trolley.
  const done = (act: (at: ReceivingSession) => Promise<void>) => async (): Promise<null> => {
    const at = session();
    if (at) await act(at);
    return null;
  };
  /** A key that cannot do what it is for is heard to do nothing. */
  const unmet = (): void => shell.station.speaker.play('attention');
  const move = (id: string, key: string, by: 1 | -1): Action => ({
    ...{ ...here, id, key, label: m.receiving_keys_items, palette: null },
    run: atOnce(() => session()?.move(by)),
  });
  return {
    receive: {
      ...here,
      id: 'receive',
      label: m.receiving_keys_receive,
      button: m.receiving_receive,
      key: 'F6',
      command: 'RECEIVE',
      condition: inRoom(obstacle),
      unmet,
      run: done((at) => at.receive(false)),
    },
    keep: {
      ...here,
      id: 'keep',
      label: m.receiving_keys_keep,
      button: m.receiving_keep,
      key: 'F7',
      command: 'KEEP',
      condition: inRoom(obstacle),
      unmet,
      run: done((at) => at.receive(true)),
    },
    finish: {
      ...here,
      id: 'finish',
      label: m.receiving_keys_finish,
      key: 'F8',
      command: 'FINISH',
      condition: inRoom((at) => (at.nextToFinish ? null : m.actions_nothing_unfinished())),
      run: done((at) => at.finish()),
    },
    barcode: placed({ ...here, id: 'item-barcode', label: m.receiving_keys_barcode, key: 'Ctrl+B' }),
    up: move('item-up', 'Alt+ArrowUp', -1),
    down: move('item-down', 'Alt+ArrowDown', 1),
    end: {
      ...here,
      id: 'trolley-end',
      label: m.receiving_keys_end,
      button: m.receiving_end,
      key: 'F10',
      command: 'END',
      commandRoom: 'receiving',
      condition: inRoom(() => null),
      run: done((at) => at.end()),
    },
    /** Esc also does here what it does everywhere. */
    back: {
      ...here,
      id: 'order-back',
      label: m.app_key_escape,
      palette: null,
      key: 'Escape',
      run: atOnce(() => {
        session()?.dismiss();
        shell.focusBox();
      }),
    },
  } as const satisfies Readonly<Record<string, Action>>;
}

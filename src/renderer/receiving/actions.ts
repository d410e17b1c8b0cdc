import { m } from '../../messages/compiled/messages.js';
import { atOnce, componentAction, type Action } from '../app/actions.svelte.ts';
import type { Shell } from '../app/shell.svelte.ts';
import type { ReceivingSession } from './session.svelte.ts';
import { whyNotReceivable } from './why-not-receivable.ts';

/** What is done in the receiving room. */
export function receivingActions(shell: Shell) {
  const openSession = (): ReceivingSession | null => (shell.room === 'receiving' ? shell.receiving : null);
  const inRoom = (condition: (session: ReceivingSession) => string | null) => (): string | null => {
    const session = openSession();
    return session ? condition(session) : m.actions_not_in_receiving();
  };
  const here = { group: 'receiving', where: 'receiving' } as const;
  /** Answers no failure: the outcome is shown on the trolley. */
  const run = (act: (session: ReceivingSession) => Promise<unknown>) => async (): Promise<null> => {
    const session = openSession();
    if (session) await act(session);
    return null;
  };
  /** A sound says that the key cannot do its work now. */
  const onUnmet = (): void => shell.station.speaker.play('attention');
  const move = (id: string, key: string, by: 1 | -1): Action => ({
    ...{ ...here, id, key, label: m.receiving_keys_items, palette: null },
    run: atOnce(() => openSession()?.orderLine.move(by)),
  });
  // The keys that receive are free at the desk: what the hand knows from there receives nothing here.
  return {
    receive: {
      ...here,
      id: 'receive',
      label: m.receiving_keys_receive,
      key: 'F3',
      command: 'RECEIVE',
      condition: inRoom(whyNotReceivable),
      onUnmet,
      run: run((session) => session.receive(false)),
    },
    keep: {
      ...here,
      id: 'keep',
      label: m.receiving_keys_keep,
      key: 'F12',
      command: 'KEEP',
      condition: inRoom(whyNotReceivable),
      onUnmet,
      run: run((session) => session.receive(true)),
    },
    finish: {
      ...here,
      id: 'finish',
      label: m.receiving_keys_finish,
      key: 'F8',
      command: 'FINISH',
      condition: inRoom(({ unfinished }) => (unfinished.next ? null : m.actions_nothing_unfinished())),
      run: run(({ unfinished }) => unfinished.finish()),
    },
    barcode: componentAction({ ...here, id: 'item-barcode', label: m.receiving_keys_barcode, key: 'Ctrl+B' }),
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
      run: run((session) => session.end()),
    },
    /** Esc puts aside what is asked on the stage, and gives the focus to the scan box, as it does everywhere. */
    back: {
      ...here,
      id: 'order-back',
      label: m.app_key_escape,
      palette: null,
      key: 'Escape',
      run: atOnce(() => {
        const session = openSession();
        if (!shell.isScanBoxFilled) session?.questions.putAside();
        session?.inHand.dismiss();
        shell.focusScanBox();
      }),
    },
  } as const satisfies Readonly<Record<string, Action>>;
}

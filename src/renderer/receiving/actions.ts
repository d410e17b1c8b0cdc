import { m } from '../../messages/compiled/messages.js';
import type { Act } from '../app/actions.svelte.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { obstacle } from './obstacle.ts';
import { keys } from './keys.ts';
import type { ReceivingSession } from './session.svelte.ts';

/** What is done at the trolley: in its own room, and for the palette where that room is open. */
export function receivingActs(shell: Shell): readonly Act[] {
  const session = (): ReceivingSession | null => (shell.room === 'receiving' ? shell.receiving : null);
  const inRoom = (look: (at: ReceivingSession) => string | null) => (): string | null => {
    const at = session();
    return at ? look(at) : m.actions_not_in_receiving();
  };
  const free = inRoom(() => null);
  // What came of it stands on the trolley.
  const done = (act: () => Promise<void> | undefined) => async (): Promise<null> => {
    await act();
    return null;
  };
  return [
    {
      id: 'receive',
      group: 'receiving',
      name: m.receiving_keys_receive,
      key: keys.receive.shown,
      command: 'RECEIVE',
      obstacle: inRoom(obstacle),
      run: done(() => session()?.receive(false)),
    },
    {
      id: 'keep',
      group: 'receiving',
      name: m.receiving_keys_keep,
      key: keys.keep.shown,
      command: 'KEEP',
      obstacle: inRoom(obstacle),
      run: done(() => session()?.receive(true)),
    },
    {
      id: 'finish',
      group: 'receiving',
      name: m.receiving_keys_finish,
      key: keys.finish.shown,
      command: 'FINISH',
      obstacle: inRoom((at) => (at.nextToFinish ? null : m.actions_nothing_unfinished())),
      run: done(() => session()?.finish()),
    },
    {
      id: 'trolley-end',
      group: 'receiving',
      name: m.receiving_keys_end,
      key: keys.end.shown,
      command: 'END',
      room: 'receiving',
      obstacle: free,
      run: done(() => session()?.end()),
    },
  ];
}

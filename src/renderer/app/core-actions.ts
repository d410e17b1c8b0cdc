import { m } from '../../messages/compiled/messages.js';
import { endRefusedText } from '../desk/end-text.ts';
import { isScansOpen } from '../desk/session.svelte.ts';
import { noPatron } from '../desk/tab-actions.ts';
import { atOnce, type Action, type RunAction } from './actions.svelte.ts';
import type { Key } from './keys.ts';
import type { RoomEntry } from './rooms.ts';
import type { Shell } from './shell.svelte.ts';

/** The actions of the F keys and those of the window itself. They are there from the start. */
export function coreActions(shell: Shell) {
  const { desk } = shell;
  /** An action upon the patron: it opens the desk first, and its key reports why it cannot be done. */
  const atDesk = (action: Omit<Action, 'where' | 'group' | 'run'> & { readonly run: RunAction }) => {
    const deskAction: Action = {
      ...action,
      group: 'desk',
      where: 'desk',
      onUnmet: () => void shell.perform(deskAction),
      run: () => {
        shell.toDesk();
        return action.run();
      },
    };
    return deskAction;
  };
  /** Outside the desk these keys are for the scan that was looked up. */
  const looksAt = (): string | null =>
    shell.room === 'desk' || shell.scanInput.lookedUp ? null : m.actions_nothing_looked_up();
  return {
    lend: {
      id: 'lend',
      group: 'desk',
      where: 'everywhere',
      label: m.app_key_lend,
      key: 'F1',
      command: 'LEND',
      condition: looksAt,
      run: atOnce(() => {
        if (shell.room !== 'desk') void shell.scanInput.useLookedUp('auto');
        else if (desk.which) desk.decideByKey('item');
        else shell.setLendMode('auto');
      }),
    },
    giveBack: {
      id: 'giveBack',
      group: 'desk',
      where: 'everywhere',
      label: m.app_key_return,
      key: 'F2',
      command: 'RETURN',
      condition: looksAt,
      run: atOnce(() => {
        if (shell.room !== 'desk') void shell.scanInput.useLookedUp('return');
        else shell.setLendMode('return');
      }),
    },
    search: {
      id: 'search',
      group: 'desk',
      where: 'everywhere',
      label: m.app_key_search,
      key: 'F4',
      run: atOnce(() =>
        desk.which && shell.room === 'desk' ? desk.decideByKey('patron') : shell.searchPatrons(),
      ),
    },
    seen: atDesk({
      id: 'seen',
      label: m.app_key_seen,
      key: 'F7',
      command: 'SEEN',
      condition: () => (desk.whose || desk.notesInTheWay ? null : m.actions_no_notes()),
      run: () => (desk.whose ? desk.still() : desk.acknowledge()),
    }),
    add: {
      id: 'add',
      group: 'desk',
      where: 'everywhere',
      label: m.app_key_add,
      key: 'Shift+F4',
      run: atOnce(() => shell.addPatron()),
    },
    recent: {
      id: 'recent',
      group: 'desk',
      where: 'everywhere',
      label: m.app_key_recent,
      key: 'Shift+F8',
      run: atOnce(() => shell.showRecentPatrons()),
    },
    last: atDesk({
      id: 'last',
      label: m.app_key_last,
      key: 'F8',
      command: 'PREV',
      condition: () => (desk.recent.last ? null : m.actions_no_last()),
      run: () => desk.openLast(),
    }),
    print: {
      id: 'print',
      group: 'desk',
      where: 'everywhere',
      label: m.slips_key_last,
      key: 'F9',
      run: atOnce(() => void shell.slips.printAgain()),
    },
    end: atDesk({
      id: 'end',
      label: m.app_key_end,
      key: 'F10',
      command: 'END',
      condition: () => (desk.isEmpty ? m.actions_nothing_to_end() : null),
      run: async () => {
        const failure = await desk.end();
        if (failure && isScansOpen(failure)) shell.results.reportNote(endRefusedText());
        return failure;
      },
    }),
    undo: atDesk({
      id: 'undo',
      label: m.app_key_undo,
      key: 'Ctrl+U',
      condition: () => (desk.log.lent + desk.log.returned > 0 ? null : m.actions_nothing_to_undo()),
      run: atOnce(() => void shell.scanInput.submitCommand('UNDO')),
    }),
    hold: atDesk({
      id: 'hold',
      label: m.app_key_hold,
      key: 'Alt+H',
      condition: () => noPatron(shell),
      run: atOnce(() => desk.tabRequests.make({ tab: 'requests', act: 'place' })),
    }),
    cancelRequest: atDesk({
      id: 'cancelRequest',
      label: m.app_key_cancel_request,
      key: 'Alt+C',
      condition: () => noPatron(shell),
      run: atOnce(() => desk.tabRequests.make({ tab: 'requests', act: 'cancel' })),
    }),
    palette: {
      id: 'palette',
      group: 'anywhere',
      where: 'always',
      label: m.app_key_palette,
      // The palette does not list itself, nor Esc.
      palette: null,
      key: 'Ctrl+K',
      run: atOnce(() => shell.toggleOverlay('palette')),
    },
    help: {
      id: 'help',
      group: 'anywhere',
      where: 'always',
      label: m.app_key_help,
      key: 'Shift+F1',
      run: atOnce(() => shell.toggleOverlay('help')),
    },
    sheet: {
      id: 'sheet',
      group: 'anywhere',
      where: 'always',
      label: m.app_key_keys,
      key: 'Ctrl+H',
      command: 'HELP',
      run: atOnce(() => shell.toggleOverlay('keys')),
    },
    mute: {
      id: 'mute',
      group: 'anywhere',
      where: 'always',
      label: m.app_key_mute,
      key: 'Ctrl+M',
      // A sound shows that the sounds are on again.
      run: async () => {
        const { station } = shell;
        if (!station.view) return null;
        const failure = await station.change({ sounds: !station.view.appearance.sounds });
        if (!failure) station.speaker.play('note');
        return failure;
      },
    },
    escape: {
      id: 'escape',
      group: 'anywhere',
      where: 'everywhere',
      label: m.app_key_escape,
      palette: null,
      key: 'Escape',
      run: atOnce(() => {
        if (shell.room === 'desk' && !shell.isScanBoxFilled) desk.questions.putAside();
        shell.focusScanBox();
      }),
    },
  } as const satisfies Readonly<Record<string, Action>>;
}

/** The key of a room, by its place in the rail. */
export const roomKey = (index: number): Key => `Alt+${index + 1}`;

/** The actions that open the rooms of the rail. */
export function roomActions(shell: Shell, rooms: readonly RoomEntry[]): readonly Action[] {
  return rooms.map((room, index) => ({
    id: `room-${room.id}`,
    group: 'rooms',
    where: 'everywhere',
    label: () => m.app_key_room({ room: room.label() }),
    key: roomKey(index),
    run: atOnce(() => shell.go(room)),
  }));
}

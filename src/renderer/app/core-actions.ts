import { m } from '../../messages/compiled/messages.js';
import { keys, type KeyName } from './keys.ts';
import { atOnce, type Act } from './actions.svelte.ts';
import type { RoomEntry } from './rooms.ts';
import type { Shell } from './shell.svelte.ts';
import { toggleSounds } from './mute.ts';

/** The acts behind the window's own keys: there from the start, because their keys are. */
export function coreActs(shell: Shell): Readonly<Record<KeyName, Act>> {
  const { desk } = shell;
  // Nothing is done to a patron whom nobody sees.
  const atDesk = (run: Act['run']) => () => {
    shell.toDesk();
    return run();
  };
  const noPatron = (): string | null => (desk.patron || desk.opening ? null : m.actions_no_patron());
  return {
    lend: {
      id: 'lend',
      group: 'desk',
      name: m.app_key_lend,
      key: keys.lend.shown,
      command: 'LEND',
      run: atOnce(() => (desk.which ? void desk.decide('item') : shell.lendMode('auto'))),
    },
    giveBack: {
      id: 'giveBack',
      group: 'desk',
      name: m.app_key_return,
      key: keys.giveBack.shown,
      command: 'RETURN',
      run: atOnce(() => shell.lendMode('return')),
    },
    search: {
      id: 'search',
      group: 'desk',
      name: m.app_key_search,
      key: keys.search.shown,
      run: atOnce(() => (desk.which ? void desk.decide('patron') : shell.searchPatrons())),
    },
    seen: {
      id: 'seen',
      group: 'desk',
      name: m.app_key_seen,
      key: keys.seen.shown,
      command: 'SEEN',
      obstacle: () => (desk.notesInTheWay ? null : m.actions_no_notes()),
      run: atDesk(() => desk.acknowledge()),
    },
    add: {
      id: 'add',
      group: 'desk',
      name: m.app_key_add,
      key: keys.add.shown,
      run: atOnce(() => shell.addPatron()),
    },
    recent: {
      id: 'recent',
      group: 'desk',
      name: m.app_key_recent,
      key: keys.recent.shown,
      run: atOnce(() => shell.recentPatrons()),
    },
    last: {
      id: 'last',
      group: 'desk',
      name: m.app_key_last,
      key: keys.last.shown,
      command: 'PREV',
      obstacle: () => (desk.last ? null : m.actions_no_last()),
      run: atDesk(() => desk.openLast()),
    },
    print: {
      id: 'print',
      group: 'desk',
      name: m.slips_key_last,
      key: keys.print.shown,
      run: atOnce(() => void shell.slips.again()),
    },
    end: {
      id: 'end',
      group: 'desk',
      name: m.app_key_end,
      key: keys.end.shown,
      command: 'END',
      obstacle: () => (desk.isEmpty ? m.actions_nothing_to_end() : null),
      run: atDesk(() => desk.end()),
    },
    undo: {
      id: 'undo',
      group: 'desk',
      name: m.app_key_undo,
      key: keys.undo.shown,
      obstacle: () => (desk.log.lent + desk.log.returned > 0 ? null : m.actions_nothing_to_undo()),
      run: atDesk(atOnce(() => void shell.ask('UNDO'))),
    },
    hold: {
      id: 'hold',
      group: 'desk',
      name: m.app_key_hold,
      key: keys.hold.shown,
      obstacle: noPatron,
      run: atDesk(atOnce(() => desk.want({ tab: 'requests', act: 'place' }))),
    },
    cancelRequest: {
      id: 'cancelRequest',
      group: 'desk',
      name: m.app_key_cancel_request,
      key: keys.cancelRequest.shown,
      obstacle: noPatron,
      run: atDesk(atOnce(() => desk.want({ tab: 'requests', act: 'cancel' }))),
    },
    palette: {
      id: 'palette',
      group: 'anywhere',
      name: m.app_key_palette,
      key: keys.palette.shown,
      run: atOnce(() => shell.show('palette')),
    },
    help: {
      id: 'help',
      group: 'anywhere',
      name: m.app_key_help,
      key: keys.help.shown,
      run: atOnce(() => shell.show('help')),
    },
    sheet: {
      id: 'sheet',
      group: 'anywhere',
      name: m.app_key_keys,
      key: keys.sheet.shown,
      command: 'HELP',
      run: atOnce(() => shell.show('keys')),
    },
    mute: {
      id: 'mute',
      group: 'anywhere',
      name: m.app_key_mute,
      key: keys.mute.shown,
      run: () => toggleSounds(shell.station),
    },
    escape: {
      id: 'escape',
      group: 'anywhere',
      name: m.app_key_escape,
      key: keys.escape.shown,
      run: atOnce(() => shell.focusBox()),
    },
  };
}

/** To each room of the rail. */
export function roomActs(shell: Shell, rooms: readonly RoomEntry[]): readonly Act[] {
  return rooms.map((room, index) => ({
    id: `room-${room.id}`,
    group: 'rooms',
    name: () => m.app_key_room({ room: room.label() }),
    key: `Alt+${index + 1}`,
    run: atOnce(() => shell.go(room)),
  }));
}

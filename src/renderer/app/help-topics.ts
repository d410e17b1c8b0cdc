import { answerKeys, keys as deskKeys } from '../desk/keys.ts';
import { keys as tabKeys } from '../desk/tab-keys.ts';
import { m } from '../../messages/compiled/messages.js';
import { keys } from './keys.ts';
import { keys as receivingKeys } from '../receiving/keys.ts';
import type { RoomEntry } from './rooms.ts';

/** One thing that a room's help page tells, with the keys it is done with. */
export interface Topic {
  readonly title: () => string;
  readonly text: () => string;
  readonly keys?: readonly string[];
}

/** What the help page of each room tells, in the order in which a new person needs it. */
export const topics: Readonly<Record<RoomEntry['id'], readonly Topic[]>> = {
  desk: [
    { title: m.help_desk_lend, text: m.help_desk_lend_text, keys: [keys.lend.shown, keys.end.shown] },
    { title: m.help_desk_return, text: m.help_desk_return_text, keys: [keys.giveBack.shown] },
    { title: m.help_desk_find, text: m.help_desk_find_text, keys: [keys.search.shown, keys.last.shown] },
    { title: m.help_desk_way, text: m.help_desk_way_text, keys: [keys.seen.shown] },
    { title: m.help_desk_tabs, text: m.help_desk_tabs_text, keys: [tabKeys.reach.shown] },
    {
      title: m.help_desk_renew,
      text: m.help_desk_renew_text,
      keys: [deskKeys.renewAll.shown, deskKeys.due.shown],
    },
    {
      title: m.help_desk_requests,
      text: m.help_desk_requests_text,
      keys: [keys.hold.shown, keys.cancelRequest.shown],
    },
    {
      title: m.help_desk_money,
      text: m.help_desk_money_text,
      keys: [tabKeys.deskPay.shown, tabKeys.deskPayAll.shown, tabKeys.method.shown, tabKeys.takings.shown],
    },
    { title: m.help_desk_slips, text: m.help_desk_slips_text, keys: ['Enter', keys.print.shown] },
    {
      title: m.help_desk_asks,
      text: m.help_desk_asks_text,
      keys: answerKeys.map(({ shown }) => shown),
    },
    {
      title: m.help_desk_commands,
      text: m.help_desk_commands_text,
      keys: [keys.undo.shown, keys.palette.shown],
    },
    { title: m.help_desk_twice, text: m.help_desk_twice_text },
    { title: m.help_desk_unclear, text: m.help_desk_unclear_text },
    { title: m.help_desk_away, text: m.help_desk_away_text },
  ],
  receiving: [
    { title: m.help_receiving_open, text: m.help_receiving_open_text },
    {
      title: m.help_receiving_receive,
      text: m.help_receiving_receive_text,
      keys: [receivingKeys.receive.shown, receivingKeys.keep.shown, receivingKeys.barcode.shown],
    },
    {
      title: m.help_receiving_finish,
      text: m.help_receiving_finish_text,
      keys: [receivingKeys.finish.shown],
    },
    { title: m.help_receiving_waits, text: m.help_receiving_waits_text },
  ],
  samples: [{ title: m.help_samples_what, text: m.help_samples_what_text }],
  settings: [
    { title: m.help_settings_place, text: m.help_settings_place_text },
    { title: m.help_settings_service, text: m.help_settings_service_text },
    { title: m.help_settings_barcodes, text: m.help_settings_barcodes_text },
    { title: m.help_settings_slips, text: m.help_settings_slips_text },
    { title: m.help_settings_look, text: m.help_settings_look_text },
  ],
};

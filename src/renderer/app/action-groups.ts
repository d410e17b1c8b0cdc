import { m } from '../../messages/compiled/messages.js';
import type { ActGroup } from './actions.svelte.ts';

/** What a group of acts is called, on the sheet of keys and in the palette. */
export const groupNames: Readonly<Record<ActGroup, () => string>> = {
  desk: m.app_keys_group_desk,
  loans: m.desk_tab_loans,
  requests: m.desk_tab_requests,
  fees: m.desk_tab_fees,
  deposits: m.desk_tab_deposits,
  sharing: m.desk_tab_sharing,
  purchases: m.desk_tab_purchases,
  notes: m.desk_tab_notes,
  attachments: m.desk_tab_attachments,
  details: m.patrons_tab,
  receiving: m.app_room_receiving,
  rooms: m.app_keys_group_rooms,
  lists: m.app_keys_group_lists,
  anywhere: m.app_keys_group_anywhere,
};

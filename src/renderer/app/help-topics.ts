import { m } from '../../messages/compiled/messages.js';
import type { RoomEntry } from './rooms.ts';

/** One topic of a room's help page, with the ids of the actions whose keys are shown beside it. */
export interface Topic {
  readonly title: () => string;
  readonly text: () => string;
  readonly actions?: readonly string[];
}

/** The topics of each room's help page, in the order in which a new user needs them. */
export const topics: Readonly<Record<RoomEntry['id'], readonly Topic[]>> = {
  desk: [
    { title: m.help_desk_lend, text: m.help_desk_lend_text, actions: ['lend', 'end'] },
    { title: m.help_desk_return, text: m.help_desk_return_text, actions: ['giveBack'] },
    { title: m.help_desk_where, text: m.help_desk_where_text },
    { title: m.help_desk_find, text: m.help_desk_find_text, actions: ['search', 'last'] },
    { title: m.help_desk_way, text: m.help_desk_way_text, actions: ['seen'] },
    { title: m.help_desk_tabs, text: m.help_desk_tabs_text, actions: ['tabs-next'] },
    {
      title: m.help_desk_renew,
      text: m.help_desk_renew_text,
      actions: ['renew-all', 'due-by-hand'],
    },
    {
      title: m.help_desk_requests,
      text: m.help_desk_requests_text,
      actions: ['hold', 'cancelRequest'],
    },
    {
      title: m.help_desk_money,
      text: m.help_desk_money_text,
      actions: ['fees-desk-pay', 'fees-desk-payAll', 'pay-method', 'takings'],
    },
    { title: m.help_desk_slips, text: m.help_desk_slips_text, actions: ['print-at-hand', 'print'] },
    {
      title: m.help_desk_asks,
      text: m.help_desk_asks_text,
      actions: ['answer-first', 'answer-second'],
    },
    {
      title: m.help_desk_commands,
      text: m.help_desk_commands_text,
      actions: ['undo', 'palette'],
    },
    { title: m.help_desk_twice, text: m.help_desk_twice_text },
    { title: m.help_desk_unclear, text: m.help_desk_unclear_text },
    { title: m.help_desk_away, text: m.help_desk_away_text },
  ],
  receiving: [
    { title: m.help_receiving_open, text: m.help_receiving_open_text },
    {
      title: m.help_receiving_trolley,
      text: m.help_receiving_trolley_text,
      actions: [
        ...['trolley-look', 'trolley-receive', 'trolley-keep', 'trolley-settings', 'trolley-aside'],
        'trolley-try-again',
      ],
    },
    {
      title: m.help_receiving_receive,
      text: m.help_receiving_receive_text,
      actions: ['receive', 'keep', 'items-all', 'item-barcode'],
    },
    {
      title: m.help_receiving_finish,
      text: m.help_receiving_finish_text,
      actions: ['finish', 'finish-all'],
    },
    { title: m.help_receiving_waits, text: m.help_receiving_waits_text, actions: ['trolley-seen'] },
  ],
  acquisitions: [
    {
      title: m.help_acquisitions_invoices,
      text: m.help_acquisitions_invoices_text,
      actions: ['acquisitions-invoices'],
    },
    {
      title: m.help_acquisitions_new,
      text: m.help_acquisitions_new_text,
      actions: ['acquisitions-new-invoice'],
    },
    { title: m.help_acquisitions_left, text: m.help_acquisitions_left_text },
    {
      title: m.help_acquisitions_orders,
      text: m.help_acquisitions_orders_text,
      actions: ['acquisitions-orders'],
    },
  ],
  lending: [
    { title: m.help_lending_new, text: m.help_lending_new_text, actions: ['lending-place'] },
    { title: m.help_lending_paste, text: m.help_lending_paste_text },
    {
      title: m.help_lending_made,
      text: m.help_lending_made_text,
      actions: ['lending-read', 'lending-find'],
    },
    { title: m.help_lending_slip, text: m.help_lending_slip_text, actions: ['lending-print'] },
  ],
  configuration: [
    {
      title: m.help_configuration_look,
      text: m.help_configuration_look_text,
      actions: ['configuration-copy'],
    },
    { title: m.help_configuration_used, text: m.help_configuration_used_text },
    { title: m.help_configuration_change, text: m.help_configuration_change_text },
    {
      title: m.help_configuration_workflows,
      text: m.help_configuration_workflows_text,
    },
  ],
  reports: [
    { title: m.help_reports_what, text: m.help_reports_what_text },
    { title: m.help_reports_fees, text: m.help_reports_fees_text },
    { title: m.help_reports_numbers, text: m.help_reports_numbers_text },
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

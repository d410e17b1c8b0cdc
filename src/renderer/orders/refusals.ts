import { m } from '../../messages/compiled/messages.js';
import type { Refusals, UndoneTexts } from '../failures/refusal.ts';

/** The plain words of what is refused in the receiving room and of invoices, by operation and code. */
export const acquisitionsRefusals = {
  'acq.invoices.get': {
    '412400': { what: m.failures_acq_invoices_get_412400, todo: m.failures_acq_invoices_get_412400_do },
  },
  'acq.invoices.search': {
    '401873': { what: m.failures_acq_invoices_search_401873, todo: m.failures_acq_invoices_search_401873_do },
  },
  'acq.invoices.create': {
    '60260': {
      what: m.failures_acq_invoices_create_60260,
      todo: m.failures_acq_invoices_create_60260_do,
    },
  },
  'acq.invoices.lines.create': {
    '412400': {
      what: m.failures_acq_invoices_lines_create_412400,
      todo: m.failures_acq_invoices_lines_create_412400_do,
    },
    '60247': {
      what: m.failures_acq_invoices_lines_create_60247,
      todo: m.failures_acq_invoices_lines_create_60247_do,
    },
    '60248': {
      what: m.failures_acq_invoices_lines_create_60248,
      todo: m.failures_acq_invoices_lines_create_60248_do,
    },
    '60249': {
      what: m.failures_acq_invoices_lines_create_60249,
      todo: m.failures_acq_invoices_lines_create_60249_do,
    },
    '60254': {
      what: m.failures_acq_invoices_lines_create_60254,
      todo: m.failures_acq_invoices_lines_create_60254_do,
    },
    '60255': {
      what: m.failures_acq_invoices_lines_create_60255,
      todo: m.failures_acq_invoices_lines_create_60255_do,
    },
    '60257': {
      what: m.failures_acq_invoices_lines_create_60257,
      todo: m.failures_acq_invoices_lines_create_60257_do,
    },
    '60285': {
      what: m.failures_acq_invoices_lines_create_60285,
      todo: m.failures_acq_invoices_lines_create_60285_do,
    },
  },
  'acq.invoices.process': {
    '412400': {
      what: m.failures_acq_invoices_process_412400,
      todo: m.failures_acq_invoices_process_412400_do,
    },
    '60260': {
      what: m.failures_acq_invoices_process_60260,
      todo: m.failures_acq_invoices_process_60260_do,
    },
  },
  'acq.invoices.paid': {
    '412400': { what: m.failures_acq_invoices_paid_412400, todo: m.failures_acq_invoices_paid_412400_do },
    '9100601': { what: m.failures_acq_invoices_paid_9100601, todo: m.failures_acq_invoices_paid_9100601_do },
    '9100602': { what: m.failures_acq_invoices_paid_9100602, todo: m.failures_acq_invoices_paid_9100602_do },
  },
  'acq.invoices.markInErp': {
    '412400': {
      what: m.failures_acq_invoices_markInErp_412400,
      todo: m.failures_acq_invoices_markInErp_412400_do,
    },
    '60267': {
      what: m.failures_acq_invoices_markInErp_60267,
      todo: m.failures_acq_invoices_markInErp_60267_do,
    },
  },
  'acq.invoices.reject': {
    '412400': { what: m.failures_acq_invoices_reject_412400, todo: m.failures_acq_invoices_reject_412400_do },
    '9100603': {
      what: m.failures_acq_invoices_reject_9100603,
      todo: m.failures_acq_invoices_reject_9100603_do,
    },
  },
  'acq.pol.get': {
    '401871': { what: m.failures_acq_pol_get_401871, todo: m.failures_acq_pol_get_401871_do },
  },
  'acq.pol.items.receive': {
    '401871': {
      what: m.failures_acq_pol_items_receive_401871,
      todo: m.failures_acq_pol_items_receive_401871_do,
    },
    '401875': {
      what: m.failures_acq_pol_items_receive_401875,
      todo: m.failures_acq_pol_items_receive_401875_do,
    },
    '401877': {
      what: m.failures_acq_pol_items_receive_401877,
      todo: m.failures_acq_pol_items_receive_401877_do,
    },
  },
  'acq.pol.update': {
    '401876': { what: m.failures_acq_pol_update_401876, todo: m.failures_acq_pol_update_401876_do },
    '9100301': { what: m.failures_acq_pol_update_9100301, todo: m.failures_acq_pol_update_9100301_do },
  },
} satisfies Refusals;

export const acquisitionsUndone = {
  'acq.invoices.create': m.failures_not_acq_invoices_create,
  'acq.invoices.lines.create': m.failures_not_acq_invoices_lines_create,
  'acq.invoices.process': m.failures_not_acq_invoices_process,
  'acq.invoices.paid': m.failures_not_acq_invoices_paid,
  'acq.invoices.markInErp': m.failures_not_acq_invoices_markInErp,
  'acq.invoices.reject': m.failures_not_acq_invoices_reject,
  'acq.pol.items.receive': m.failures_not_acq_pol_items_receive,
  'acq.pol.update': m.failures_not_acq_pol_update,
} satisfies UndoneTexts;

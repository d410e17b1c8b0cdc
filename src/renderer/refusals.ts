import { m } from '../messages/compiled/messages.js';
import { configurationRefusals } from './configuration-refusals.ts';
import { moneyRefusals } from './money-refusals.ts';
import { requestRefusals } from './request-refusals.ts';
import { sharingRefusals } from './sharing-refusals.ts';

/** What a refusal means at the desk, and what to do about it. */
export interface Refusal {
  readonly what: () => string;
  readonly todo: () => string;
  /** The code covers many reasons and only the service's own sentence says which: it is shown in place. */
  readonly reasonInMessage?: true;
}

/**
 * The plain words of a refusal, by operation and code: the same code means different things in different places.
 * Named one by one, so that only what is used is bundled; the values of the codes stand in `src/service/codes.ts`.
 */
export const refusals: Readonly<Record<string, Readonly<Record<string, Refusal>>>> = {
  'users.get': {
    '401861': { what: m.failures_users_get_401861, todo: m.failures_users_get_401861_do },
    '401890': { what: m.failures_users_get_401890, todo: m.failures_users_get_401890_do },
  },
  'users.list': {
    '401873': { what: m.failures_users_list_401873, todo: m.failures_users_list_401873_do },
  },
  'users.create': {
    '401664': { what: m.failures_users_create_401664, todo: m.failures_users_create_401664_do },
    '401851': { what: m.failures_users_create_401851, todo: m.failures_users_create_401851_do },
    '401852': { what: m.failures_users_create_401852, todo: m.failures_users_create_401852_do },
    '401857': { what: m.failures_users_create_401857, todo: m.failures_users_create_401857_do },
    '401864': { what: m.failures_users_create_401864, todo: m.failures_users_create_401864_do },
  },
  'users.update': {
    '401664': { what: m.failures_users_update_401664, todo: m.failures_users_update_401664_do },
    '401851': { what: m.failures_users_update_401851, todo: m.failures_users_update_401851_do },
    '401852': { what: m.failures_users_update_401852, todo: m.failures_users_update_401852_do },
    '401857': { what: m.failures_users_update_401857, todo: m.failures_users_update_401857_do },
    '401864': { what: m.failures_users_update_401864, todo: m.failures_users_update_401864_do },
    '401861': { what: m.failures_users_update_401861, todo: m.failures_users_update_401861_do },
    '401890': { what: m.failures_users_update_401890, todo: m.failures_users_update_401890_do },
  },
  'users.delete': {
    '401850': {
      what: m.failures_users_delete_401850,
      todo: m.failures_users_delete_401850_do,
      reasonInMessage: true,
    },
    '401861': { what: m.failures_users_delete_401861, todo: m.failures_users_delete_401861_do },
    '401890': { what: m.failures_users_delete_401890, todo: m.failures_users_delete_401890_do },
  },
  'users.personalData': {
    '401861': { what: m.failures_users_get_401861, todo: m.failures_users_get_401861_do },
    '401890': { what: m.failures_users_personalData_401890, todo: m.failures_users_personalData_401890_do },
  },
  'users.attachments.get': {
    '60321': {
      what: m.failures_users_attachments_get_60321,
      todo: m.failures_users_attachments_get_60321_do,
    },
    '60322': {
      what: m.failures_users_attachments_get_60322,
      todo: m.failures_users_attachments_get_60322_do,
    },
  },
  'users.attachments.create': {
    PAYLOAD_TOO_LARGE: {
      what: m.failures_users_attachments_create_tooLarge,
      todo: m.failures_users_attachments_create_tooLarge_do,
    },
    '60322': {
      what: m.failures_users_attachments_create_60322,
      todo: m.failures_users_attachments_create_60322_do,
    },
    '401652': {
      what: m.failures_users_attachments_create_401652,
      todo: m.failures_users_attachments_create_401652_do,
    },
  },
  'items.byBarcode': {
    '401689': { what: m.failures_items_byBarcode_401689, todo: m.failures_items_byBarcode_401689_do },
  },
  'users.loans.create': {
    '401153': { what: m.failures_users_loans_create_401153, todo: m.failures_users_loans_create_401153_do },
    '401651': { what: m.failures_users_loans_create_401651, todo: m.failures_users_loans_create_401651_do },
    '401672': { what: m.failures_users_loans_create_401672, todo: m.failures_users_loans_create_401672_do },
    '401689': { what: m.failures_users_loans_create_401689, todo: m.failures_users_loans_create_401689_do },
    '401861': { what: m.failures_users_loans_create_401861, todo: m.failures_users_loans_create_401861_do },
    '60340': { what: m.failures_users_loans_create_60340, todo: m.failures_users_loans_create_60340_do },
    '9100101': {
      what: m.failures_users_loans_create_9100101,
      todo: m.failures_users_loans_create_9100101_do,
    },
    '9100102': {
      what: m.failures_users_loans_create_9100102,
      todo: m.failures_users_loans_create_9100102_do,
    },
    '9100103': {
      what: m.failures_users_loans_create_9100103,
      todo: m.failures_users_loans_create_9100103_do,
    },
    '9100104': {
      what: m.failures_users_loans_create_9100104,
      todo: m.failures_users_loans_create_9100104_do,
    },
    '9100105': {
      what: m.failures_users_loans_create_9100105,
      todo: m.failures_users_loans_create_9100105_do,
    },
    '9100106': {
      what: m.failures_users_loans_create_9100106,
      todo: m.failures_users_loans_create_9100106_do,
    },
  },
  'users.loans.renew': {
    '401822': {
      what: m.failures_users_loans_renew_401822,
      todo: m.failures_users_loans_renew_401822_do,
      reasonInMessage: true,
    },
    '401193': {
      what: m.failures_users_loans_renew_401822,
      todo: m.failures_users_loans_renew_401822_do,
      reasonInMessage: true,
    },
    '401823': { what: m.failures_users_loans_renew_401823, todo: m.failures_users_loans_renew_401823_do },
    '9100103': { what: m.failures_users_loans_renew_9100103, todo: m.failures_users_loans_renew_9100103_do },
  },
  'users.loans.update': {
    '401823': { what: m.failures_users_loans_update_401823, todo: m.failures_users_loans_update_401823_do },
    '401824': { what: m.failures_users_loans_update_401824, todo: m.failures_users_loans_update_401824_do },
    '401681': { what: m.failures_users_loans_update_401681, todo: m.failures_users_loans_update_401681_do },
  },
  'bibs.items.scanIn': {
    '402502': { what: m.failures_bibs_items_scanIn_402502, todo: m.failures_bibs_items_scanIn_402502_do },
    '402504': { what: m.failures_bibs_items_scanIn_402504, todo: m.failures_bibs_items_scanIn_402504_do },
    '40166415': {
      what: m.failures_bibs_items_scanIn_40166415,
      todo: m.failures_bibs_items_scanIn_40166415_do,
    },
  },
  ...requestRefusals,
  ...sharingRefusals,
  ...moneyRefusals,
  'conf.letters.update': {
    '60105': { what: m.failures_conf_letters_update_60105, todo: m.failures_conf_letters_update_60105_do },
  },
  'conf.workflows.run': {
    '60260': {
      what: m.failures_conf_workflows_run_60260,
      todo: m.failures_conf_workflows_run_60260_do,
      reasonInMessage: true,
    },
  },
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
      reasonInMessage: true,
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
      reasonInMessage: true,
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
      reasonInMessage: true,
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
      reasonInMessage: true,
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
  ...configurationRefusals,
};

/** What a refused operation leaves undone. */
export const undone: Readonly<Record<string, () => string>> = {
  'users.create': m.failures_not_users_create,
  'users.update': m.failures_not_users_update,
  'users.delete': m.failures_not_users_delete,
  'users.attachments.create': m.failures_not_users_attachments_create,
  'users.deposits.create': m.failures_not_users_deposits_create,
  'users.deposits.act': m.failures_not_users_deposits_act,
  'users.loans.create': m.failures_not_users_loans_create,
  'users.loans.renew': m.failures_not_users_loans_renew,
  'users.loans.update': m.failures_not_users_loans_update,
  'bibs.items.scanIn': m.failures_not_bibs_items_scanIn,
  'users.fees.create': m.failures_not_users_fees_create,
  'users.fees.pay': m.failures_not_users_fees_pay,
  'users.fees.payAll': m.failures_not_users_fees_payAll,
  'users.fees.waive': m.failures_not_users_fees_waive,
  'users.fees.dispute': m.failures_not_users_fees_dispute,
  'users.fees.restore': m.failures_not_users_fees_restore,
  'users.requests.create': m.failures_not_users_requests_create,
  'users.requests.cancel': m.failures_not_users_requests_cancel,
  'users.requests.update': m.failures_not_users_requests_update,
  'users.requests.nextStep': m.failures_not_users_requests_nextStep,
  'users.resourceSharing.create': m.failures_not_users_resourceSharing_create,
  'users.resourceSharing.cancel': m.failures_not_users_resourceSharing_cancel,
  'users.resourceSharing.updateShipping': m.failures_not_users_resourceSharing_updateShipping,
  'users.purchaseRequests.create': m.failures_not_users_purchaseRequests_create,
  'users.purchaseRequests.cancel': m.failures_not_users_purchaseRequests_cancel,
  'partners.lendingRequests.create': m.failures_not_partners_lendingRequests_create,
  'acq.invoices.create': m.failures_not_acq_invoices_create,
  'acq.invoices.lines.create': m.failures_not_acq_invoices_lines_create,
  'acq.invoices.process': m.failures_not_acq_invoices_process,
  'acq.invoices.paid': m.failures_not_acq_invoices_paid,
  'acq.invoices.markInErp': m.failures_not_acq_invoices_markInErp,
  'acq.invoices.reject': m.failures_not_acq_invoices_reject,
  'acq.pol.items.receive': m.failures_not_acq_pol_items_receive,
  'acq.pol.update': m.failures_not_acq_pol_update,
  'conf.locations.create': m.failures_not_conf_locations_create,
  'conf.locations.update': m.failures_not_conf_locations_update,
  'conf.locations.delete': m.failures_not_conf_locations_delete,
  'conf.codeTables.update': m.failures_not_conf_codeTables_update,
  'conf.mappingTables.update': m.failures_not_conf_mappingTables_update,
  'conf.letters.update': m.failures_not_conf_letters_update,
  'conf.workflows.run': m.failures_not_conf_workflows_run,
};

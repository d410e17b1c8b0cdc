import { m } from '../../messages/compiled/messages.js';
import type { Refusals, UndoneTexts } from '../failures/refusal.ts';

/** The plain words of what is refused to a scan, and to a loan that one made: there from the first moment. */
export const scanRefusals = {
  'users.get': {
    '401861': { what: m.failures_users_get_401861, todo: m.failures_users_get_401861_do },
    '401890': { what: m.failures_users_get_401890, todo: m.failures_users_get_401890_do },
  },
  'users.list': {
    '401873': { what: m.failures_users_list_401873, todo: m.failures_users_list_401873_do },
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
    },
    '401193': {
      what: m.failures_users_loans_renew_401822,
      todo: m.failures_users_loans_renew_401822_do,
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
} satisfies Refusals;

export const scanUndone = {
  'users.loans.create': m.failures_not_users_loans_create,
  'users.loans.renew': m.failures_not_users_loans_renew,
  'users.loans.update': m.failures_not_users_loans_update,
  'bibs.items.scanIn': m.failures_not_bibs_items_scanIn,
} satisfies UndoneTexts;

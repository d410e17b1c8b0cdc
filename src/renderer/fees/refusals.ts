import { m } from '../../messages/compiled/messages.js';
import type { Refusals, UndoneTexts } from '../failures/refusal.ts';

/** The plain words of what is refused where money is moved, by operation and code. */
export const moneyRefusals = {
  'users.deposits.get': {
    '402238': { what: m.failures_users_deposits_get_402238, todo: m.failures_users_deposits_get_402238_do },
  },
  'users.deposits.create': {
    '9100215': {
      what: m.failures_users_deposits_create_9100215,
      todo: m.failures_users_deposits_create_9100215_do,
    },
    '402205': {
      what: m.failures_users_deposits_create_402205,
      todo: m.failures_users_deposits_create_402205_do,
    },
    '401666': {
      what: m.failures_users_deposits_create_401666,
      todo: m.failures_users_deposits_create_401666_do,
    },
  },
  'users.deposits.act': {
    '402238': { what: m.failures_users_deposits_act_402238, todo: m.failures_users_deposits_act_402238_do },
    '401666': { what: m.failures_users_deposits_act_401666, todo: m.failures_users_deposits_act_401666_do },
    '9100211': {
      what: m.failures_users_deposits_act_9100211,
      todo: m.failures_users_deposits_act_9100211_do,
    },
    '9100212': {
      what: m.failures_users_deposits_act_9100212,
      todo: m.failures_users_deposits_act_9100212_do,
    },
    '9100213': {
      what: m.failures_users_deposits_act_9100213,
      todo: m.failures_users_deposits_act_9100213_do,
    },
    '9100214': {
      what: m.failures_users_deposits_act_9100214,
      todo: m.failures_users_deposits_act_9100214_do,
    },
  },
  'users.fees.create': {
    '401666': {
      what: m.failures_users_fees_create_401666,
      todo: m.failures_users_fees_create_401666_do,
    },
    '4019991': {
      what: m.failures_users_fees_create_4019991,
      todo: m.failures_users_fees_create_4019991_do,
    },
    '4019992': {
      what: m.failures_users_fees_create_4019992,
      todo: m.failures_users_fees_create_4019992_do,
    },
    '4019993': {
      what: m.failures_users_fees_create_4019993,
      todo: m.failures_users_fees_create_4019993_do,
    },
    '4019994': {
      what: m.failures_users_fees_create_4019994,
      todo: m.failures_users_fees_create_4019994_do,
    },
    '4019996': {
      what: m.failures_users_fees_create_4019996,
      todo: m.failures_users_fees_create_4019996_do,
    },
    '4019997': {
      what: m.failures_users_fees_create_4019997,
      todo: m.failures_users_fees_create_4019997_do,
    },
  },
  'users.fees.get': {
    '401665': { what: m.failures_users_fees_pay_401665, todo: m.failures_users_fees_pay_401665_do },
  },
  'users.fees.pay': {
    '401651': { what: m.failures_users_fees_pay_401651, todo: m.failures_users_fees_pay_401651_do },
    '401665': { what: m.failures_users_fees_pay_401665, todo: m.failures_users_fees_pay_401665_do },
    '401666': { what: m.failures_users_fees_pay_401666, todo: m.failures_users_fees_pay_401666_do },
    '9100201': { what: m.failures_users_fees_pay_9100201, todo: m.failures_users_fees_pay_9100201_do },
    '9100202': { what: m.failures_users_fees_pay_9100202, todo: m.failures_users_fees_pay_9100202_do },
  },
  'users.fees.payAll': {
    '9100202': { what: m.failures_users_fees_payAll_9100202, todo: m.failures_users_fees_payAll_9100202_do },
  },
  'users.fees.waive': {
    '9100201': { what: m.failures_users_fees_waive_9100201, todo: m.failures_users_fees_waive_9100201_do },
    '9100202': { what: m.failures_users_fees_waive_9100202, todo: m.failures_users_fees_waive_9100202_do },
    '9100204': { what: m.failures_users_fees_waive_9100204, todo: m.failures_users_fees_waive_9100204_do },
  },
  'users.fees.dispute': {
    '9100201': {
      what: m.failures_users_fees_dispute_9100201,
      todo: m.failures_users_fees_dispute_9100201_do,
    },
  },
  'users.fees.restore': {
    '9100203': {
      what: m.failures_users_fees_restore_9100203,
      todo: m.failures_users_fees_restore_9100203_do,
    },
  },
} satisfies Refusals;

export const moneyUndone = {
  'users.deposits.create': m.failures_not_users_deposits_create,
  'users.deposits.act': m.failures_not_users_deposits_act,
  'users.fees.create': m.failures_not_users_fees_create,
  'users.fees.pay': m.failures_not_users_fees_pay,
  'users.fees.payAll': m.failures_not_users_fees_payAll,
  'users.fees.waive': m.failures_not_users_fees_waive,
  'users.fees.dispute': m.failures_not_users_fees_dispute,
  'users.fees.restore': m.failures_not_users_fees_restore,
} satisfies UndoneTexts;

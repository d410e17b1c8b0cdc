import { m } from '../../messages/compiled/messages.js';
import type { Refusals, UndoneTexts } from '../failures/refusal.ts';

/** The plain words of what is refused of a lending request, by operation and code. */
export const lendingRefusals = {
  'partners.lendingRequests.create': {
    '40166411': {
      what: m.failures_partners_lendingRequests_create_40166411,
      todo: m.failures_partners_lendingRequests_create_40166411_do,
    },
    '402118': {
      what: m.failures_partners_lendingRequests_create_402118,
      todo: m.failures_partners_lendingRequests_create_402118_do,
    },
    '9100505': {
      what: m.failures_partners_lendingRequests_create_9100505,
      todo: m.failures_partners_lendingRequests_create_9100505_do,
    },
  },
  'partners.lendingRequests.get': {
    '40166411': {
      what: m.failures_partners_lendingRequests_get_40166411,
      todo: m.failures_partners_lendingRequests_get_40166411_do,
    },
    '40166412': {
      what: m.failures_partners_lendingRequests_get_40166412,
      todo: m.failures_partners_lendingRequests_get_40166412_do,
    },
    '402118': {
      what: m.failures_partners_lendingRequests_get_402118,
      todo: m.failures_partners_lendingRequests_get_402118_do,
    },
  },
} satisfies Refusals;

export const lendingUndone = {
  'partners.lendingRequests.create': m.failures_not_partners_lendingRequests_create,
} satisfies UndoneTexts;

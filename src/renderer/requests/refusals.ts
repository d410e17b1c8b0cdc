import { m } from '../../messages/compiled/messages.js';
import type { Refusals, UndoneTexts } from '../failures/refusal.ts';

/** The plain words of what is refused to a request, by operation and code. */
export const requestsRefusals = {
  'users.requests.create': {
    '401129': {
      what: m.failures_users_requests_create_401129,
      todo: m.failures_users_requests_create_401129_do,
    },
    '401136': {
      what: m.failures_users_requests_create_401136,
      todo: m.failures_users_requests_create_401136_do,
    },
    '401895': {
      what: m.failures_users_requests_create_401895,
      todo: m.failures_users_requests_create_401895_do,
    },
    '9100104': {
      what: m.failures_users_requests_create_9100104,
      todo: m.failures_users_requests_create_9100104_do,
    },
    '9100105': {
      what: m.failures_users_requests_create_9100105,
      todo: m.failures_users_requests_create_9100105_do,
    },
    '9100501': {
      what: m.failures_users_requests_create_9100501,
      todo: m.failures_users_requests_create_9100501_do,
    },
    '60330': {
      what: m.failures_users_requests_create_60330,
      todo: m.failures_users_requests_create_60330_do,
    },
    '401864': {
      what: m.failures_users_requests_create_401864,
      todo: m.failures_users_requests_create_401864_do,
    },
  },
  'users.requests.cancel': {
    '401694': {
      what: m.failures_users_requests_cancel_401694,
      todo: m.failures_users_requests_cancel_401694_do,
    },
    '9100204': {
      what: m.failures_users_requests_cancel_9100204,
      todo: m.failures_users_requests_cancel_9100204_do,
    },
  },
  'users.requests.get': {
    '401694': {
      what: m.failures_users_requests_get_401694,
      todo: m.failures_users_requests_get_401694_do,
    },
  },
  'users.requests.update': {
    '401694': {
      what: m.failures_users_requests_update_401694,
      todo: m.failures_users_requests_update_401694_do,
    },
    '401864': {
      what: m.failures_users_requests_update_401864,
      todo: m.failures_users_requests_update_401864_do,
    },
    '401895': {
      what: m.failures_users_requests_update_401895,
      todo: m.failures_users_requests_update_401895_do,
    },
    '60330': {
      what: m.failures_users_requests_update_60330,
      todo: m.failures_users_requests_update_60330_do,
    },
    '9100501': {
      what: m.failures_users_requests_update_9100501,
      todo: m.failures_users_requests_update_9100501_do,
    },
    '9100502': {
      what: m.failures_users_requests_update_9100502,
      todo: m.failures_users_requests_update_9100502_do,
    },
    '9100503': {
      what: m.failures_users_requests_update_9100503,
      todo: m.failures_users_requests_update_9100503_do,
    },
  },
  'users.requests.nextStep': {
    '401907': {
      what: m.failures_users_requests_nextStep_401907,
      todo: m.failures_users_requests_nextStep_401907_do,
    },
    '401932': {
      what: m.failures_users_requests_nextStep_401932,
      todo: m.failures_users_requests_nextStep_401932_do,
    },
    '401933': {
      what: m.failures_users_requests_nextStep_401933,
      todo: m.failures_users_requests_nextStep_401933_do,
    },
  },
} satisfies Refusals;

export const requestsUndone = {
  'users.requests.create': m.failures_not_users_requests_create,
  'users.requests.cancel': m.failures_not_users_requests_cancel,
  'users.requests.update': m.failures_not_users_requests_update,
  'users.requests.nextStep': m.failures_not_users_requests_nextStep,
} satisfies UndoneTexts;

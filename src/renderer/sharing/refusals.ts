import { m } from '../../messages/compiled/messages.js';
import type { Refusals, UndoneTexts } from '../failures/refusal.ts';

/** The plain words of what is refused when something is to be borrowed elsewhere or bought, by operation and code. */
export const sharingRefusals = {
  'users.resourceSharing.create': {
    '401604': {
      what: m.failures_users_resourceSharing_create_401604,
      todo: m.failures_users_resourceSharing_create_401604_do,
    },
    '401607': {
      what: m.failures_users_resourceSharing_create_401607,
      todo: m.failures_users_resourceSharing_create_401607_do,
    },
    '401608': {
      what: m.failures_users_resourceSharing_create_401608,
      todo: m.failures_users_resourceSharing_create_401608_do,
    },
    '401768': {
      what: m.failures_users_resourceSharing_create_401768,
      todo: m.failures_users_resourceSharing_create_401768_do,
    },
    '401864': {
      what: m.failures_users_resourceSharing_create_401864,
      todo: m.failures_users_resourceSharing_create_401864_do,
    },
    '402039': {
      what: m.failures_users_resourceSharing_create_402039,
      todo: m.failures_users_resourceSharing_create_402039_do,
    },
    '402362': {
      what: m.failures_users_resourceSharing_create_402362,
      todo: m.failures_users_resourceSharing_create_402362_do,
    },
    '9100104': {
      what: m.failures_users_resourceSharing_create_9100104,
      todo: m.failures_users_resourceSharing_create_9100104_do,
    },
    '9100105': {
      what: m.failures_users_resourceSharing_create_9100105,
      todo: m.failures_users_resourceSharing_create_9100105_do,
    },
    '401890': {
      what: m.failures_users_resourceSharing_create_401890,
      todo: m.failures_users_resourceSharing_create_401890_do,
    },
    '60340': {
      what: m.failures_users_resourceSharing_create_60340,
      todo: m.failures_users_resourceSharing_create_60340_do,
    },
  },
  'users.resourceSharing.get': {
    '40166450': {
      what: m.failures_users_resourceSharing_get_40166450,
      todo: m.failures_users_resourceSharing_get_40166450_do,
    },
    '401890': {
      what: m.failures_users_resourceSharing_get_401890,
      todo: m.failures_users_resourceSharing_get_401890_do,
    },
  },
  'users.resourceSharing.cancel': {
    '401694': {
      what: m.failures_users_resourceSharing_cancel_401694,
      todo: m.failures_users_resourceSharing_cancel_401694_do,
    },
    '9100204': {
      what: m.failures_users_resourceSharing_cancel_9100204,
      todo: m.failures_users_resourceSharing_cancel_9100204_do,
    },
    '9100504': {
      what: m.failures_users_resourceSharing_cancel_9100504,
      todo: m.failures_users_resourceSharing_cancel_9100504_do,
    },
  },
  'users.resourceSharing.updateShipping': {
    '40166411': {
      what: m.failures_users_resourceSharing_updateShipping_40166411,
      todo: m.failures_users_resourceSharing_updateShipping_40166411_do,
    },
    '40166425': {
      what: m.failures_users_resourceSharing_updateShipping_40166425,
      todo: m.failures_users_resourceSharing_updateShipping_40166425_do,
    },
    '40166450': {
      what: m.failures_users_resourceSharing_updateShipping_40166450,
      todo: m.failures_users_resourceSharing_updateShipping_40166450_do,
    },
    '9100504': {
      what: m.failures_users_resourceSharing_updateShipping_9100504,
      todo: m.failures_users_resourceSharing_updateShipping_9100504_do,
    },
    '401608': {
      what: m.failures_users_resourceSharing_updateShipping_401608,
      todo: m.failures_users_resourceSharing_updateShipping_401608_do,
    },
    '40166412': {
      what: m.failures_users_resourceSharing_updateShipping_40166412,
      todo: m.failures_users_resourceSharing_updateShipping_40166412_do,
    },
    '40166426': {
      what: m.failures_users_resourceSharing_updateShipping_40166426,
      todo: m.failures_users_resourceSharing_updateShipping_40166426_do,
    },
  },
  'users.purchaseRequests.list': {
    '60275': {
      what: m.failures_users_purchaseRequests_list_60275,
      todo: m.failures_users_purchaseRequests_list_60275_do,
    },
  },
  'users.purchaseRequests.create': {
    '402469': {
      what: m.failures_users_purchaseRequests_create_402469,
      todo: m.failures_users_purchaseRequests_create_402469_do,
    },
    '60221': {
      what: m.failures_users_purchaseRequests_create_60221,
      todo: m.failures_users_purchaseRequests_create_60221_do,
    },
    '60270': {
      what: m.failures_users_purchaseRequests_create_60270,
      todo: m.failures_users_purchaseRequests_create_60270_do,
    },
    '60273': {
      what: m.failures_users_purchaseRequests_create_60273,
      todo: m.failures_users_purchaseRequests_create_60273_do,
    },
    '60274': {
      what: m.failures_users_purchaseRequests_create_60274,
      todo: m.failures_users_purchaseRequests_create_60274_do,
    },
    '60280': {
      what: m.failures_users_purchaseRequests_create_60280,
      todo: m.failures_users_purchaseRequests_create_60280_do,
    },
    '401890': {
      what: m.failures_users_purchaseRequests_create_401890,
      todo: m.failures_users_purchaseRequests_create_401890_do,
    },
    '60278': {
      what: m.failures_users_purchaseRequests_create_60278,
      todo: m.failures_users_purchaseRequests_create_60278_do,
    },
  },
  'users.purchaseRequests.get': {
    '60276': {
      what: m.failures_users_purchaseRequests_get_60276,
      todo: m.failures_users_purchaseRequests_get_60276_do,
    },
  },
  'users.purchaseRequests.cancel': {
    '401873': {
      what: m.failures_users_purchaseRequests_cancel_401873,
      todo: m.failures_users_purchaseRequests_cancel_401873_do,
    },
    '60276': {
      what: m.failures_users_purchaseRequests_cancel_60276,
      todo: m.failures_users_purchaseRequests_cancel_60276_do,
    },
    '60277': {
      what: m.failures_users_purchaseRequests_cancel_60277,
      todo: m.failures_users_purchaseRequests_cancel_60277_do,
    },
  },
} satisfies Refusals;

export const sharingUndone = {
  'users.resourceSharing.create': m.failures_not_users_resourceSharing_create,
  'users.resourceSharing.cancel': m.failures_not_users_resourceSharing_cancel,
  'users.resourceSharing.updateShipping': m.failures_not_users_resourceSharing_updateShipping,
  'users.purchaseRequests.create': m.failures_not_users_purchaseRequests_create,
  'users.purchaseRequests.cancel': m.failures_not_users_purchaseRequests_cancel,
} satisfies UndoneTexts;

import { m } from '../../messages/compiled/messages.js';
import type { Refusals, UndoneTexts } from '../failures/refusal.ts';

/** The plain words of what is refused when a patron’s record is kept, by operation and code. */
export const patronRefusals = {
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
    },
    '401861': { what: m.failures_users_delete_401861, todo: m.failures_users_delete_401861_do },
    '401890': { what: m.failures_users_delete_401890, todo: m.failures_users_delete_401890_do },
  },
  'users.personalData': {
    '401861': { what: m.failures_users_personalData_401890, todo: m.failures_users_personalData_401890_do },
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
} satisfies Refusals;

export const patronUndone = {
  'users.create': m.failures_not_users_create,
  'users.update': m.failures_not_users_update,
  'users.delete': m.failures_not_users_delete,
  'users.personalData': m.failures_not_users_personalData,
  'users.attachments.create': m.failures_not_users_attachments_create,
} satisfies UndoneTexts;

import { m } from '../../messages/compiled/messages.js';
import type { Refusals, UndoneTexts } from '../failures/refusal.ts';

/** The plain words of what is refused of the configuration, by operation and code. */
export const configurationRefusals = {
  'conf.letters.update': {
    '40166411': {
      what: m.failures_conf_letters_update_40166411,
      todo: m.failures_conf_letters_update_40166411_do,
    },
    '60105': { what: m.failures_conf_letters_update_60105, todo: m.failures_conf_letters_update_60105_do },
    '401652': { what: m.failures_conf_letters_update_401652, todo: m.failures_conf_letters_update_401652_do },
  },
  'conf.workflows.run': {
    '450001': { what: m.failures_conf_workflows_run_450001, todo: m.failures_conf_workflows_run_450001_do },
    '450002': { what: m.failures_conf_workflows_run_450002, todo: m.failures_conf_workflows_run_450002_do },
    '60260': {
      what: m.failures_conf_workflows_run_60260,
      todo: m.failures_conf_workflows_run_60260_do,
    },
  },
  'conf.libraries.get': {
    '9100401': {
      what: m.failures_conf_libraries_get_9100401,
      todo: m.failures_conf_libraries_get_9100401_do,
    },
  },
  'conf.circDesks.list': {
    '9100401': {
      what: m.failures_conf_libraries_get_9100401,
      todo: m.failures_conf_libraries_get_9100401_do,
    },
  },
  'conf.circDesks.get': {
    '9100401': {
      what: m.failures_conf_libraries_get_9100401,
      todo: m.failures_conf_libraries_get_9100401_do,
    },
    '401664': { what: m.failures_conf_circDesks_get_401664, todo: m.failures_conf_circDesks_get_401664_do },
  },
  'conf.locations.get': {
    '9100402': {
      what: m.failures_conf_locations_get_9100402,
      todo: m.failures_conf_locations_get_9100402_do,
    },
  },
  'conf.locations.create': {
    '60298': { what: m.failures_conf_locations_60298, todo: m.failures_conf_locations_value_do },
    '60299': { what: m.failures_conf_locations_60299, todo: m.failures_conf_locations_value_do },
    '60300': { what: m.failures_conf_locations_60300, todo: m.failures_conf_locations_value_do },
    '60301': { what: m.failures_conf_locations_60301, todo: m.failures_conf_locations_value_do },
    '401664': {
      what: m.failures_conf_locations_create_401664,
      todo: m.failures_conf_locations_create_401664_do,
    },
    '9100403': {
      what: m.failures_conf_locations_create_9100403,
      todo: m.failures_conf_locations_create_9100403_do,
    },
    '60297': {
      what: m.failures_conf_locations_create_60297,
      todo: m.failures_conf_locations_create_60297_do,
    },
    '401864': {
      what: m.failures_conf_locations_create_401864,
      todo: m.failures_conf_locations_create_401864_do,
    },
  },
  'conf.locations.update': {
    '60298': { what: m.failures_conf_locations_60298, todo: m.failures_conf_locations_value_do },
    '60299': { what: m.failures_conf_locations_60299, todo: m.failures_conf_locations_value_do },
    '60300': { what: m.failures_conf_locations_60300, todo: m.failures_conf_locations_value_do },
    '60301': { what: m.failures_conf_locations_60301, todo: m.failures_conf_locations_value_do },
    '60302': { what: m.failures_conf_locations_60302, todo: m.failures_conf_locations_60302_do },
    '401664': {
      what: m.failures_conf_locations_update_401664,
      todo: m.failures_conf_locations_update_401664_do,
    },
    '9100402': {
      what: m.failures_conf_locations_update_9100402,
      todo: m.failures_conf_locations_update_9100402_do,
    },
    '60297': {
      what: m.failures_conf_locations_update_60297,
      todo: m.failures_conf_locations_update_60297_do,
    },
    '401864': {
      what: m.failures_conf_locations_update_401864,
      todo: m.failures_conf_locations_update_401864_do,
    },
  },
  'conf.locations.delete': {
    '9100402': {
      what: m.failures_conf_locations_delete_9100402,
      todo: m.failures_conf_locations_delete_9100402_do,
    },
    '9100404': {
      what: m.failures_conf_locations_delete_9100404,
      todo: m.failures_conf_locations_delete_9100404_do,
    },
  },
  'conf.codeTables.get': {
    '40166411': {
      what: m.failures_conf_codeTables_get_40166411,
      todo: m.failures_conf_codeTables_get_40166411_do,
    },
  },
  'conf.codeTables.update': {
    '90101': {
      what: m.failures_conf_codeTables_update_90101,
      todo: m.failures_conf_codeTables_update_90101_do,
    },
    '90122': {
      what: m.failures_conf_codeTables_update_90122,
      todo: m.failures_conf_codeTables_update_90122_do,
    },
    '9100411': {
      what: m.failures_conf_codeTables_update_9100411,
      todo: m.failures_conf_codeTables_update_9100411_do,
    },
    '401864': {
      what: m.failures_conf_codeTables_update_401864,
      todo: m.failures_conf_codeTables_update_401864_do,
    },
  },
  'conf.mappingTables.get': {
    '40166411': {
      what: m.failures_conf_mappingTables_get_40166411,
      todo: m.failures_conf_mappingTables_get_40166411_do,
    },
  },
  'conf.mappingTables.update': {
    '90101': {
      what: m.failures_conf_mappingTables_update_90101,
      todo: m.failures_conf_mappingTables_update_90101_do,
    },
    '9100411': {
      what: m.failures_conf_mappingTables_update_9100411,
      todo: m.failures_conf_mappingTables_update_9100411_do,
    },
    '401864': {
      what: m.failures_conf_mappingTables_update_401864,
      todo: m.failures_conf_mappingTables_update_401864_do,
    },
  },
  'conf.depositProfiles.get': {
    '9100215': {
      what: m.failures_conf_depositProfiles_get_9100215,
      todo: m.failures_conf_depositProfiles_get_9100215_do,
    },
  },
  'conf.importProfiles.get': {
    '401871': {
      what: m.failures_conf_importProfiles_get_401871,
      todo: m.failures_conf_importProfiles_get_401871_do,
    },
  },
  'conf.letters.get': {
    '40166411': { what: m.failures_conf_letters_get_40166411, todo: m.failures_conf_letters_get_40166411_do },
  },
  'conf.printers.list': {
    '402469': { what: m.failures_conf_printers_list_402469, todo: m.failures_conf_printers_list_402469_do },
  },
  'conf.printers.get': {
    '402899': { what: m.failures_conf_printers_get_402899, todo: m.failures_conf_printers_get_402899_do },
  },
  'conf.feeTransactions': {
    '40166410': {
      what: m.failures_conf_feeTransactions_40166410,
      todo: m.failures_conf_feeTransactions_40166410_do,
    },
    '40166411': {
      what: m.failures_conf_feeTransactions_40166411,
      todo: m.failures_conf_feeTransactions_40166411_do,
    },
    '40166419': {
      what: m.failures_conf_feeTransactions_40166419,
      todo: m.failures_conf_feeTransactions_40166419_do,
    },
  },
} satisfies Refusals;

export const configurationUndone = {
  'conf.locations.create': m.failures_not_conf_locations_create,
  'conf.locations.update': m.failures_not_conf_locations_update,
  'conf.locations.delete': m.failures_not_conf_locations_delete,
  'conf.codeTables.update': m.failures_not_conf_codeTables_update,
  'conf.mappingTables.update': m.failures_not_conf_mappingTables_update,
  'conf.letters.update': m.failures_not_conf_letters_update,
  'conf.workflows.run': m.failures_not_conf_workflows_run,
} satisfies UndoneTexts;

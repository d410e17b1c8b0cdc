import * as z from 'zod';
import { create, get, list, remove, replace } from '../rows.ts';
import { Page, QueryFlag } from '../shapes/common.ts';
import {
  CircDesk,
  Department,
  DepositProfile,
  General,
  ImportProfile,
  Library,
  Location,
  Printer,
  WorkflowInstance,
  WrittenLocation,
} from '../shapes/config.ts';
import { Fee } from '../shapes/fee.ts';
import { Letter } from '../shapes/letter.ts';
import { CodeTable, MappingTable, WrittenCodeTable, WrittenMappingTable } from '../shapes/tables.ts';
import { text } from './parts.ts';

const source = 'Configuration';
const circDesks = '/conf/libraries/{library_code}/circ-desks';
const locations = '/conf/libraries/{library_code}/locations';
const location = `${locations}/{location_code}` as const;
const codeTable = '/conf/code-tables/{table_name}';
const mappingTable = '/conf/mapping-tables/{table_name}';
const letter = '/conf/letters/{letter_code}';

/** What the institution has set up. */
export const configuration = {
  'conf.libraries.list': list('/conf/libraries', { source, key: 'library', returns: Library }),
  'conf.libraries.get': get('/conf/libraries/{library_code}', { source, returns: Library }),
  'conf.departments.list': list('/conf/departments', {
    source,
    key: 'department',
    returns: Department,
    query: { type: text, library: text },
  }),
  'conf.circDesks.list': list(circDesks, { source, key: 'circ_desk', returns: CircDesk }),
  'conf.circDesks.get': get(`${circDesks}/{circ_desk_code}`, { source, returns: CircDesk }),

  'conf.locations.list': list(locations, { source, key: 'location', returns: Location }),
  'conf.locations.get': get(location, { source, returns: Location }),
  'conf.locations.create': create(locations, {
    source,
    body: WrittenLocation,
    written: { type: 'wrapped' },
    returns: Location,
  }),
  'conf.locations.update': replace(location, {
    source,
    body: WrittenLocation,
    written: { type: 'wrapped' },
    returns: Location,
  }),
  'conf.locations.delete': remove(location, { source, returns: Location, mayBeEmpty: true }),

  'conf.codeTables.list': list('/conf/code-tables', { source, key: 'code_table', returns: CodeTable }),
  'conf.codeTables.get': get(codeTable, { source, returns: CodeTable }),
  'conf.codeTables.update': replace(codeTable, { source, body: WrittenCodeTable, returns: CodeTable }),
  'conf.mappingTables.list': list('/conf/mapping-tables', {
    source,
    key: 'mapping_table',
    returns: MappingTable,
  }),
  'conf.mappingTables.get': get(mappingTable, { source, returns: MappingTable }),
  'conf.mappingTables.update': replace(mappingTable, {
    source,
    body: WrittenMappingTable,
    returns: MappingTable,
  }),

  'conf.depositProfiles.list': list('/conf/deposit-profiles', {
    source,
    key: 'deposit_profile',
    returns: DepositProfile,
  }),
  'conf.depositProfiles.get': get('/conf/deposit-profiles/{deposit_profile_id}', {
    source,
    returns: DepositProfile,
  }),
  'conf.importProfiles.list': list('/conf/md-import-profiles', {
    source,
    key: 'import_profile',
    returns: ImportProfile,
  }),
  'conf.importProfiles.get': get('/conf/md-import-profiles/{profile_id}', { source, returns: ImportProfile }),

  'conf.letters.list': list('/conf/letters', { source, key: 'letter', returns: Letter }),
  'conf.letters.get': get(letter, { source, returns: Letter }),
  'conf.letters.update': replace(letter, { source, body: Letter, xml: 'letter', returns: Letter }),

  'conf.printers.list': list('/conf/printers', {
    source,
    key: 'printer',
    returns: Printer,
    query: { ...Page, library: text, printout_queue: QueryFlag, name: text, code: text },
  }),
  'conf.printers.get': get('/conf/printers/{printer_id}', { source, returns: Printer }),

  'conf.workflows.run': create('/conf/workflows/{workflow_id}', {
    source,
    body: z.looseObject({}).optional(),
    returns: WorkflowInstance,
  }),
  'conf.feeTransactions': list('/conf/utilities/fee-transactions', {
    source,
    key: 'fee',
    returns: Fee,
    query: {
      status: text,
      library: text,
      from_date: text,
      to_date: text,
      transaction_type: text,
      owner: text,
      transaction_from_date: text,
      transaction_to_date: text,
      received_by_circ_library: text,
      received_by_circ_desk: text,
    },
    openQuery: true,
  }),
  'conf.general': get('/conf/general', { source, returns: General, mayBeEmpty: true }),
} as const;

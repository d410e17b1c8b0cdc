import { currencyCode } from '../rules/sums.ts';
import type { ConfigKind } from '../store/config.ts';
import type { Document } from '../store/documents.ts';
import { importProfiles, printers } from './equipment.ts';
import { letters } from './letters.ts';
import { mappingTables } from './mapping-tables.ts';
import { requestTables } from './request-tables.ts';
import { userTables } from './user-tables.ts';
import { accounts } from './vendors.ts';
import { workflows } from './workflows.ts';

/** A configuration record and where it belongs. */
export interface ConfigEntry {
  readonly kind: ConfigKind;
  readonly scope: string;
  readonly code: string;
  readonly doc: Document;
}

export const libraries = [
  { code: 'MAIN', name: 'Main Library' },
  { code: 'SCI', name: 'Science Library' },
  { code: 'LAW', name: 'Law Library' },
] as const;
export type LibraryCode = (typeof libraries)[number]['code'];

/** Where a library keeps its items. */
export const locations = {
  OPEN: 'Open Stacks',
  CLOSED: 'Closed Stacks',
  REMOTE: 'Remote Storage',
} as const;
export type LocationCode = keyof typeof locations;

const locationTypes = { OPEN: 'Open', CLOSED: 'Closed', REMOTE: 'Remote storage' } as const;

/** A code as the service sends it. */
export function libraryCode(code: LibraryCode): { value: string; desc: string } {
  return { value: code, desc: libraries.find((library) => library.code === code)?.name ?? code };
}

type Rows = Readonly<Record<string, string>>;

const codeTables: Readonly<Record<string, { description: string; rows: Rows }>> = {
  ...userTables,
  NoteTypes: {
    description: 'Note types',
    rows: { CIRCULATION: 'Circulation', GENERAL: 'General', ADDRESS: 'Address', LIBRARY: 'Library' },
  },
  UserAttachmentTypes: {
    description: 'Types of files kept with a user',
    rows: { GENERAL: 'General', REGISTRATION: 'Registration', CORRESPONDENCE: 'Correspondence' },
  },
  FineFeeType: {
    description: 'Fine and fee types',
    rows: {
      OVERDUEFINE: 'Overdue fine',
      LOSTITEMREPLACEMENTFEE: 'Lost item replacement fee',
      OTHER: 'Other',
    },
  },
  FineFeeTransactionReason: {
    description: 'Reasons for waiving and disputing',
    rows: { OTHER: 'Other', MISTAKE: 'Library mistake', GOODWILL: 'Goodwill' },
  },
  PaymentMethod: {
    description: 'Payment methods',
    rows: { CASH: 'Cash', CREDIT_CARD: 'Credit card', ONLINE: 'Online', CHEQUE: 'Cheque' },
  },
  RequestCancellationReasons: {
    description: 'Reasons for cancelling a request',
    rows: {
      PatronNotInterested: 'Patron is not interested any more',
      CannotBeFulfilled: 'Request cannot be fulfilled',
    },
  },
  WorkOrderTypes: { description: 'Work order types', rows: { AcqWorkOrder: 'Acquisitions work order' } },
  AcqWorkOrderStatuses: {
    description: 'Statuses of the acquisitions work order',
    rows: { CopyCataloging: 'Copy cataloging', Labelling: 'Labelling', Done: 'Done' },
  },
  ItemPolicies: {
    description: 'Item policies',
    rows: { LOAN: '4 weeks', SHORT: '1 week', MEDIA: '2 weeks, not renewable', REFERENCE: 'Not for loan' },
  },
  LocationTypes: {
    description: 'Location types',
    rows: locationTypes,
  },
  ...requestTables,
};

/** The configuration of the practice library. An empty library has it too. */
export function configuration(currency: string): ConfigEntry[] {
  return [
    ...libraries.map(library),
    ...libraries.map(({ code }) => desk(code, 'DEFAULT_CIRC_DESK', 'Circulation Desk', true)),
    desk('MAIN', 'READING_ROOM', 'Reading Room Desk', false),
    ...libraries.flatMap(({ code }) => libraryLocations(code)),
    department('ACQ', 'Acquisitions', 'ACQ'),
    department('CAT', 'Cataloging', 'WORK_ORDER'),
    ...Object.entries(codeTables).map(([name, table]) => codeTable(name, table)),
    ...accounts(),
    ...mappingTables(),
    ...letters(),
    ...printers(),
    ...importProfiles(),
    ...workflows(),
    {
      kind: 'partner',
      scope: '',
      code: 'PARTNER',
      doc: { code: 'PARTNER', name: 'Partner University Library', status: { value: 'ACTIVE' } },
    },
    {
      kind: 'general',
      scope: '',
      code: '',
      doc: {
        institution: { value: 'CARREL', desc: 'Carrel Practice Library' },
        default_language: { value: 'en', desc: 'English' },
        default_currency: currencyCode(currency),
        timezone: 'Asia/Jerusalem',
        time_zone: 'Asia/Jerusalem',
      },
    },
  ];
}

function library({ code, name }: { code: string; name: string }): ConfigEntry {
  const doc = {
    code,
    name,
    description: '',
    path: code.toLowerCase(),
    campus: { value: 'CITY', desc: 'City campus' },
    default_location: { value: 'OPEN', desc: locations.OPEN },
    resource_sharing: code === 'MAIN',
    link: `/conf/libraries/${code}`,
  };
  return { kind: 'library', scope: '', code, doc };
}

function desk(library: LibraryCode, code: string, name: string, primary: boolean): ConfigEntry {
  const location = Object.entries(locations).map(([value, desc]) => ({ code: value, name: desc }));
  return { kind: 'circ_desk', scope: library, code, doc: { code, name, primary, location } };
}

/** Every library has its own of each kind: codes are unique per library. */
function libraryLocations(library: LibraryCode): ConfigEntry[] {
  return Object.entries(locations).map(([code, name]) => ({
    kind: 'location',
    scope: library,
    code,
    doc: {
      code,
      name,
      external_name: name,
      description: '',
      type: { value: code, desc: locationTypes[code as LocationCode] },
      fulfillment_unit: { value: code === 'REMOTE' ? 'ON_REQUEST' : 'REGULAR' },
      call_number_type: { value: '1', desc: 'Dewey Decimal classification' },
      suppress_from_publishing: 'false',
      link: `/conf/libraries/${library}/locations/${code}`,
    },
  }));
}

function department(code: string, name: string, type: string): ConfigEntry {
  const doc = {
    code,
    name,
    type: { value: type },
    library: libraryCode('MAIN'),
    work_order_type: { value: 'AcqWorkOrder', desc: 'Acquisitions work order' },
  };
  return { kind: 'department', scope: '', code, doc };
}

function codeTable(name: string, table: { description: string; rows: Rows }): ConfigEntry {
  const row = Object.entries(table.rows).map(([code, description], index) => ({
    code,
    description,
    default: { value: String(index === 0) },
    enabled: { value: 'true' },
  }));
  const doc = {
    name,
    description: table.description,
    sub_system: { value: 'INFRA', desc: 'Infrastructure' },
    scope: { value: 'INSTITUTION' },
    link: `/conf/code-tables/${name}`,
    row,
  };
  return { kind: 'code_table', scope: '', code: name, doc };
}

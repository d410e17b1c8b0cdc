import { m } from '../../../messages/compiled/messages.js';
import type { Coded } from '../../../contract/common.ts';
import type {
  DirectoryKind,
  DirectoryRecord,
  FieldValue,
  UsedKind,
  UsingKind,
} from '../../../contract/configuration.ts';
import type { Target } from '../target.svelte.ts';

/** What is called differently from kind to kind. */
interface KindWords {
  /** The name of the section, and of its list. */
  readonly title: () => string;
  readonly empty: () => string;
  /** Fields that have a column of their own, where there is room: by their names. */
  readonly columns: readonly string[];
}

export const kinds: Readonly<Record<DirectoryKind, KindWords>> = {
  libraries: {
    title: m.configuration_section_libraries,
    empty: m.configuration_empty_libraries,
    columns: ['campus', 'default_location'],
  },
  departments: {
    title: m.configuration_section_departments,
    empty: m.configuration_empty_departments,
    columns: ['library', 'type'],
  },
  'circ-desks': {
    title: m.configuration_section_circ_desks,
    empty: m.configuration_empty_circ_desks,
    columns: ['library', 'primary'],
  },
  'deposit-profiles': {
    title: m.configuration_section_deposit_profiles,
    empty: m.configuration_empty_deposit_profiles,
    columns: ['owner', 'amount', 'status'],
  },
  'import-profiles': {
    title: m.configuration_section_import_profiles,
    empty: m.configuration_empty_import_profiles,
    columns: ['type', 'status'],
  },
  printers: {
    title: m.configuration_section_printers,
    empty: m.configuration_empty_printers,
    columns: ['library', 'email'],
  },
};

/** What a list of a kind is called, also that of the locations. */
export function titleOf(kind: UsingKind): string {
  if (kind === 'locations') return m.configuration_section_locations();
  return kind === 'general' ? m.configuration_section_general() : kinds[kind].title();
}

/** The kinds whose code other records name: no list of the service can name a profile. */
export const usedKind = (kind: DirectoryKind): UsedKind | null =>
  kind === 'deposit-profiles' || kind === 'import-profiles' ? null : kind;

/** A code as it is read: what it is called, or else the code itself. */
export const nameOf = ({ label, code }: Coded): string => label || code;

/** What a record is called. */
export const recordName = ({ name, code }: Pick<DirectoryRecord, 'name' | 'code'>): string =>
  name || code || m.configuration_no_name();

/** A field in a few words, for a column and for what is searched. */
export function wordsOf(value: FieldValue | undefined): string {
  switch (value?.as) {
    case 'text':
      return value.text;
    case 'flag':
      return value.is ? m.configuration_yes() : m.configuration_no();
    case 'code':
      return value.label || value.code;
    case 'list':
      return value.values.map(wordsOf).filter(Boolean).join(', ');
    case 'fields':
    case 'nothing':
    case undefined:
      return '';
  }
}

/** The record that a code in a field of another record names; null where it names none that can be opened. */
export function targetOf(record: DirectoryRecord, field: string, code: string): Target | null {
  const own = record.library?.code ?? '';
  const target = (section: Target['section'], library = ''): Target => ({ section, library, code });
  switch (field) {
    case 'library':
    case 'owner':
    case 'owning_library':
      return target('libraries');
    case 'default_location':
      return record.code === '' ? null : target('locations', record.code);
    case 'location':
      return own === '' ? null : target('locations', own);
    case 'circulation_desk':
    case 'circ_desk':
      return own === '' ? null : target('circ-desks', own);
    case 'department':
    case 'default_department':
      return target('departments');
    case 'printer':
    case 'default_printer':
      return target('printers');
    case 'deposit_profile':
      return target('deposit-profiles');
    case 'import_profile':
      return target('import-profiles');
    case 'work_order_type':
      return { section: 'code-tables', library: '', code: 'WorkOrderTypes' };
    default:
      return null;
  }
}

import type { ConfigEntry } from './configuration.ts';

const slipPrinters = [
  { id: '7100001', code: 'MAIN_SLIPS', name: 'Slips, main desk', library: 'MAIN', queue: true },
  { id: '7100002', code: 'MAIN_OFFICE', name: 'Office, main library', library: 'MAIN', queue: false },
  { id: '7100003', code: 'SCI_DESK', name: 'Desk, science library', library: 'SCI', queue: true },
  { id: '7100004', code: 'LAW_DESK', name: 'Desk, law library', library: 'LAW', queue: true },
] as const;

/** Where the practice library prints. Source: Configuration objects (the fields are assumed). */
export function printers(): ConfigEntry[] {
  return slipPrinters.map(({ id, code, name, library, queue }) => ({
    kind: 'printer',
    scope: '',
    code: id,
    doc: {
      id,
      code,
      name,
      description: '',
      email: `${code.toLowerCase().replace('_', '-')}@example.org`,
      library: { value: library },
      printout_queue: queue,
      circulation_desk: [{ value: 'DEFAULT_CIRC_DESK' }],
      link: `/conf/printers/${id}`,
    },
  }));
}

const profiles = [
  { id: '7200001', name: 'Vendor records with order', type: 'NEW_ORDER', desc: 'New order' },
  { id: '7200002', name: 'Shelf-ready records', type: 'UPDATE_INVENTORY', desc: 'Update inventory' },
  { id: '7200003', name: 'Union catalogue', type: 'REPOSITORY', desc: 'Repository' },
] as const;

/** How records come in from outside. Source: Configuration objects (the fields are assumed). */
export function importProfiles(): ConfigEntry[] {
  return profiles.map(({ id, name, type, desc }) => ({
    kind: 'import_profile',
    scope: '',
    code: id,
    doc: {
      id,
      name,
      description: '',
      type: { value: type, desc },
      status: { value: 'ACTIVE', desc: 'Active' },
      physical_source_format: { value: 'MARC21_BIB', desc: 'MARC21 Bibliographic' },
      link: `/conf/md-import-profiles/${id}`,
    },
  }));
}

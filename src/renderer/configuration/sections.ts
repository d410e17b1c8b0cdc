import Building2 from '@lucide/svelte/icons/building-2';
import FileInput from '@lucide/svelte/icons/file-input';
import LibraryBig from '@lucide/svelte/icons/library-big';
import Mail from '@lucide/svelte/icons/mail';
import MapPin from '@lucide/svelte/icons/map-pin';
import PiggyBank from '@lucide/svelte/icons/piggy-bank';
import Printer from '@lucide/svelte/icons/printer';
import ScanBarcode from '@lucide/svelte/icons/scan-barcode';
import Settings2 from '@lucide/svelte/icons/settings-2';
import Table from '@lucide/svelte/icons/table';
import TableProperties from '@lucide/svelte/icons/table-properties';
import Workflow from '@lucide/svelte/icons/workflow';
import { m } from '../../messages/compiled/messages.js';

/** The sections of the configuration room, in the order of their list. Their components are in `ConfigurationRoom.svelte`. */
export const sections = [
  {
    id: 'libraries',
    label: m.configuration_section_libraries,
    icon: LibraryBig,
    group: m.configuration_group_places,
  },
  {
    id: 'departments',
    label: m.configuration_section_departments,
    icon: Building2,
    group: m.configuration_group_places,
  },
  {
    id: 'circ-desks',
    label: m.configuration_section_circ_desks,
    icon: ScanBarcode,
    group: m.configuration_group_places,
  },
  {
    id: 'locations',
    label: m.configuration_section_locations,
    icon: MapPin,
    group: m.configuration_group_places,
  },
  {
    id: 'code-tables',
    label: m.configuration_section_code_tables,
    icon: Table,
    group: m.configuration_group_tables,
  },
  {
    id: 'mapping-tables',
    label: m.configuration_section_mapping_tables,
    icon: TableProperties,
    group: m.configuration_group_tables,
  },
  { id: 'letters', label: m.configuration_section_letters, icon: Mail, group: m.configuration_group_tables },
  {
    id: 'deposit-profiles',
    label: m.configuration_section_deposit_profiles,
    icon: PiggyBank,
    group: m.configuration_group_equipment,
  },
  {
    id: 'import-profiles',
    label: m.configuration_section_import_profiles,
    icon: FileInput,
    group: m.configuration_group_equipment,
  },
  {
    id: 'printers',
    label: m.configuration_section_printers,
    icon: Printer,
    group: m.configuration_group_equipment,
  },
  {
    id: 'general',
    label: m.configuration_section_general,
    icon: Settings2,
    group: m.configuration_group_all,
  },
  {
    id: 'workflows',
    label: m.configuration_section_workflows,
    icon: Workflow,
    group: m.configuration_group_all,
  },
] as const;
export type SectionId = (typeof sections)[number]['id'];

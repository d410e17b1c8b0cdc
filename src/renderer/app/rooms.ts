import ArrowLeftRight from '@lucide/svelte/icons/arrow-left-right';
import ChartColumn from '@lucide/svelte/icons/chart-column';
import PackageOpen from '@lucide/svelte/icons/package-open';
import ReceiptText from '@lucide/svelte/icons/receipt-text';
import ScanBarcode from '@lucide/svelte/icons/scan-barcode';
import Settings from '@lucide/svelte/icons/settings';
import SlidersHorizontal from '@lucide/svelte/icons/sliders-horizontal';
import Tags from '@lucide/svelte/icons/tags';
import type { Component } from 'svelte';
import { m } from '../../messages/compiled/messages.js';
import type { StationView } from '../../contract/station.ts';

/** The rooms that are lists and forms in sections. */
export type SectionsRoom = 'acquisitions' | 'lending' | 'configuration' | 'reports';

/** A place in the rail. */
export interface RoomEntry {
  readonly id: 'desk' | 'receiving' | SectionsRoom | 'samples' | 'settings';
  readonly label: () => string;
  readonly icon: Component<{ size?: number; 'aria-hidden'?: 'true'; strokeWidth?: number }>;
  /** Loads the room when it is first opened. Missing for the desk, which is there from the start. */
  readonly load?: () => Promise<{ readonly default: Component }>;
  readonly practiceOnly?: boolean;
}

/** All rooms, in the order of the rail and of Alt+1, Alt+2 … */
const rooms: readonly RoomEntry[] = [
  { id: 'desk', label: m.app_room_desk, icon: ScanBarcode },
  {
    id: 'receiving',
    label: m.app_room_receiving,
    icon: PackageOpen,
    load: () => import('../receiving/ReceivingRoom.svelte'),
  },
  {
    id: 'acquisitions',
    label: m.app_room_acquisitions,
    icon: ReceiptText,
    load: () => import('../acquisitions/AcquisitionsRoom.svelte'),
  },
  {
    id: 'lending',
    label: m.app_room_lending,
    icon: ArrowLeftRight,
    load: () => import('../lending/LendingRoom.svelte'),
  },
  {
    id: 'configuration',
    label: m.app_room_configuration,
    icon: SlidersHorizontal,
    load: () => import('../configuration/ConfigurationRoom.svelte'),
  },
  {
    id: 'reports',
    label: m.app_room_reports,
    icon: ChartColumn,
    load: () => import('../reports/ReportsRoom.svelte'),
  },
  {
    id: 'samples',
    label: m.app_room_samples,
    icon: Tags,
    practiceOnly: true,
    load: () => import('../station/Samples.svelte'),
  },
  {
    id: 'settings',
    label: m.app_room_settings,
    icon: Settings,
    load: () => import('../station/Settings.svelte'),
  },
];

/** The rooms of a station in this mode. */
export function openRooms(mode: StationView['mode']): readonly RoomEntry[] {
  return rooms.filter((room) => mode === 'practice' || !room.practiceOnly);
}

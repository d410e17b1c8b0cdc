import type { SettingsGroup } from '../../contract/settings-transfer.ts';
import { m } from '../../messages/compiled/messages.js';
import { countText } from '../ui/format.ts';
import type { SettingsTransferState } from './settings-transfer.svelte.ts';

/** What the groups are called: as the sections of the settings are. */
export const groupTitles: Readonly<Record<SettingsGroup, () => string>> = {
  service: m.station_connection,
  place: m.station_place,
  network: m.network_title,
  appearance: m.station_look,
  privacy: m.station_privacy,
  slips: m.slips_settings,
  labels: m.labels_settings,
  barcodes: m.station_barcodes,
  scanner: m.station_scanner,
  banknotes: m.fees_notes_title,
  updates: m.updates_title,
};

/** In the order of a file. */
export const allGroups = Object.keys(groupTitles) as readonly SettingsGroup[];

/** What was done last, in words. */
export function doneText(done: NonNullable<SettingsTransferState['done']>): string {
  if (done === 'undone') return m.settings_transfer_undone();
  if ('exported' in done) return m.settings_transfer_exported({ name: done.exported });
  return m.settings_transfer_applied({ count: done.imported, shown: countText(done.imported) });
}

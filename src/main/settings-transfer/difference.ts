import type { SettingDifference, SettingsFileView } from '../../contract/settings-transfer.ts';
import type { StationView } from '../../contract/station.ts';
import { m } from '../../messages/compiled/messages.js';
import { heldBy } from '../policy/effective.ts';
import type { Policy } from '../policy/policy.ts';
import { heldCell } from '../policy/settings.ts';
import type { Settings } from '../station/settings.ts';
import type { SettingsFile } from './file.ts';
import { groupsIn, transferOf, type Transfer } from './transfer.ts';
import { type Line, linesOf } from './words.ts';

/** Where this station is. */
type At = Pick<StationView, 'mode' | 'institution'>;

/** What a difference depends on beside the file. */
export interface Here {
  readonly settings: Settings;
  readonly policy: Policy;
  readonly station: At;
  /** The names of this machine's printers; null where they are not known. */
  readonly printers: readonly string[] | null;
}

const isAt = (station: At, service: NonNullable<Transfer['service']>): boolean =>
  station.institution?.address === service.address && station.institution.root === service.root;

/** Whether the place of a file is of the library system that is connected: its codes mean nothing at another. */
export const isPlaceOfHere = (station: At, { service }: Transfer): boolean =>
  station.mode === 'institution' && (service === undefined || isAt(station, service));

/** The library system of the file, if this station is not at it. */
export const otherService = (station: At, { service }: Transfer): SettingsFileView['otherService'] =>
  service && !isAt(station, service) ? service : null;

const heldOf = ({ policy, settings }: Here, { policy: id, cell }: Line): string | null => {
  if (cell !== undefined) return heldCell(policy, cell);
  return id === undefined ? null : heldBy(policy, id, { now: settings });
};

function staysBecause(here: Here, transfer: Transfer, line: Line): string {
  const held = heldOf(here, line);
  if (held !== null) return m.settings_transfer_held({ place: held });
  if (line.group === 'service') return m.settings_transfer_needs_key();
  if (line.group === 'place' && !isPlaceOfHere(here.station, transfer))
    return m.settings_transfer_not_connected();
  return '';
}

const noteOf = ({ printers, settings }: Here, transfer: Transfer, line: Line): string => {
  const { printer = null } = line;
  if (printer !== null && printers !== null && !printers.includes(printer))
    return m.settings_transfer_no_printer();
  const isToFolder = line.group === 'slips' && line.title === m.slips_to() && transfer.slips?.to === 'pdf';
  return isToFolder && settings.slips.folder === '' ? m.settings_transfer_folder() : '';
};

/** The file beside this station: what is otherwise, and how much is the same. */
export function compare(
  here: Here,
  { transfer }: Pick<SettingsFile, 'transfer'>,
): {
  readonly differences: readonly SettingDifference[];
  readonly same: number;
} {
  const now = transferOf(here.settings);
  const differences: SettingDifference[] = [];
  let same = 0;
  for (const group of groupsIn(transfer)) {
    const present = new Map(linesOf(group, now).map((line) => [line.title, line]));
    for (const line of linesOf(group, transfer)) {
      const before = present.get(line.title);
      if (before?.exact === line.exact) {
        same += 1;
        continue;
      }
      differences.push({
        ...{ group, title: line.title, now: before?.value ?? '', next: line.value },
        stays: staysBecause(here, transfer, line),
        note: noteOf(here, transfer, line),
      });
    }
  }
  return { differences, same };
}

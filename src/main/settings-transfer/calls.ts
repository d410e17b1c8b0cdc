import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { SettingsFileView, SettingsGroup } from '../../contract/settings-transfer.ts';
import { m } from '../../messages/compiled/messages.js';
import { localDay } from '../../shared/days.ts';
import { Failed, invalid } from '../failure.ts';
import { heldBy } from '../policy/effective.ts';
import type { Policy } from '../policy/policy.ts';
import { withoutHeld } from '../policy/settings.ts';
import type { Clock, Files, Printer } from '../ports.ts';
import type { HandlersOf } from '../router.ts';
import { printersInTime } from '../slips/printer-list.ts';
import type { Settings, SettingsStore } from '../station/settings.ts';
import type { Station } from '../station/station.ts';
import { compare, type Here, isPlaceOfHere, otherService } from './difference.ts';
import type { SettingsFile } from './file.ts';
import {
  fileEnding,
  groupsIn,
  mostBytes,
  onlyGroups,
  transferOf,
  type Transfer,
  withTransfer,
  writeSettingsFile,
} from './transfer.ts';

export interface TransferDeps {
  /** As they are in force. */
  readonly settings: SettingsStore;
  readonly policy: Policy;
  readonly station: Pick<Station, 'view' | 'placeBy' | 'settingsChanged'>;
  readonly files: Pick<Files, 'choose' | 'placeFor' | 'write'>;
  readonly printer: Pick<Printer, 'list'>;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly version: string;
  /** How updates are wanted may be something else now. */
  readonly updatesChanged: () => void;
}

/** The file of a window, and what was here before it was taken over. */
interface OpenFile extends SettingsFile {
  readonly name: string;
  before: { readonly settings: Settings; readonly groups: readonly SettingsGroup[] } | null;
}

/** The settings of a station for other stations, as a file. */
export function settingsTransferHandlers(deps: TransferDeps): HandlersOf<'settingsTransfer'> {
  const { settings, policy, station, files, printer, clock, version, updatesChanged } = deps;
  const open = new Map<number, OpenFile>();
  const type = { name: m.settings_transfer_type_name(), extensions: [fileEnding] };

  async function here(): Promise<Here> {
    // Where they are not known nothing is said of them.
    const printers = await printersInTime(printer, clock);
    return {
      ...{ settings: settings.now, policy, station: station.view() },
      printers: printers?.map(({ name }) => name) ?? null,
    };
  }

  async function viewOf(file: OpenFile): Promise<SettingsFileView> {
    const present = await here();
    const { name, version: writtenBy, problems, transfer, before } = file;
    return {
      ...{ name, version: writtenBy, problems, canUndo: before !== null },
      ...compare(present, file),
      otherService: otherService(present.station, transfer),
    };
  }

  const openedBy = (window: number): OpenFile => {
    const file = open.get(window);
    if (!file) throw invalid('file', 'gone');
    return file;
  };

  /** The place of the file, as the library system knows it; null where it stays as it is. */
  async function placeFor(
    transfer: Transfer,
    signal: AbortSignal,
  ): Promise<Settings['institutionPlace'] | null> {
    const { place } = transfer;
    const isUsed = (): boolean =>
      isPlaceOfHere(station.view(), transfer) && heldBy(policy, 'placeByHost', settings) === null;
    if (!place || !isUsed()) return null;
    const [desk, department] = [place.desk?.code ?? null, place.department?.code ?? null];
    const found = await station.placeBy({ library: place.library.code, desk, department }, signal);
    // Meanwhile the station may have gone to another library system.
    if (!isUsed()) throw invalid('library', 'gone');
    return { ...settings.now.institutionPlace, ...found };
  }

  /** All in one write: it is done as a whole, or not. */
  function take(wanted: Settings): void {
    const next = withoutHeld(policy, settings.now, wanted);
    const { appearance, slips, labels, barcodes, scanner, banknotes, network, updates, institutionPlace } =
      next;
    settings.change({
      ...{ appearance, slips, labels, barcodes, scanner, banknotes, network, updates, institutionPlace },
    });
    station.settingsChanged();
    updatesChanged();
  }

  return {
    'settingsTransfer.export': async (_, { window, signal }) => {
      const place = await files.placeFor(window, {
        ...{ use: 'save', title: m.settings_transfer_export_title(), type },
        name: `${m.settings_transfer_file_name()} ${localDay(clock.now())}.${fileEnding}`,
      });
      if (place === null) return null;
      if (signal.aborted) throw new Failed({ kind: 'cancelled' });
      await files.write(place, writeSettingsFile(transferOf(settings.now), version));
      return { savedAs: path.basename(place) };
    },
    'settingsTransfer.open': async (_, { window }) => {
      const chosen = await files.choose(window, {
        ...{ use: 'save', title: m.settings_transfer_import_title(), type },
      });
      if (chosen === null) return null;
      if (chosen.size > mostBytes) throw invalid('file', 'fileTooLarge', String(mostBytes));
      // With a parser that knows places, which a start of the program does without.
      const { readSettingsFile } = await import('./file.ts');
      const read = readSettingsFile(await chosen.read(), transferOf(settings.now));
      const file: OpenFile = { ...read, name: chosen.name, before: null };
      open.set(window, file);
      return viewOf(file);
    },
    'settingsTransfer.compare': async (_, { window }) => {
      const file = open.get(window);
      return file ? viewOf(file) : null;
    },
    'settingsTransfer.apply': async ({ groups }, { window, signal }) => {
      const file = openedBy(window);
      const chosen = onlyGroups(file.transfer, groups);
      // With the library system, which tells whose codes a place has.
      const { service } = file.transfer;
      const institutionPlace = await placeFor({ ...chosen, ...(service && { service }) }, signal);
      const before = settings.now;
      const wanted = withTransfer(before, chosen);
      take(institutionPlace ? { ...wanted, institutionPlace } : wanted);
      file.before = { settings: before, groups: groupsIn(chosen) };
      return viewOf(file);
    },
    'settingsTransfer.undo': (_, { window }) => {
      const file = openedBy(window);
      if (file.before === null) throw invalid('file', 'nothingToUndo');
      const { settings: before, groups } = file.before;
      const wanted = withTransfer(settings.now, onlyGroups(transferOf(before), groups));
      const isSameLibrary = isDeepStrictEqual(before.institution, settings.now.institution);
      const { institutionPlace } = groups.includes('place') && isSameLibrary ? before : settings.now;
      take({ ...wanted, institutionPlace });
      file.before = null;
      return viewOf(file);
    },
    'settingsTransfer.forget': (_, { window }) => {
      open.delete(window);
      return Promise.resolve(null);
    },
  };
}

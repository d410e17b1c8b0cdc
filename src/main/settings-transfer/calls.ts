import path from 'node:path';
import type { SettingsFileView, SettingsGroup } from '../../contract/settings-transfer.ts';
import { m } from '../../messages/compiled/messages.js';
import { localDay } from '../../shared/days.ts';
import { Failed, invalid } from '../failure.ts';
import type { Policy } from '../policy/policy.ts';
import { withoutHeld } from '../policy/settings.ts';
import type { Clock, Files, Printer } from '../ports.ts';
import type { HandlersOf } from '../router.ts';
import type { SettingsStore } from '../station/settings.ts';
import type { Station } from '../station/station.ts';
import { compare, type Here, isPlaceOfHere, otherService } from './difference.ts';
import { fileEnding, mostBytes, readSettingsFile, type SettingsFile, writeSettingsFile } from './file.ts';
import { groupsIn, onlyGroups, transferOf, type Transfer, withTransfer } from './transfer.ts';

export interface TransferDeps {
  /** As they are in force. */
  readonly settings: SettingsStore;
  readonly policy: Policy;
  readonly station: Pick<Station, 'view' | 'choose' | 'settingsChanged'>;
  readonly files: Pick<Files, 'choose' | 'placeFor' | 'write'>;
  readonly printer: Pick<Printer, 'list'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly version: string;
}

/** The file of a window, and what was here before it was taken over. */
interface OpenFile extends SettingsFile {
  readonly name: string;
  before: Transfer | null;
}

/** The settings of a station for other stations, as a file. */
export function settingsTransferHandlers(deps: TransferDeps): HandlersOf<'settingsTransfer'> {
  const { settings, policy, station, files, printer, clock, version } = deps;
  const open = new Map<number, OpenFile>();
  const type = { name: m.settings_transfer_type_name(), extensions: [fileEnding] };

  async function here(): Promise<Here> {
    // Without them nothing is said of printers: a file is no reason to wait for a print system.
    const printers = await printer.list().catch(() => null);
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
      otherService: otherService(present, transfer),
    };
  }

  const openedBy = (window: number): OpenFile => {
    const file = open.get(window);
    if (!file) throw invalid('file', 'gone');
    return file;
  };

  /** The place first: of all of it only this can fail because of the library system, and then nothing has changed. */
  async function take(transfer: Transfer, signal: AbortSignal): Promise<void> {
    const { place } = transfer;
    const now = transferOf(settings.now).place;
    if (place && isPlaceOfHere(await here(), transfer) && codes(place) !== (now && codes(now)))
      await station.choose(
        {
          library: place.library.code,
          desk: place.desk?.code ?? null,
          department: place.department?.code ?? null,
        },
        signal,
      );
    const next = withoutHeld(policy, settings.now, withTransfer(settings.now, transfer));
    const { appearance, slips, labels, barcodes, banknotes } = next;
    settings.change({ appearance, slips, labels, barcodes, banknotes });
    station.settingsChanged();
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
      const before = transferOf(settings.now);
      const chosen = onlyGroups(file.transfer, groups);
      await take(chosen, signal);
      file.before = onlyGroups(before, [...groupsIn(chosen), 'service'] satisfies SettingsGroup[]);
      return viewOf(file);
    },
    'settingsTransfer.undo': async (_, { window, signal }) => {
      const file = openedBy(window);
      if (file.before === null) throw invalid('file', 'nothingToUndo');
      await take(file.before, signal);
      file.before = null;
      return viewOf(file);
    },
    'settingsTransfer.forget': (_, { window }) => {
      open.delete(window);
      return Promise.resolve(null);
    },
  };
}

const codes = ({ library, desk, department }: NonNullable<Transfer['place']>): string =>
  JSON.stringify([library.code, desk?.code, department?.code]);

import * as z from 'zod';
import { CsvForm, mostColumns } from '../../contract/invoice-import.ts';
import type { SettingsStore } from './settings.ts';

/** How the files of one vendor are read. */
export const VendorFile = z.object({
  /** How the vendor's EDIFACT files name their sender. */
  senders: z.array(z.string()).readonly(),
  /** How its CSV files are read, with the names of their columns; null where none was taken over yet. */
  csv: CsvForm.extend({ names: z.array(z.string()).max(mostColumns).readonly() }).nullable(),
});
export type VendorFile = z.output<typeof VendorFile>;

/** The vendors of a library, by their codes. */
export type VendorFilesOfLibrary = Readonly<Record<string, VendorFile>>;

/** What this station remembers of the files of each library's vendors, between runs. */
export interface VendorFiles {
  of(library: string): VendorFilesOfLibrary;
  /** Throws a `Failed` of kind `settings` if it cannot be written. */
  keep(library: string, vendor: string, file: VendorFile): void;
}

/** So many vendors of a library are remembered: the one that was used longest ago is forgotten first. */
const mostVendors = 300;

/** The files of vendors in the station's settings. */
export const vendorFilesIn = (settings: SettingsStore): VendorFiles => ({
  of: (library) => settings.now.vendorFiles[library] ?? {},
  keep(library, vendor, file) {
    const { vendorFiles } = settings.now;
    const before: VendorFilesOfLibrary = vendorFiles[library] ?? {};
    const others = Object.entries(before).filter(([code]) => code !== vendor);
    const known: VendorFilesOfLibrary = Object.fromEntries(
      [...others, [vendor, file] as const].slice(-mostVendors),
    );
    settings.change({ vendorFiles: { ...vendorFiles, [library]: known } });
  },
});

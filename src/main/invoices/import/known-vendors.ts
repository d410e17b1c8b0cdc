import type { CsvForm } from '../../../contract/invoice-import.ts';
import type { VendorFile, VendorFilesOfLibrary } from '../../station/vendor-files.ts';

/** A file's columns, by their names, as a vendor is known by them. */
const isSame = (names: readonly string[], others: readonly string[]): boolean =>
  names.some((name) => name !== '') &&
  names.length === others.length &&
  names.every((name, column) => name === others[column]);

/** The vendor whose CSV files have these columns; `''` where none is known. */
export const vendorOfColumns = (known: VendorFilesOfLibrary, names: readonly string[]): string =>
  Object.keys(known).find((vendor) => isSame(known[vendor]?.csv?.names ?? [], names)) ?? '';

/** The vendor whose EDIFACT files name this sender; `''` where none is known. */
export const vendorOfSender = (known: VendorFilesOfLibrary, sender: string): string =>
  Object.keys(known).find((vendor) => sender !== '' && known[vendor]?.senders.includes(sender)) ?? '';

/** How a vendor's CSV files are read, for a file with these columns: by their names, else by their order. */
export function rememberedForm(file: VendorFile | undefined, names: readonly string[]): CsvForm | null {
  if (!file?.csv) return null;
  const { names: before, columns, ...rest } = file.csv;
  const byName = rest.header && before.some((name) => name !== '');
  return {
    ...rest,
    columns: names.map((name, column) => columns[byName ? before.indexOf(name) : column] ?? ''),
  };
}

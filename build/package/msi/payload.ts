import fs from 'node:fs';
import path from 'node:path';

/** A file of the package. */
export interface PayloadFile {
  /** Its place below the program's folder, with `/`. */
  readonly place: string;
  /** Where it lies now. */
  readonly source: string;
}

const byPlace = (one: PayloadFile, other: PayloadFile): number => (one.place < other.place ? -1 : 1);

/** All files of a packed folder, in the same order everywhere. */
export function payloadOf(folder: string): PayloadFile[] {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const source = path.join(entry.parentPath, entry.name);
      return { place: path.relative(folder, source).split(path.sep).join('/'), source };
    })
    .sort(byPlace);
}

/** A folder of the program and what is in it. */
export interface Folder {
  readonly place: string;
  readonly name: string;
  readonly files: readonly PayloadFile[];
  readonly folders: readonly Folder[];
}

/** The same files as folders within folders. */
export function treeOf(files: readonly PayloadFile[], place = ''): Folder {
  const below = files.filter((file) => place === '' || file.place.startsWith(`${place}/`));
  const rest = (file: PayloadFile): string[] =>
    file.place.slice(place === '' ? 0 : place.length + 1).split('/');
  const names = new Set(below.filter((file) => rest(file).length > 1).map((file) => rest(file)[0] ?? ''));
  return {
    place,
    name: place.split('/').at(-1) ?? '',
    files: below.filter((file) => rest(file).length === 1),
    folders: [...names].map((name) => treeOf(below, place === '' ? name : `${place}/${name}`)),
  };
}

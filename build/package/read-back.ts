import fs from 'node:fs';
import path from 'node:path';
import { getCurrentFuseWire } from '@electron/fuses';
import { InstallationMarker, markerFile } from '../../src/main/installation.ts';
import { type FuseName, fuseOrder } from './fuses.ts';
import { names } from './names.ts';
import { type Archive, readArchive } from './read-archive.ts';
import { placeholderOf } from './stand-in-dist.ts';
import type { System } from './targets.ts';

/** What a finished package was found to hold. */
export interface ReadBack {
  readonly archive: Archive;
  /** `removed`: Electron has this fuse no more. A fuse that this program does not know is named by its number. */
  readonly fuses: Readonly<Record<string, boolean | 'removed'>>;
  readonly kind: InstallationMarker['kind'];
  /** Whether the executable, or macOS' Info.plist, carries the hash of the archive's header. Linux has no place for it. */
  readonly isHashEmbedded: boolean;
  /** The files that are neither in the archive nor beside it, by path below the folder, with their bytes. */
  readonly others: ReadonlyMap<string, number>;
  /** Whether the stand-in is in Electron's place. */
  readonly isStandIn: boolean;
}

/** Where things are in a packed folder. */
export function placesIn(
  folder: string,
  system: System,
): { executable: string; resources: string; hash: string | null } {
  if (system === 'darwin') {
    const contents = path.join(folder, `${names.product}.app`, 'Contents');
    return {
      executable: path.join(contents, 'MacOS', names.product),
      resources: path.join(contents, 'Resources'),
      hash: path.join(contents, 'Info.plist'),
    };
  }
  const executable = path.join(folder, system === 'win32' ? `${names.product}.exe` : names.linux);
  return {
    executable,
    resources: path.join(folder, 'resources'),
    hash: system === 'win32' ? executable : null,
  };
}

function filesIn(folder: string, leftOut: readonly string[], below = ''): (readonly [string, number])[] {
  return fs.readdirSync(path.join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(below, entry.name);
    const file = path.join(folder, name);
    if (leftOut.includes(file)) return [];
    if (entry.isDirectory()) return filesIn(folder, leftOut, name);
    return [[name, fs.lstatSync(file).size] as const];
  });
}

const states: Readonly<Record<string, boolean | 'removed'>> = { 0: false, 1: true, r: 'removed' };

async function fusesOf(executable: string): Promise<Record<string, boolean | 'removed'>> {
  const wire = Object.entries(await getCurrentFuseWire(executable)).filter(([place]) => place !== 'version');
  return Object.fromEntries(
    wire.map(([place, state]) => {
      const name: FuseName | undefined = fuseOrder[Number(place)];
      const read = states[String.fromCharCode(Number(state))];
      if (read === undefined) throw new Error(`the fuse ${name ?? place} has an unknown state`);
      return [name ?? place, read];
    }),
  );
}

/** Whether a file holds a text, in one byte per character or two. */
const holds = (file: string, text: string): boolean => {
  const content = fs.readFileSync(file);
  return content.includes(text) || content.includes(Buffer.from(text, 'utf16le'));
};

/** Whether the licence is the line that the stand-in has instead: Electron's own comes with every Electron. */
const isStandIn = (...places: readonly string[]): boolean =>
  places
    .map((place) => path.join(place, 'LICENSE.electron.txt'))
    .some((file) => fs.existsSync(file) && fs.readFileSync(file, 'utf8') === placeholderOf('LICENSE'));

/** Reads a packed folder back, from its files alone: what configuration asked for is not asked here. */
export async function readBack(folder: string, system: System): Promise<ReadBack> {
  const { executable, resources, hash } = placesIn(folder, system);
  const asar = path.join(resources, 'app.asar');
  const archive = readArchive(asar);
  const marker = InstallationMarker.parse(
    JSON.parse(fs.readFileSync(path.join(resources, markerFile), 'utf8')),
  );
  const others = filesIn(folder, [asar, `${asar}.unpacked`]);
  const beside = fs.existsSync(`${asar}.unpacked`) ? filesIn(`${asar}.unpacked`, []) : [];
  // What lies beside the archive and is not in its header is nobody's.
  const strays = beside.filter(([name]) => archive.files.get(name)?.isUnpacked !== true);
  return {
    archive,
    fuses: await fusesOf(executable),
    kind: marker.kind,
    isHashEmbedded: hash !== null && holds(hash, archive.headerHash),
    others: new Map([
      ...others,
      ...strays.map(([name, bytes]) => [`app.asar.unpacked/${name}`, bytes] as const),
    ]),
    isStandIn: isStandIn(folder, resources),
  };
}

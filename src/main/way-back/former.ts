import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { RowMarks } from '../journal/row-marks.ts';
import { newest } from '../journal/schema.ts';
import type { FolderFiles } from './folder-files.ts';

/** What is kept of a version beside its files. */
const Manifest = z.object({
  version: z.string(),
  keptAt: z.string(),
  /** The executable, from the folder of its program. */
  executable: z.string(),
  /** The newest version of the journal's schema that it knows. */
  knows: z.int().positive(),
  /** What its journal had recorded; null if it could not be used. */
  marks: RowMarks.nullable(),
});

/** A version that was replaced: its program, and its journal and settings as they were. */
export interface Former extends z.output<typeof Manifest> {
  readonly folder: string;
}

/** The folder with what is kept, beside the program's other files. */
const allFormer = (folder: string): string => path.join(folder, 'former');

export const formerJournal = ({ folder }: Former): string => path.join(folder, 'journal.sqlite');
export const formerProgram = ({ folder, executable }: Former): string =>
  path.join(folder, 'program', executable);

function read(folder: string): Former | null {
  try {
    const text = fs.readFileSync(path.join(folder, 'former.json'), 'utf8');
    const former = { ...Manifest.parse(JSON.parse(text)), folder };
    return fs.existsSync(formerProgram(former)) ? former : null;
  } catch {
    return null; // begun, and not finished
  }
}

/** The version that is kept; null if there is none that is whole. */
export function formerIn(folder: string): Former | null {
  const all = allFormer(folder);
  const names = fs.existsSync(all) ? fs.readdirSync(all) : [];
  const whole = names.filter((name) => !name.endsWith('.new')).map((name) => read(path.join(all, name)));
  // Two are there where the program ended before it could delete the older one.
  const [newestOne] = whole
    .filter((one) => one !== null)
    .toSorted((a, b) => b.keptAt.localeCompare(a.keptAt));
  return newestOne ?? null;
}

export interface VersionToKeep {
  /** The program's own folder, with its journal and settings. */
  readonly folder: string;
  readonly version: string;
  /** The folder of the installed program, and its executable in it. */
  readonly program: string;
  readonly executable: string;
  /** Writes a copy of the journal, and answers what it has recorded; null if it cannot be used. */
  readonly copyJournal: ((file: string) => RowMarks) | null;
  readonly now: Date;
  readonly files: FolderFiles;
}

/**
 * Keeps the installed version with its journal and settings, instead of the one that was kept before. It is put
 * together under another name and renamed when it is whole; only then the one before is deleted. Rejects with the
 * system's error, and leaves what was kept before as it was.
 */
export async function keepFormer(version: VersionToKeep): Promise<void> {
  const { folder, now, files } = version;
  const all = allFormer(folder);
  const whole = path.join(all, `${version.version}-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`);
  await fs.promises.mkdir(all, { recursive: true, mode: 0o700 });
  // What an attempt that was cut off has left takes the room of this one.
  await deleteIn(files, all, (name) => name.endsWith('.new'));
  const unfinished = `${whole}.new`;
  try {
    await putTogether(unfinished, version);
    await fs.promises.rename(unfinished, whole);
  } catch (error) {
    await files.remove(unfinished).catch(() => undefined);
    throw error;
  }
  // After a way back, what runs is a kept version itself; the next one deletes it.
  const runs = (name: string): boolean => version.program.startsWith(path.join(all, name) + path.sep);
  await deleteIn(files, all, (name) => name !== path.basename(whole) && !runs(name));
}

async function putTogether(
  into: string,
  { folder, version, program, executable, copyJournal, now, files }: VersionToKeep,
): Promise<void> {
  await fs.promises.mkdir(into, { mode: 0o700 });
  await files.copy(program, path.join(into, 'program'));
  const settings = path.join(folder, 'settings.json');
  if (fs.existsSync(settings)) await fs.promises.copyFile(settings, path.join(into, 'settings.json'));
  const manifest: z.input<typeof Manifest> = {
    ...{ version, executable, knows: newest, keptAt: now.toISOString() },
    marks: copyJournal?.(path.join(into, 'journal.sqlite')) ?? null,
  };
  await fs.promises.writeFile(path.join(into, 'former.json'), JSON.stringify(manifest), {
    ...{ mode: 0o600, flush: true },
  });
}

async function deleteIn(files: FolderFiles, folder: string, which: (name: string) => boolean): Promise<void> {
  for (const name of (await fs.promises.readdir(folder)).filter(which)) {
    await files.remove(path.join(folder, name));
  }
}

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { commitTime } from './commit-time.ts';
import { problemsOf } from './contents.ts';
import { ingredientsOf } from './ingredients.ts';
import { readBack } from './read-back.ts';
import { sbomOf, sbomProblems } from './sbom.ts';
import { type Sizes, sizesOf, tooLarge } from './sizes.ts';
import type { Packed, Target } from './targets.ts';

/** What is known of a finished package, beside it in `<artifact>.contents.json`. */
export interface Contents {
  readonly artifact: string;
  /** Of the artifact; null for a folder. */
  readonly sha256: string | null;
  readonly isStandIn: boolean;
  /** What was read: the artifact itself, or the folder that it was made of, where this system cannot open it. */
  readonly read: 'artifact' | 'folder';
  readonly archiveHeader: string;
  readonly fuses: Readonly<Record<string, boolean | 'removed'>>;
  readonly sizes: Sizes;
  /** The files of the archive, with their bytes. */
  readonly files: Readonly<Record<string, number>>;
}

const hashOf = (file: string): string => createHash('sha256').update(fs.readFileSync(file)).digest('hex');

/**
 * Reads a finished package back, compares it with what it has to be, and writes its contents and its SBOM beside it.
 * Throws with everything that is wrong.
 */
export async function checkPackage(
  target: Target,
  { folder, artifact, processor, version, work, isStandIn }: Packed,
  electronVersion: string,
): Promise<Contents> {
  const unpacked = target.unpack?.(artifact, path.join(work, 'unpacked'));
  const read = await readBack(unpacked ?? folder, target.system);
  const isFile = fs.existsSync(artifact) && fs.statSync(artifact).isFile();
  const sizes = sizesOf(read, isFile ? fs.statSync(artifact).size : null);
  const ingredients = ingredientsOf(read.archive.files.keys());
  const sbom = sbomOf(ingredients, { version, electronVersion, isStandIn, seconds: commitTime() });
  const problems = [
    ...problemsOf(read, { target, processor }),
    ...sbomProblems(sbom, read),
    ...tooLarge(sizes),
    ...(read.isStandIn === isStandIn ? [] : ['the stand-in is where Electron is to be, or the reverse']),
  ];
  if (problems.length > 0)
    throw new Error(`${path.basename(artifact)} is not what it is to be:\n${problems.join('\n')}`);
  const contents: Contents = {
    artifact: path.basename(artifact),
    sha256: isFile ? hashOf(artifact) : null,
    isStandIn,
    read: unpacked === undefined ? 'folder' : 'artifact',
    archiveHeader: read.archive.headerHash,
    fuses: read.fuses,
    sizes,
    files: Object.fromEntries([...read.archive.files].map(([name, { bytes }]) => [name, bytes])),
  };
  fs.writeFileSync(`${artifact}.contents.json`, `${JSON.stringify(contents, null, 1)}\n`);
  fs.writeFileSync(`${artifact}.sbom.json`, sbom);
  return contents;
}

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** A package that something of the program was made of. */
export interface Origin {
  readonly name: string;
  readonly version: string;
  /** Where it lies, below the project's folder, `/` between the parts. */
  readonly folder: string;
}

/** What the bundler says of one file that it wrote. */
export interface NotedFile {
  /** Of the file as it was written, so that a file of another build is told from it. */
  readonly sha256: string;
  /** The packages whose modules or files are in it. Our own source is not named. */
  readonly packages: readonly Origin[];
}

/** The notes of one bundle: each of its files, by its path in the bundle's folder. */
export type ModuleNotes = Readonly<Record<string, NotedFile>>;

/** What the plugin needs of an output of Rolldown's. */
interface Output {
  readonly type: 'chunk' | 'asset';
  readonly fileName: string;
  readonly moduleIds?: readonly string[];
  readonly originalFileNames?: readonly string[];
}

/** Code that the bundler adds by itself. */
const virtual = /^\0(rolldown|vite)\//;

const folderOf = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;

/** What lies in a folder of `node_modules`. */
export function originIn(folder: string, root: string): Origin {
  const text = fs.readFileSync(path.join(folder, 'package.json'), 'utf8');
  const { name, version } = JSON.parse(text) as Omit<Origin, 'folder'>;
  return { name, version, folder: path.relative(root, folder).split(path.sep).join('/') };
}

/**
 * The package a module is of, by its id; null where it is our own. Throws for one that nothing is known of: what ships
 * is to be accounted for.
 */
export function originOf(id: string, root: string): Origin | null {
  const [, tool] = virtual.exec(id) ?? [];
  if (tool !== undefined) return originIn(path.join(root, 'node_modules', tool), root);
  const file = path.resolve(root, id.replace(/^\0/, '').replace(/\?.*$/s, ''));
  const [folder] = folderOf.exec(file) ?? [];
  if (folder !== undefined) return originIn(folder, root);
  if (file.startsWith(root + path.sep) && fs.existsSync(file)) return null;
  throw new Error(`what ships has a module of unknown origin: ${JSON.stringify(id)}`);
}

function originsOf(ids: readonly string[], root: string): readonly Origin[] {
  const found = new Map<string, Origin>();
  for (const id of ids) {
    const origin = originOf(id, root);
    if (origin !== null) found.set(`${origin.name}@${origin.version}`, origin);
  }
  return [...found].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, origin]) => origin);
}

/**
 * A plugin of the bundler's that notes of which packages each file is made, in `out/modules/<bundle>.json`. The SBOM is
 * made from it: all that is bundled is a development dependency, which `npm sbom` would leave out.
 *
 * @param root the project's folder
 * @param assetRoot from where the bundler names the files of assets
 */
export const noteModules = (bundle: string, root: string, assetRoot = root) => ({
  name: 'carrel: what the bundles are made of',
  writeBundle(options: { readonly dir?: string | undefined }, outputs: Readonly<Record<string, Output>>) {
    const folder = options.dir ?? path.join(root, 'out', bundle);
    const notes: Record<string, NotedFile> = {};
    for (const { fileName, moduleIds = [], originalFileNames = [] } of Object.values(outputs)) {
      const files = originalFileNames.map((name) => path.resolve(assetRoot, name));
      notes[fileName] = {
        sha256: createHash('sha256')
          .update(fs.readFileSync(path.join(folder, fileName)))
          .digest('hex'),
        packages: originsOf([...moduleIds, ...files], root),
      };
    }
    const target = path.join(root, 'out/modules');
    fs.mkdirSync(target, { recursive: true });
    const sorted = Object.fromEntries(
      Object.entries(notes).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    );
    fs.writeFileSync(path.join(target, `${bundle}.json`), `${JSON.stringify(sorted, null, 1)}\n`);
  },
});

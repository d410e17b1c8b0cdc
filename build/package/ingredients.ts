import fs from 'node:fs';
import path from 'node:path';
import { root } from '../electron.ts';
import { notedFiles } from './contents.ts';
import { type Origin, originIn } from './module-notes.ts';

/** A package of which something ships, and the files of the archive that it is in. */
export interface Ingredient extends Origin {
  /** As its own package.json has it, an SPDX expression. */
  readonly license: string;
  readonly files: readonly string[];
}

function licenseOf({ folder }: Origin): string {
  const text = fs.readFileSync(path.join(root, folder, 'package.json'), 'utf8');
  const { license } = JSON.parse(text) as { readonly license?: unknown };
  return typeof license === 'string' ? license : 'NOASSERTION';
}

/**
 * Of what the files of an archive were made: what the bundler noted for each, and the packages that lie in it as they are.
 * Throws for a file that nothing is known of.
 */
export function ingredientsOf(files: Iterable<string>): readonly Ingredient[] {
  const noted = notedFiles();
  const found = new Map<string, { origin: Origin; files: string[] }>();
  const add = (origin: Origin, file: string): void => {
    const key = `${origin.name}@${origin.version}`;
    const entry = found.get(key) ?? { origin, files: [] };
    entry.files.push(file);
    found.set(key, entry);
  };
  for (const file of files) {
    const [folder] = /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [];
    if (folder !== undefined) add(originIn(path.join(root, folder), root), file);
    else if (noted[file] !== undefined) for (const origin of noted[file].packages) add(origin, file);
    else if (file !== 'package.json') throw new Error(`nothing is known of where ${file} is from`);
  }
  return [...found]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { origin, files: its }]) => ({ ...origin, license: licenseOf(origin), files: its }));
}

/** The licences of all that ships, in one text: most of them ask to be handed on. */
export function noticesOf(ingredients: readonly Ingredient[]): string {
  const parts = ingredients.map(({ name, version, license, folder }) => {
    const own = path.join(root, folder);
    const files = fs.readdirSync(own).filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file));
    const texts = files.toSorted().map((file) => fs.readFileSync(path.join(own, file), 'utf8').trim());
    return [`${name} ${version} (${license})`, ...texts].join('\n\n');
  });
  return `${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

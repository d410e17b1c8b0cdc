import fs from 'node:fs';
import path from 'node:path';
import { root } from '../electron.ts';
import { names, publisher } from './names.ts';
import { packedModules } from './packed-modules.ts';
import type { Processor, System } from './targets.ts';

interface Manifest {
  readonly productName: string;
  readonly description: string;
  readonly license: string;
  readonly type: string;
  readonly main: string;
  readonly version: string;
}

/** The project's own package.json. */
export const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest;

/** The folders of `out/` that are the program; the others there are of tests. */
export const bundles = ['main', 'preload', 'renderer'] as const;

/** Takes the name of a source map that does not ship out of a file. */
function withoutMap(file: string): void {
  const text = fs.readFileSync(file, 'utf8');
  fs.writeFileSync(file, text.replace(/^\/\/# sourceMappingURL=\S*\s*$/m, ''));
}

const isShipped = (file: string): boolean => !file.endsWith('.map');

/**
 * Puts together what goes into the archive, and nothing else: the bundles, the packages that cannot be bundled, a
 * package.json of its own. electron-builder packs this folder as it stands, so none of its rules about `node_modules`
 * decides what ships.
 */
export function stageApp(
  folder: string,
  { version, system, processor }: { version: string; system: System; processor: Processor },
): void {
  fs.rmSync(folder, { recursive: true, force: true });
  for (const bundle of bundles) {
    fs.cpSync(path.join(root, 'out', bundle), path.join(folder, 'out', bundle), {
      recursive: true,
      filter: isShipped,
    });
  }
  for (const [name, files] of Object.entries(packedModules(system, processor))) {
    for (const file of files) {
      const to = path.join(folder, 'node_modules', name, file);
      fs.mkdirSync(path.dirname(to), { recursive: true });
      fs.copyFileSync(path.join(root, 'node_modules', name, file), to);
      if (file.endsWith('.js')) withoutMap(to);
    }
  }
  const { productName, description, license, type, main } = manifest;
  const own = {
    ...{ name: names.linux, productName, version, description, license, type, main },
    // Electron's name for the windows of Linux: what a desktop finds the icon by.
    desktopName: `${names.linux}.desktop`,
    homepage: publisher.homepage,
    author: { name: publisher.name, email: publisher.mail },
  };
  fs.writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(own, null, 2)}\n`);
}

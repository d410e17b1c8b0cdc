import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';

/** How a copy of the program came onto its machine. `folder` is an unpacked build that nobody installs. */
export const installationKinds = [
  ...(['deb', 'rpm', 'appimage'] as const),
  ...(['msi', 'nsis'] as const),
  ...(['pkg', 'zip'] as const),
  'folder',
] as const;

/** The marker that each package carries in its resources, written by `build/package/marker.ts`. */
export const InstallationMarker = z.strictObject({
  schema: z.literal('carrel-installation/1'),
  kind: z.enum(installationKinds),
});
export type InstallationMarker = z.infer<typeof InstallationMarker>;
export type InstallationKind = InstallationMarker['kind'];

/** The marker's name in the resources. */
export const markerFile = 'installation.json';

/**
 * How this copy was installed. `checkout`: it was not, it runs from its source. `unknown`: the marker is missing or
 * cannot be read, so the kind is not known and nothing may be assumed of it. An updater has to leave that copy alone:
 * one that guesses puts a second copy beside an MSI's.
 */
export function installationOf({
  isPackaged,
  resourcesPath,
}: {
  readonly isPackaged: boolean;
  readonly resourcesPath: string;
}): InstallationKind | 'checkout' | 'unknown' {
  if (!isPackaged) return 'checkout';
  try {
    const text = fs.readFileSync(path.join(resourcesPath, markerFile), 'utf8');
    return InstallationMarker.parse(JSON.parse(text)).kind;
  } catch {
    return 'unknown';
  }
}

import fs from 'node:fs';
import path from 'node:path';
import type { Judged } from './judge.ts';
import { explain, loadPreferences, readers } from './readers.ts';
import { fileSource, type PolicySystem } from './source.ts';
import { wholly } from './text.ts';
import type { Trust } from './trust.ts';

/** The program's name among those of a Mac, under which its settings are managed. */
export const bundleId = 'org.carrel.Carrel';

/** In a profile, what holds until the user chooses otherwise. */
export const recommendedKey = 'Recommended';

/** A list that has just come, before its reader is loaded, is not read yet. */
const parse = (bytes: Uint8Array): Judged =>
  readers.preferences?.parsePreferences(bytes) ?? { ok: false, problems: [wholly('notRead')] };

/** macOS: what a profile manages on this Mac, then for this user, then the file. */
export function macPolicies(trust: Trust, user: string, root = '/'): PolicySystem {
  const managed = path.join(root, 'Library/Managed Preferences');
  const own = path.join(root, 'Library/Application Support/Carrel');
  const file = `${bundleId}.plist`;
  const lists = [
    path.join(managed, file),
    // A name is a folder here: never more than one.
    ...(/^[^/\0]+$/.test(user) && !/^\.+$/.test(user) ? [path.join(managed, user, file)] : []),
  ];
  return {
    prepare: () =>
      !readers.preferences && lists.some((one) => fs.existsSync(one)) ? loadPreferences() : null,
    explain,
    read: () => [
      ...lists.map((one) => fileSource(one, trust, parse)),
      fileSource(path.join(own, 'policy.json'), trust),
    ],
    folders: [managed, path.join(managed, user), own],
  };
}

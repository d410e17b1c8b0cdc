import path from 'node:path';
import { parse, parseBinary, type PlistValue } from 'plist';
import { isObject, type Judged, judgeSettings } from './judge.ts';
import { fileSource, type PolicySystem } from './source.ts';
import { decoded, wholly } from './text.ts';
import type { Trust } from './trust.ts';

/** The program's name among those of a Mac, under which its settings are managed. */
export const bundleId = 'org.carrel.Carrel';

/** In a profile, what holds until the user chooses otherwise. */
export const recommendedKey = 'Recommended';

/** What macOS itself puts beside the settings of a profile. */
const systemKeys = /^(?:Payload|NS|Apple|PFC_)/;

/** Reads managed preferences: a property list, binary or XML, with the mandatory settings and `Recommended`. */
export function parsePreferences(bytes: Uint8Array): Judged {
  let read: PlistValue;
  try {
    const isBinary = Buffer.from(bytes.subarray(0, 6)).toString('latin1') === 'bplist';
    const text = isBinary ? '' : (decoded(bytes) ?? '');
    // Without a bracket the package would read an older kind of list, which macOS does not write.
    if (!isBinary && !text.trimStart().startsWith('<')) return { ok: false, problems: [wholly('syntax')] };
    read = isBinary ? parseBinary(bytes) : parse(text);
  } catch {
    return { ok: false, problems: [wholly('syntax')] };
  }
  if (!isObject(read)) return { ok: false, problems: [wholly('syntax')] };
  const recommended = read[recommendedKey];
  const isMandatory = (name: string): boolean => name !== recommendedKey && !systemKeys.test(name);
  const mandatory = Object.fromEntries(Object.entries(read).filter(([name]) => isMandatory(name)));
  return judgeSettings(mandatory, recommended);
}

/** macOS: what a profile manages on this Mac, then for this user, then the file. */
export function macPolicies(trust: Trust, user: string, root = '/'): PolicySystem {
  const managed = path.join(root, 'Library/Managed Preferences');
  const own = path.join(root, 'Library/Application Support/Carrel');
  const file = `${bundleId}.plist`;
  return {
    read: () => [
      fileSource(path.join(managed, file), trust, parsePreferences),
      // A name is a folder here: never more than one.
      ...(/^[^/\0]+$/.test(user) && !/^\.+$/.test(user)
        ? [fileSource(path.join(managed, user, file), trust, parsePreferences)]
        : []),
      fileSource(path.join(own, 'policy.json'), trust),
    ],
    folders: [managed, path.join(managed, user), own],
  };
}

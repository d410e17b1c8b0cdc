import { createHash } from 'node:crypto';

/** The machine's key: there while Carrel is installed for the machine, so that the installer per user refuses. */
export const machineKey = String.raw`Software\Carrel`;

/** The space of this product's names, of which all other identifiers are made. */
const nameSpace = Buffer.from('0d7b6c1e5c534c3a9a5e4b1f6c3d2e10', 'hex');

/**
 * The identifier of a name: the same for ever (RFC 9562, version 5). Windows counts who uses a file by its component's
 * identifier, so that a path has to keep its own from version to version.
 */
export function guidOf(name: string): string {
  const hash = createHash('sha1').update(nameSpace).update(name).digest().subarray(0, 16);
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex').toUpperCase();
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)];
  return `{${parts.join('-')}}`;
}

const [largestMajor, largestMinor, largestPatch] = [255, 255, 65_535];

/**
 * The version as Windows compares it: three numbers. Throws for a version it would compare wrongly: with a suffix
 * (`1.2.0-rc.1` would be the same as `1.2.0`, and neither would replace the other) or with a number that is too large.
 */
export function windowsVersion(version: string): string {
  const numbers = /^(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number);
  const [major = Infinity, minor = Infinity, patch = Infinity] = numbers ?? [];
  if (major > largestMajor || minor > largestMinor || patch > largestPatch)
    throw new Error(`Version ${version} cannot be an MSI: only three numbers, up to 255.255.65535.`);
  return `${major}.${minor}.${patch}`;
}

import path from 'node:path';
import type { PolicyProblem } from '../../contract/policy.ts';
import { certificatesIn } from '../network/authorities.ts';
import { programDataFolder } from './program-data.ts';
import { readPolicyFile } from './read-file.ts';
import { windowsRegistry } from './registry.ts';
import { decoded, type Finding, wholly } from './text.ts';
import { posixTrust, type Trust, windowsTrust } from './trust.ts';
import { problemAt } from './words.ts';

/** The certificates of a file, as PEM; or what is wrong with it, and then none. */
export interface Authorities {
  readonly pem: readonly string[];
  readonly problems: readonly PolicyProblem[];
}

/** A file outside the policy's own folder: whoever can write it could read along, so it is judged as strictly. */
export const authorityTrust = (platform: NodeJS.Platform): Trust =>
  platform === 'win32'
    ? windowsTrust(path.win32.dirname(programDataFolder(windowsRegistry())))
    : posixTrust({ owners: [0] });

/** Reads the authorities that a policy names. One that cannot be read is not trusted, and nothing else changes. */
export function readAuthorities(file: string, trust: Trust): Authorities {
  const refused = (...problems: readonly Finding[]): Authorities => ({
    pem: [],
    problems: problems.map((one) => problemAt(file, one)),
  });
  const read = readPolicyFile(file, trust);
  if (read.is === 'none') return refused(wholly('notRead', 'ENOENT'));
  if (read.is === 'broken') return refused(...read.problems);
  const pem = certificatesIn(decoded(read.bytes) ?? '');
  return pem ? { pem, problems: [] } : refused(wholly('notCertificates'));
}

import os from 'node:os';
import type { Clock, Log } from '../ports.ts';
import { authorityTrust } from './authority.ts';
import { macPolicies } from './mac.ts';
import { Policy } from './policy.ts';
import { windowsRegistry } from './registry.ts';
import { linuxPolicies, type PolicySystem } from './source.ts';
import { posixTrust } from './trust.ts';
import { windowsPolicies } from './windows.ts';

/** Where a system keeps policies. On POSIX only what is root's counts. */
export function policySystem(platform: NodeJS.Platform): PolicySystem {
  if (platform === 'win32') return windowsPolicies(windowsRegistry());
  const trust = posixTrust({ owners: [0] });
  return platform === 'darwin' ? macPolicies(trust, userName()) : linuxPolicies(trust);
}

/** The system's own name of the user, which an environment cannot change; `''` where it has none. */
function userName(): string {
  try {
    return os.userInfo().username;
  } catch {
    return '';
  }
}

/** Reads the policy of this computer, before anything else is opened. */
export const openPolicy = (
  folder: string,
  clock: Pick<Clock, 'now'>,
  log: Log,
  system: PolicySystem,
): Policy =>
  new Policy({
    ...{ system, folder, clock, log },
    trust: authorityTrust(process.platform),
    host: os.hostname(),
  });

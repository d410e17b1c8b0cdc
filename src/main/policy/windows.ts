import path from 'node:path';
import { policyIds, type PolicyId } from '../../contract/policy.ts';
import { catalogue } from './catalogue.ts';
import { type Judged, judgeSettings } from './judge.ts';
import { codeOf } from './read-file.ts';
import { programDataFolder } from './program-data.ts';
import { explain } from './readers.ts';
import type { Hive, Registry, RegistryValue } from './registry.ts';
import { brokenAt, fileSource, type PolicySystem, type Source } from './source.ts';
import { type Finding, mostBytes, wholly } from './text.ts';
import { type Trust, windowsTrust } from './trust.ts';

/** The key of group policy, and within it what holds until the user chooses otherwise. */
export const policyKey = String.raw`Software\Policies\Carrel`;
export const recommendedSubkey = 'Recommended';

/** The registry does not tell upper and lower case apart. */
const idOf = (name: string): PolicyId | undefined =>
  policyIds.find((id) => id.toLowerCase() === name.toLowerCase());

/** Lists and objects are JSON there, in one line or in several. */
function readData(value: RegistryValue): { readonly read: unknown } | null {
  const text = Array.isArray(value) ? value.join('\n') : value;
  if (typeof text !== 'string' || text.length > mostBytes) return null;
  try {
    return { read: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}

/** A value of the registry as a policy file would have it; null if it is JSON and cannot be read. */
function valueOf(id: PolicyId, value: RegistryValue): { readonly read: unknown } | null {
  const { kind } = catalogue[id].form;
  if (kind === 'data') return readData(value);
  // Group policy writes yes and no as numbers; any other number, and a text, stays as it is, and is refused.
  if (kind === 'flag' && (value === 0 || value === 1)) return { read: value === 1 };
  return { read: value };
}

type Values = ReadonlyMap<string, RegistryValue>;

function settingsOf(part: string, values: Values, problems: Finding[]): Readonly<Record<string, unknown>> {
  const entries: [string, unknown][] = [];
  for (const [name, value] of values) {
    // The default value of the key, which group policy does not use.
    if (name === '') continue;
    const id = idOf(name);
    const read = id === undefined ? { read: value } : valueOf(id, value);
    if (read) entries.push([id ?? name, read.read]);
    else problems.push({ ...wholly('syntax'), key: `${part}.${name}` });
  }
  return Object.fromEntries(entries);
}

/** What group policy has set for the machine, or for the user. */
function registrySource(registry: Registry, hive: Hive): Source {
  const place = `${hive}\\${policyKey}`;
  let judged: Judged | null;
  try {
    const mandatory = registry.values(hive, policyKey);
    const recommended = registry.values(hive, `${policyKey}\\${recommendedSubkey}`);
    const problems: Finding[] = [];
    judged =
      (mandatory?.size ?? 0) + (recommended?.size ?? 0) === 0
        ? null
        : judgeSettings(
            settingsOf('mandatory', mandatory ?? new Map(), problems),
            settingsOf('recommended', recommended ?? new Map(), problems),
            problems,
          );
  } catch (error) {
    return brokenAt(place, wholly('notRead', codeOf(error)));
  }
  return { place, judged };
}

/** Windows: group policy for the machine, group policy for the user, then the file. */
export function windowsPolicies(
  registry: Registry,
  trustIn: (folder: string) => Trust = (folder) => windowsTrust(path.win32.dirname(folder)),
): PolicySystem {
  const folder = programDataFolder(registry);
  const trust = trustIn(folder);
  return {
    read: () => [
      registrySource(registry, 'HKLM'),
      registrySource(registry, 'HKCU'),
      fileSource(path.win32.join(folder, 'policy.json'), trust),
    ],
    folders: [folder],
    explain,
  };
}

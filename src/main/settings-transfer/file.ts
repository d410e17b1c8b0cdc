import { visit } from 'jsonc-parser';
import type * as z from 'zod';
import { InvalidArgumentError } from '../../client/errors.ts';
import {
  settingsGroups,
  type SettingsFileProblem,
  type SettingsGroup,
} from '../../contract/settings-transfer.ts';
import { m } from '../../messages/compiled/messages.js';
import { isProxyList } from '../../client/proxy/route.ts';
import { Failed, invalid } from '../failure.ts';
import { isObject } from '../policy/judge.ts';
import { decoded, mostFaults, positionIn, tooDeepAt } from '../policy/text.ts';
import { withNotes } from '../station/banknotes.ts';
import { assertRules } from '../station/barcode-rules.ts';
import { institutionAt } from '../station/institution-key.ts';
import { groupForms, mostBytes, settingsSchema, type Transfer } from './transfer.ts';

/** Deeper than any settings are. */
const mostDepth = 12;

/** What a file says: its settings, as whole as a station has them. */
export interface SettingsFile {
  readonly version: string;
  readonly transfer: Transfer;
  readonly problems: readonly SettingsFileProblem[];
}

const fatal = (text: string): SettingsFile => ({
  ...{ version: '', transfer: {}, problems: [{ text, isFatal: true }] },
});

/**
 * Reads a file of settings. What a group does not say is as it is here (`now`). One value that cannot be is a fault of
 * the whole file: nothing of it is used. A name that this version does not know is named, and left out.
 */
export function readSettingsFile(bytes: Uint8Array, now: Transfer): SettingsFile {
  if (bytes.length > mostBytes) return fatal(m.settings_transfer_too_large());
  const text = decoded(bytes);
  if (text === null || text.includes('\0')) return fatal(m.policy_fault_encoding());
  if (text.trim() === '') return fatal(m.policy_fault_empty());
  if (tooDeepAt(text, mostDepth) !== null) return fatal(m.policy_fault_tooDeep());
  const fault = faultIn(text);
  if (fault !== null) return fatal(fault);
  const content: unknown = JSON.parse(text);
  if (!isObject(content) || content['schema'] !== settingsSchema)
    return fatal(m.settings_transfer_schema({ schema: settingsSchema }));
  const secret = secretIn(content);
  if (secret !== null) return fatal(m.settings_transfer_secret({ key: secret }));
  return readContent(content, now);
}

function readContent(content: Readonly<Record<string, unknown>>, now: Transfer): SettingsFile {
  const { version, ...given } = content;
  const problems: SettingsFileProblem[] = [];
  const transfer: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (name === 'schema') continue;
    const group = settingsGroups.find((one) => one === name);
    if (group === undefined) {
      problems.push({ text: m.settings_transfer_unknown({ key: name }), isFatal: false });
      continue;
    }
    const { read, faults, unknown } = readGroup(group, value, now[group]);
    for (const text of faults) problems.push({ text, isFatal: true });
    for (const key of unknown) problems.push({ text: m.settings_transfer_unknown({ key }), isFatal: false });
    transfer[group] = read;
  }
  if (Object.keys(transfer).length === 0)
    problems.push({ text: m.settings_transfer_nothing(), isFatal: true });
  const isUsable = !problems.some(({ isFatal }) => isFatal);
  return {
    version: typeof version === 'string' ? version.slice(0, 40) : '',
    transfer: isUsable ? transfer : {},
    problems: problems.toSorted((a, b) => Number(b.isFatal) - Number(a.isFatal)).slice(0, mostFaults),
  };
}

interface GroupRead {
  readonly read: unknown;
  readonly faults: readonly string[];
  readonly unknown: readonly string[];
}

function readGroup(group: SettingsGroup, given: unknown, now: unknown): GroupRead {
  const whole = merged(now, given);
  const parsed = groupForms[group].safeParse(whole);
  if (!parsed.success) {
    const faults = parsed.error.issues.slice(0, 5).map((issue) => issueText(group, issue));
    return { read: undefined, faults, unknown: [] };
  }
  const refused = refusedText(group, parsed.data);
  if (refused !== null) return { read: undefined, faults: [refused], unknown: [] };
  return { read: normalized(group, parsed.data), faults: [], unknown: leftOut(given, parsed.data, group) };
}

/** What is given over what is here, object by object. Lists are replaced. */
function merged(now: unknown, given: unknown): unknown {
  if (!isObject(now) || !isObject(given) || 'at' in given) return given;
  return {
    ...now,
    ...Object.fromEntries(Object.entries(given).map(([name, value]) => [name, merged(now[name], value)])),
  };
}

/** The names in what was given that are in nothing that was read. */
function leftOut(given: unknown, read: unknown, path: string): readonly string[] {
  if (Array.isArray(given) && Array.isArray(read))
    return given.flatMap((value, index) => leftOut(value, read[index], `${path}.${index}`));
  if (!isObject(given) || !isObject(read)) return [];
  return Object.entries(given).flatMap(([name, value]) =>
    Object.hasOwn(read, name) ? leftOut(value, read[name], `${path}.${name}`) : [`${path}.${name}`],
  );
}

/** What a form cannot say: rules that fit every code, amounts, addresses to which no key may go. */
function refusedText(group: SettingsGroup, read: unknown): string | null {
  try {
    normalized(group, read);
    return null;
  } catch (error) {
    if (!(error instanceof Failed) && !(error instanceof InvalidArgumentError)) throw error;
    return m.settings_transfer_value({ key: group });
  }
}

function normalized(group: SettingsGroup, read: unknown): unknown {
  if (group === 'service') {
    const { address, root } = groupForms.service.parse(read);
    return institutionAt(address, root);
  }
  if (group === 'network') {
    const { proxy } = groupForms.network.parse(read);
    if (proxy !== '' && !isProxyList(proxy)) throw invalid('proxy', 'notAProxy');
  }
  if (group === 'barcodes') assertRules(groupForms.barcodes.parse(read));
  if (group === 'banknotes') {
    const all = Object.entries(groupForms.banknotes.parse(read));
    return all.reduce((notes, [currency, values]) => withNotes(notes, currency, values), {});
  }
  return read;
}

/** Which field, and what it has to be; never the value, which may be a secret in the wrong place. */
function issueText(group: SettingsGroup, issue: z.core.$ZodIssue): string {
  const key = [group, ...issue.path.map(String)].join('.');
  if (issue.code === 'invalid_type') return m.settings_transfer_type({ key, expected: issue.expected });
  if (issue.code === 'invalid_value')
    return m.settings_transfer_one_of({ key, values: issue.values.map(String).join(', ') });
  if (issue.code === 'too_big') return m.settings_transfer_most({ key, most: String(issue.maximum) });
  if (issue.code === 'too_small') return m.settings_transfer_least({ key, least: String(issue.minimum) });
  return m.settings_transfer_value({ key });
}

/** The first name of a secret, at any depth. */
function secretIn(value: unknown, path = ''): string | null {
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, part] of Object.entries(value)) {
    const here = path === '' ? name : `${path}.${name}`;
    if (/key|password|secret|token|login/i.test(name)) return here;
    const found = secretIn(part, here);
    if (found !== null) return found;
  }
  return null;
}

/** Where the text is no JSON, or has a name twice in one object; null for neither. */
function faultIn(text: string): string | null {
  let fault = null as string | null;
  const at = (offset: number): { line: string; column: string } => {
    const { line, column } = positionIn(text, offset);
    return { line: String(line), column: String(column) };
  };
  const seen = new Set<string>();
  visit(
    text,
    {
      onError: (_, offset) => {
        fault ??= m.settings_transfer_syntax(at(offset));
      },
      onObjectProperty(name, offset, _length, _line, _character, pathOf) {
        const key = [...pathOf(), name].join('.');
        if (seen.has(key)) fault ??= m.settings_transfer_twice({ key, ...at(offset) });
        seen.add(key);
      },
    },
    { disallowComments: true, allowTrailingComma: false },
  );
  return fault ?? (isJson(text) ? null : m.settings_transfer_syntax(at(text.length)));
}

/** The language's own parser is stricter. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

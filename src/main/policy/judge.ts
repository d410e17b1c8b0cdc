import type * as z from 'zod';
import { policyIds, type PolicyId } from '../../contract/policy.ts';
import { m } from '../../messages/compiled/messages.js';
import { catalogue, type PolicyValues } from './catalogue.ts';
import { type Finding, mostFaults } from './text.ts';

/** What a policy says: settings that hold, and settings that hold until the user chooses otherwise. */
export interface PolicyContent {
  readonly mandatory: Partial<PolicyValues>;
  readonly recommended: Partial<PolicyValues>;
}

/** What was read, or everything that is wrong with it: a policy with a fault is not used in part. */
export type Judged =
  | { readonly ok: true; readonly content: PolicyContent }
  | { readonly ok: false; readonly problems: readonly Finding[] };

export type Path = readonly (string | number)[];

/** Says where in its text a part of the policy is. */
export type Locate = (path: Path) => Pick<Finding, 'line' | 'column'>;

export const nowhere: Locate = () => ({ line: null, column: null });

/** Names under which people keep secrets. */
const secretNames =
  /pass(?:word|wd|phrase|code)?$|secret|token|credential|(?:api|private|access)[-_ ]?key|^key$/i;

/** A text with a login before a host, or a key behind a `?`. */
const secretTexts = /[^\s/@;]+:[^\s/@;]+@|[?&][\w-]*(?:key|token|secret|password)=/i;

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  Object.prototype.toString.call(value) === '[object Object]';

/** `mandatory.placeByHost[2].desk`, and nothing longer than a line. */
const nameOf = (path: Path): string =>
  path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${part}`))
    .join('')
    .slice(0, 200);

export const isPolicyId = (name: string): name is PolicyId => (policyIds as readonly string[]).includes(name);

/** The setting that was probably meant by a name that is none; `''` where none comes near. */
function meantBy(name: string): string {
  const typed = name.toLowerCase();
  const near = (id: string): boolean =>
    id === typed || (typed.length > 3 && (id.startsWith(typed) || typed.startsWith(id)));
  return policyIds.find((id) => near(id.toLowerCase())) ?? '';
}

/** Judges the parts of a policy, and remembers what is wrong. */
export class Judge {
  readonly problems: Finding[] = [];
  readonly #locate: Locate;

  constructor(locate: Locate) {
    this.#locate = locate;
  }

  note(why: Finding['why'], path: Path, detail = ''): void {
    if (this.problems.length < mostFaults) this.noteAt(this.#locate(path), why, path, detail);
  }

  noteAt(at: Pick<Finding, 'line' | 'column'>, why: Finding['why'], path: Path, detail = ''): void {
    this.problems.push({ ...at, key: nameOf(path), why, detail });
  }

  /** A name that nothing has. Secrets are named as such: they would be readable by every user of the machine. */
  noteName(path: Path): void {
    const name = String(path.at(-1));
    if (secretNames.test(name)) this.note('secret', path);
    else this.note('unknown', path, path.length === 2 ? meantBy(name) : '');
  }

  /** The settings of one part, each by its schema. */
  settings(part: 'mandatory' | 'recommended', value: unknown): Partial<PolicyValues> {
    if (value === undefined) return {};
    if (!isObject(value)) {
      this.note('type', [part], m.policy_expected_object());
      return {};
    }
    const good: [PolicyId, unknown][] = [];
    for (const [name, one] of Object.entries(value)) {
      if (!isPolicyId(name)) this.noteName([part, name]);
      else if (this.#isGood(name, one, [part, name])) good.push([name, one]);
    }
    // Each was parsed by the schema of its name.
    return Object.fromEntries(good);
  }

  #isGood(id: PolicyId, value: unknown, path: Path): boolean {
    if (typeof value === 'string' && secretTexts.test(value)) {
      this.note('secret', path);
      return false;
    }
    const parsed = (catalogue[id].schema as z.ZodType).safeParse(value);
    const noted = new Set<string>();
    for (const issue of parsed.error?.issues ?? []) {
      const at = [...path, ...issue.path.map((part) => (typeof part === 'number' ? part : String(part)))];
      if (issue.code === 'unrecognized_keys') for (const name of issue.keys) this.noteName([...at, name]);
      else if (!noted.has(nameOf(at))) {
        noted.add(nameOf(at));
        this.note(issue.code === 'invalid_type' ? 'type' : 'value', at, catalogue[id].expected());
      }
    }
    return parsed.success;
  }
}

/** Judges mandatory and recommended settings as the registry and a profile have them, where there is no schema to name. */
export function judgeSettings(
  mandatory: unknown,
  recommended: unknown,
  before: readonly Finding[] = [],
): Judged {
  const judge = new Judge(nowhere);
  const content = {
    mandatory: judge.settings('mandatory', mandatory),
    recommended: judge.settings('recommended', recommended),
  };
  const problems = [...before, ...judge.problems];
  return problems.length > 0 ? { ok: false, problems } : { ok: true, content };
}

import type { PolicyFault, PolicyProblem } from '../../contract/policy.ts';
import { m } from '../../messages/compiled/messages.js';
import type { Finding } from './text.ts';

interface Said {
  readonly key: string;
  readonly detail: string;
}

const texts: Readonly<Record<PolicyFault, (said: Said) => string>> = {
  empty: () => m.policy_fault_empty(),
  notRead: ({ detail }) => m.policy_fault_notRead({ detail }),
  notAFile: () => m.policy_fault_notAFile(),
  tooLarge: ({ detail }) => m.policy_fault_tooLarge({ detail }),
  userCanWrite: ({ detail }) => m.policy_fault_userCanWrite({ detail }),
  encoding: () => m.policy_fault_encoding(),
  syntax: ({ key, detail }) => {
    if (key !== '') return m.policy_fault_syntax_of({ key });
    return detail === '' ? m.policy_fault_syntax() : m.policy_fault_syntax_at({ detail });
  },
  tooDeep: () => m.policy_fault_tooDeep(),
  schema: ({ detail }) => m.policy_fault_schema({ detail }),
  unknown: ({ key, detail }) =>
    detail === '' ? m.policy_fault_unknown({ key }) : m.policy_fault_unknown_near({ key, detail }),
  secret: ({ key }) => m.policy_fault_secret({ key }),
  twice: ({ key }) => m.policy_fault_twice({ key }),
  type: (said) => {
    if (said.key === '') return m.policy_fault_whole(said);
    return within(said) ?? m.policy_fault_type(said);
  },
  notCertificates: () => m.policy_fault_notCertificates(),
  value: (said) => within(said) ?? m.policy_fault_value(said),
};

/** Of a part of a list or an object, what the whole setting has to be; null for a setting that is no such thing. */
function within({ key, detail }: Said): string | null {
  const [, setting] = /^(\w+\.\w+)[.[]/.exec(key) ?? [];
  return setting === undefined ? null : m.policy_fault_within({ key, setting, detail });
}

/** A finding with its place, and in words. Of a value nothing is said: it may be a secret in the wrong place. */
export const problemAt = (place: string, finding: Finding): PolicyProblem => ({
  ...finding,
  place,
  text: texts[finding.why](finding),
});

/** `file:3:14: “blurafter” is no setting.`, as compilers write it. */
export const lineOf = ({ place, line, column, text }: PolicyProblem): string =>
  line === null ? `${place}: ${text}` : `${place}:${line}:${column ?? 1}: ${text}`;

import { chmod, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { m } from '../../src/messages/compiled/messages.js';

/** A policy that is refused: how its file comes to be so, and what is said of it. */
export interface BadPolicy {
  readonly name: string;
  /** Puts it in the place of a good one. */
  readonly make: (file: string) => Promise<void>;
  /** What is wrong with it where it is in force. */
  readonly words: (file: string) => string;
  /** What `--check-policy` says of it after the name of the file, and the code that it ends with. */
  readonly checked: (file: string) => { readonly code: number; readonly said: string };
}

const policyText = (mandatory: string): string =>
  `{"schema": "carrel-policy/1",\n "mandatory": {${mandatory}}}`;

/** Of a file whose text is at fault: the same words, after the line and the column. */
const atFault = (name: string, mandatory: string, column: number, words: string): BadPolicy => ({
  name,
  make: (file) => writeFile(file, policyText(mandatory)),
  words: () => words,
  checked: () => ({ code: 1, said: `:2:${column}: ${words}` }),
});

/** Where the second of two settings begins, after `"clearAfter": 300, `. */
const second = 35;

export const badPolicies: readonly BadPolicy[] = [
  {
    name: 'an empty file',
    make: (file) => writeFile(file, ''),
    words: m.policy_fault_empty,
    checked: () => ({ code: 1, said: `: ${m.policy_fault_empty()}` }),
  },
  {
    name: 'ten megabytes',
    make: (file) => writeFile(file, policyText(' '.repeat(10_000_000))),
    words: () => m.policy_fault_tooLarge({ detail: '1000000' }),
    checked: () => ({ code: 66, said: `: ${m.policy_fault_tooLarge({ detail: '1000000' })}` }),
  },
  {
    name: 'UTF-16 without its mark',
    make: (file) => writeFile(file, Buffer.from(policyText('"clearAfter": 240'), 'utf16le')),
    words: m.policy_fault_encoding,
    checked: () => ({ code: 1, said: `: ${m.policy_fault_encoding()}` }),
  },
  {
    name: 'a folder',
    async make(file) {
      await rm(file);
      await mkdir(file);
    },
    words: m.policy_fault_notAFile,
    checked: () => ({ code: 66, said: `: ${m.policy_fault_notAFile()}` }),
  },
  {
    name: 'a link to a file that a user can write',
    async make(file) {
      const target = path.join(path.dirname(file), 'anna.txt');
      await rename(file, target);
      await chmod(target, 0o666);
      await symlink(target, file);
    },
    words: (file) => m.policy_fault_userCanWrite({ detail: path.join(path.dirname(file), 'anna.txt') }),
    // A draft may be anyone's.
    checked: () => ({ code: 0, said: '' }),
  },
  {
    name: 'a link that leads to itself',
    async make(file) {
      await rm(file);
      await symlink(file, file);
    },
    words: (file) => m.policy_fault_userCanWrite({ detail: file }),
    checked: () => ({ code: 66, said: `: ${m.policy_fault_notRead({ detail: 'ELOOP' })}` }),
  },
  atFault(
    'a name that is there twice',
    '"clearAfter": 300, "clearAfter": 1',
    second,
    m.policy_fault_twice({ key: 'mandatory.clearAfter' }),
  ),
  atFault(
    'false as text',
    '"clearAfter": 300, "allowExports": "false"',
    second,
    m.policy_fault_type({ key: 'mandatory.allowExports', detail: m.policy_expected_flag() }),
  ),
  atFault(
    'a name that no setting has',
    '"clearAfter": 300, "whatever": 1',
    second,
    m.policy_fault_unknown({ key: 'mandatory.whatever' }),
  ),
  atFault(
    'another file to include, as no policy does',
    '"clearAfter": 300, "include": "10-desk.json"',
    second,
    m.policy_fault_unknown({ key: 'mandatory.include' }),
  ),
];

import path from 'node:path';
import { m } from '../../messages/compiled/messages.js';
import { parsePreferences } from './mac.ts';
import { parsePolicy } from './parse.ts';
import { readPolicyFile } from './read-file.ts';
import { type Finding, wholly } from './text.ts';
import { lineOf, problemAt } from './words.ts';

/** What a check of a policy file found, for the command line. */
export interface PolicyCheck {
  /** Lines, each with its end. */
  readonly text: string;
  /** 0 where it is good, 1 where it has problems, 2 where it cannot be read at all. */
  readonly exitCode: 0 | 1 | 2;
}

/** Problems of a file that has not been read: nothing is said of what is in it. */
const unread: readonly string[] = ['notRead', 'notAFile', 'tooLarge'];

/**
 * Checks a policy file as a workstation would, and says all that is wrong with it, as compilers do. Who can write to it is
 * not looked at: it is a draft, and will be somewhere else.
 */
export function checkPolicyFile(file: string): PolicyCheck {
  const read = readPolicyFile(path.resolve(file), null);
  if (read.is === 'none') return said(file, [wholly('notRead', 'ENOENT')], 2);
  if (read.is === 'broken')
    return said(file, read.problems, read.problems.some(({ why }) => unread.includes(why)) ? 2 : 1);
  const parse = file.endsWith('.plist') ? parsePreferences : parsePolicy;
  const judged = parse(read.bytes);
  if (!judged.ok) return said(file, judged.problems, 1);
  const { mandatory, recommended } = judged.content;
  const counts = { held: Object.keys(mandatory).length, recommended: Object.keys(recommended).length };
  return { text: `${file}: ${m.policy_check_good(counts)}\n`, exitCode: 0 };
}

const said = (file: string, problems: readonly Finding[], exitCode: 1 | 2): PolicyCheck => ({
  text: problems.map((one) => `${lineOf(problemAt(file, one))}\n`).join(''),
  exitCode,
});

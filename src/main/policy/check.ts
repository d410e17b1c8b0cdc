import path from 'node:path';
import { exitCode, type ExitCode } from '../command-line/exit-code.ts';
import type { Command } from '../command-line/command.ts';
import type { PolicyFault } from '../../contract/policy.ts';
import { m } from '../../messages/compiled/messages.js';
import type { Judged } from './judge.ts';
import { parsePolicy } from './parse.ts';
import { readPolicyFile } from './read-file.ts';
import { loadLocated } from './readers.ts';
import { type Finding, wholly } from './text.ts';
import { lineOf, problemAt } from './words.ts';

/** What a check of a policy file found, in lines. */
export interface PolicyCheck {
  readonly lines: readonly string[];
  readonly exitCode: ExitCode;
}

/** Problems of a file that has not been read: nothing is said of what is in it. */
const unread: readonly PolicyFault[] = ['notRead', 'notAFile', 'tooLarge'];

/**
 * Judges a policy file as a workstation would. Who can write to it is not looked at: it is a draft, and will be somewhere
 * else.
 */
export async function judgePolicyFile(file: string): Promise<Judged> {
  const read = readPolicyFile(file, null);
  if (read.is === 'none') return { ok: false, problems: [wholly('notRead', 'ENOENT')] };
  if (read.is === 'broken') return { ok: false, problems: read.problems };
  if (file.endsWith('.plist')) return (await import('./preferences.ts')).parsePreferences(read.bytes);
  await loadLocated();
  return parsePolicy(read.bytes);
}

/** Checks a policy file, and says all that is wrong with it, as compilers do. */
export async function checkPolicyFile(file: string): Promise<PolicyCheck> {
  const judged = await judgePolicyFile(file);
  if (!judged.ok) return said(file, judged.problems);
  const { mandatory, recommended } = judged.content;
  const counts = { held: Object.keys(mandatory).length, recommended: Object.keys(recommended).length };
  return { lines: [`${file}: ${m.policy_check_good(counts)}`], exitCode: exitCode.done };
}

const said = (file: string, problems: readonly Finding[]): PolicyCheck => ({
  lines: problems.map((one) => lineOf(problemAt(file, one))),
  exitCode: problems.some(({ why }) => unread.includes(why)) ? exitCode.noInput : exitCode.failed,
});

/** `carrel --check-policy FILE`: what is wrong goes to standard error, as a compiler's words do. */
export const checkPolicy: Command = async ({ file }, { workingFolder, say, complain }) => {
  const checked = await checkPolicyFile(path.resolve(workingFolder, file));
  for (const line of checked.lines) (checked.exitCode === exitCode.done ? say : complain)(line);
  return checked.exitCode;
};

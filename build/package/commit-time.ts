import { spawnSync } from 'node:child_process';
import { root } from '../electron.ts';

/**
 * The time that goes into packages, in seconds: that of the commit, so that the same commit gives the same bytes.
 * `SOURCE_DATE_EPOCH` (reproducible-builds.org) comes first; where neither is known, the first day of 2020.
 */
export function commitTime(): number {
  const given = Number(process.env.SOURCE_DATE_EPOCH);
  if (Number.isInteger(given) && given > 0) return given;
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
  const seconds = Number(stdout);
  return Number.isInteger(seconds) && seconds > 0 ? seconds : 1_577_836_800;
}

import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../build/electron.ts';
import { artifactName, type Target } from '../../build/package/targets.ts';

/** Makes packages as a person does, by the command, and answers what it printed. */
export function makePackages(targets: readonly string[], out: string, more: readonly string[] = []): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(root, 'build/package.ts'), ...targets, '--out', out, '--processor', 'x64', ...more],
    { cwd: root, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`npm run package ended with ${String(status)}\n${stdout}\n${stderr}`);
  return stdout;
}

/** The version of this checkout. */
export const version = (
  JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
).version;

/** The file of a package that was made into `out`. */
export const artifactIn = (out: string, target: Target, its = version): string =>
  path.join(out, artifactName(target, its, 'x64'));

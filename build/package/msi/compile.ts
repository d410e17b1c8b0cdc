import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { Processor } from '../targets.ts';
import type { Toolset } from './wxs.ts';

interface Compilation {
  readonly source: string;
  readonly artifact: string;
  readonly processor: Processor;
  /** The folder from which the source's paths are seen. */
  readonly runIn: string;
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { error, status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (error !== undefined) throw new Error(`${command} is not to be had: ${error.message}`);
  // wixl says what is wrong and ends as if all were well.
  if (status !== 0 || stderr.trim() !== '')
    throw new Error(`${command} failed:\n${stdout}\n${stderr}`.trim());
}

/** WiX 3 says in this variable where it is; on PATH it is where someone has put it there. */
const wix = (program: string): string =>
  process.env.WIX === undefined ? program : path.join(process.env.WIX, 'bin', program);

const compilers: Readonly<Record<Toolset, (what: Compilation) => void>> = {
  wixl: ({ source, artifact, processor, runIn }) => {
    if (processor !== 'x64') throw new Error('wixl makes packages for x64 only.');
    run('wixl', ['--arch', 'x64', '--output', artifact, source], runIn);
  },
  wix: ({ source, artifact, processor, runIn }) => {
    const object = `${source}.wixobj`;
    run(wix('candle.exe'), ['-nologo', '-wx', '-arch', processor, '-out', object, source], runIn);
    // ICE61 takes a package with a version for one that might replace a newer one.
    run(wix('light.exe'), ['-nologo', '-wx', '-spdb', '-sw1076', '-out', artifact, object], runIn);
  },
};

/** Makes the package. Throws with what the toolset said. */
export function compile(toolset: Toolset, what: Compilation): void {
  compilers[toolset](what);
}

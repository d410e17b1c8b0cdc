import { spawn } from 'node:child_process';
import { adoptElectronHost, root } from '../../build/electron.ts';
import { displayEnvironment } from '../display/host-display.ts';
import { testEntry } from '../entry/build.ts';
import { noKeychain } from './app.ts';

/** How a start of the program ended. */
export interface Ended {
  /** The exit code; null where a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A start of the program that is running. */
export interface Started {
  readonly ended: Promise<Ended>;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** What it has written to standard output so far. */
  readonly said: () => string;
}

interface StartOptions {
  readonly userData: string;
  readonly args: readonly string[];
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the built program as a system or a script does: with a command line, and without Playwright. */
export async function startProgram({ userData, args, input = '', env = {} }: StartOptions): Promise<Started> {
  const { kind, executable } = await adoptElectronHost();
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const child = spawn(executable, [await testEntry(), `--user-data-dir=${userData}`, ...sandbox, ...args], {
    cwd: root,
    env: {
      ...process.env,
      ...noKeychain,
      ...(await displayEnvironment(kind)),
      CARREL_STANDIN_SAID: '1',
      ...env,
    },
  });
  const written = { stdout: '', stderr: '' };
  child.stdout.on('data', (data: Buffer) => (written.stdout += data.toString()));
  child.stderr.on('data', (data: Buffer) => (written.stderr += data.toString()));
  child.stdin.on('error', () => undefined); // it may have ended without reading
  child.stdin.end(input);
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...written }));
  });
  return { ended, kill: (signal) => void child.kill(signal), said: () => written.stdout };
}

/** The same, until it has ended. */
export const runProgram = async (options: StartOptions): Promise<Ended> =>
  (await startProgram(options)).ended;

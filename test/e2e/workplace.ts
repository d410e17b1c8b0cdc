import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openCarrel, type Carrel, type LaunchOptions } from './app.ts';

/** One station over several runs of the program, with the same folder and environment. */
export interface Workplace extends AsyncDisposable {
  readonly userData: string;
  /** Starts the program. A running one is closed first, as by its own menu. */
  readonly open: (options?: Omit<LaunchOptions, 'userData'>) => Promise<Carrel>;
  /** Kills the program, as a power cut would. */
  readonly kill: () => Promise<void>;
}

export async function workplace(env: Readonly<Record<string, string>> = {}): Promise<Workplace> {
  const userData = await mkdtemp(path.join(tmpdir(), 'carrel-'));
  let running: Carrel | null = null;
  const close = async (): Promise<void> => {
    await running?.close();
    running = null;
  };
  return {
    userData,
    open: async (options = {}) => {
      await close();
      running = await openCarrel({ ...options, env: { ...env, ...options.env }, userData });
      return running;
    },
    kill: async () => {
      const process = running?.app.process();
      running = null;
      if (!process) return;
      const ended = new Promise((resolve) => process.once('exit', resolve));
      process.kill('SIGKILL');
      await ended;
    },
    [Symbol.asyncDispose]: async () => {
      await close();
      await rm(userData, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

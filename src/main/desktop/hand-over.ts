import { spawn } from 'node:child_process';
import type { App } from 'electron';
import type { Log } from '../ports.ts';

/** The parts of Electron's app that a hand-over needs. */
export type HandingApp = Pick<App, 'exit' | 'releaseSingleInstanceLock' | 'requestSingleInstanceLock'>;

/**
 * Starts another file in the place of this program, and ends this one. The lock is given away first, or the other would
 * find it held and end. Resolves to false where the other cannot be started: then this one has the lock again.
 */
export function handOver(app: HandingApp, log: Log, file: string, args: readonly string[]): Promise<boolean> {
  app.releaseSingleInstanceLock();
  return new Promise((resolve) => {
    const child = spawn(file, args, { detached: true, stdio: 'ignore' });
    child.once('spawn', () => {
      child.unref();
      resolve(true);
      app.exit(0);
    });
    child.once('error', (error) => {
      log.defect(error);
      app.requestSingleInstanceLock();
      resolve(false);
    });
  });
}

import { utilityProcess } from 'electron';
import type { PracticeProcess } from '../station/practice.ts';

/** Starts the practice library in a process of its own. Its key goes there by message, never on a command line. */
export function startPracticeProcess(file: string): PracticeProcess {
  const child = utilityProcess.fork(file, [], { serviceName: 'Carrel practice library', stdio: 'inherit' });
  return {
    post: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', listener),
    kill: () => void child.kill(),
  };
}

import { utilityProcess } from 'electron';
import type { PracticeProcess } from '../station/practice.ts';

/** Starts a process of its own. What it is to do comes in a message, never on a command line: there may be a key in it. */
export function startProcess(file: string, serviceName: string): PracticeProcess {
  const child = utilityProcess.fork(file, [], { serviceName, stdio: 'inherit' });
  return {
    post: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', listener),
    kill: () => void child.kill(),
  };
}

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TransformProcess } from '../../../src/main/configuration/letters/preview.ts';

const file = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** Starts the process that makes previews of letters, as the program does, in Node. */
export function startTransform(): TransformProcess {
  const child = fork(file('src/main/configuration/letters/transform/process.ts'), [], {
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      '--import',
      new URL('../../stand-in/host/utility-child.ts', import.meta.url).href,
    ],
    serialization: 'advanced',
  });
  return {
    post: (message) => void child.send(message),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', (code) => listener(code ?? 1)),
    kill: () => void child.kill(),
  };
}

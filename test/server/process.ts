import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../../src/server/cli.ts', import.meta.url));

/** The practice library as a process of its own. */
export interface ServerProcess {
  readonly child: ChildProcess;
  /** The address, once the process says that it listens. */
  readonly url: Promise<string>;
  /** What it has said so far. */
  said(): string;
  /** The exit code, and everything it wrote. */
  readonly ended: Promise<{ code: number | null; out: string; err: string }>;
}

export function startProcess(...args: string[]): ServerProcess {
  const child = spawn(process.execPath, [cli, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, out, err }));
  });
  const url = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      out += part;
      const answer = /^Carrel library service listening on (\S+)$/m.exec(out)?.[1];
      if (answer !== undefined) resolve(answer);
    });
    void ended.then(() => reject(new Error(`The server ended: ${err}`)));
  });
  url.catch(() => undefined);
  child.stderr.setEncoding('utf8').on('data', (part: string) => (err += part));
  return { child, url, said: () => out, ended };
}

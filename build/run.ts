import { spawn } from 'node:child_process';
import os from 'node:os';

/** Runs a program in place of this one: same terminal, signals handed on, and its exit code is ours. */
export function runInstead(executable: string, args: readonly string[], env: Record<string, string>): void {
  const child = spawn(executable, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // A terminal sends Ctrl+C to the child as well as to us.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.once('error', (error) => fail(error));
  child.once('exit', (code, signal) => {
    process.exit(code ?? 128 + (signal ? os.constants.signals[signal] : 1));
  });
}

/** Ends a command with one plain sentence instead of a stack trace. */
export function fail(error: unknown): never {
  console.error(`carrel: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
}

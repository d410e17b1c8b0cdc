import { type ChildProcess, fork } from 'node:child_process';
import type { Readable } from 'node:stream';
import { app } from './app.ts';
import { loud, LoudEmitter, refuse } from './refuse.ts';
import { lifecycle } from './windows.ts';

interface ForkOptions {
  env?: NodeJS.ProcessEnv;
  cwd?: string;
  execArgv?: string[];
  stdio?: 'pipe' | 'ignore' | 'inherit' | ('pipe' | 'ignore' | 'inherit')[];
  serviceName?: string;
}

const running = new Set<ChildProcess>();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

const childSide = new URL('./utility-child.ts', import.meta.url).href;

function checkClonable(message: unknown): void {
  try {
    structuredClone(message);
  } catch {
    throw new Error('An object could not be cloned.');
  }
}

/** What `utilityProcess.fork()` gives: a Node process with `process.parentPort`. */
class UtilityProcess extends LoudEmitter {
  protected static override readonly events = new Set(['spawn', 'exit', 'message', 'error']);
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
  readonly #child: ChildProcess;
  #killed = false;

  constructor(modulePath: string, args: readonly string[], options: ForkOptions) {
    super();
    const {
      env = process.env,
      cwd,
      execArgv = [],
      stdio = 'inherit',
      serviceName = 'Node Utility Process',
    } = options;
    const [out = 'inherit', error = 'inherit'] = typeof stdio === 'string' ? [stdio, stdio] : stdio.slice(1);
    const flags = ['--disable-warning=ExperimentalWarning', '--import', childSide];
    this.#child = fork(modulePath, args, {
      ...(cwd === undefined ? {} : { cwd }),
      env: { ...env, CARREL_STANDIN_SERVICE: serviceName },
      execArgv: [...flags, ...execArgv],
      stdio: ['ignore', out, error, 'ipc'],
      serialization: 'advanced',
    });
    running.add(this.#child);
    this.stdout = this.#child.stdout;
    this.stderr = this.#child.stderr;
    this.#child.once('spawn', () => this.emit('spawn'));
    this.#child.once('error', (error) => this.emit('error', 'FatalError', error.message, ''));
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.once('exit', (code, signal) => this.#ended(code, signal, serviceName));
  }

  #ended(code: number | null, signal: string | null, name: string): void {
    running.delete(this.#child);
    const exitCode = code ?? (signal === 'SIGTERM' ? 15 : 9);
    this.emit('exit', exitCode);
    const crash = signal === null ? 'abnormal-exit' : 'crashed';
    const reason = this.#killed ? 'killed' : code === 0 ? 'clean-exit' : crash;
    const details = { type: 'Utility', reason, exitCode, serviceName: 'node.mojom.NodeService', name };
    if (reason !== 'clean-exit') app.emit('child-process-gone', {}, details);
  }
  get pid(): number | undefined {
    return running.has(this.#child) ? this.#child.pid : undefined;
  }
  postMessage(message: unknown, transfer: readonly unknown[] = []): void {
    if (transfer.length > 0) refuse('handing a port to a utility process');
    checkClonable(message);
    if (this.#child.connected) this.#child.send(message as object);
  }
  kill(): boolean {
    this.#killed = true;
    return this.#child.kill('SIGTERM');
  }
}

/** Electron's `utilityProcess`. */
export const utilityProcess = loud('utilityProcess', {
  fork(modulePath: string, args: readonly string[] = [], options: ForkOptions = {}): UtilityProcess {
    if (!lifecycle.ready) throw new Error('utilityProcess cannot be created before app is ready.');
    return new UtilityProcess(modulePath, args, options);
  },
});

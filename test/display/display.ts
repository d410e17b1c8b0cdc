import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import type { Readable } from 'node:stream';

const run = promisify(execFile);

/** A window as the system has it: on the screen, whoever opened it. */
export interface Shown {
  readonly id: string;
  readonly title: string;
}

/** A display that nobody looks at (Xvfb), with keys typed as the system types them (xdotool). There is no window manager. */
export class Display implements Disposable {
  /** What leads a program to it. */
  readonly env: { readonly DISPLAY: string; readonly WAYLAND_DISPLAY: string };
  readonly #server: ChildProcess;

  private constructor(server: ChildProcess, name: string) {
    this.#server = server;
    this.env = { DISPLAY: name, WAYLAND_DISPLAY: '' };
  }

  /** On a number that is free. Ends with this process at the latest. */
  static async open(): Promise<Display> {
    const args = ['-displayfd', '3', '-screen', '0', '1920x1080x24', '-nolisten', 'tcp', '-noreset'];
    const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
    const end = (): void => void server.kill();
    process.once('exit', end);
    server.once('exit', () => process.off('exit', end));
    let output = '';
    server.stderr?.on('data', (data: Buffer) => (output += data.toString()));
    const number = await new Promise<string>((resolve, reject) => {
      let report = '';
      (server.stdio[3] as Readable).on('data', (data: Buffer) => {
        report += data.toString();
        if (report.endsWith('\n')) resolve(report.trim());
      });
      server.once('error', reject);
      server.once('exit', () => reject(new Error(`Xvfb ended: ${output}`)));
    });
    return new Display(server, `:${number}`);
  }

  [Symbol.dispose](): void {
    this.#server.kill();
  }

  /** Every window that is on the screen. */
  async windows(): Promise<readonly Shown[]> {
    const [root, all] = await Promise.all([
      this.#do('search', '--maxdepth', '0', ''),
      this.#do('search', '--maxdepth', '1', '--onlyvisible', ''),
    ]);
    const ids = all.split('\n').filter((id) => id !== '' && id !== root);
    const titles = ids.map((id) => this.#do('getwindowname', id));
    return Promise.all(ids.map(async (id, index) => ({ id, title: (await titles[index]) ?? '' })));
  }

  /** The id of the window that the next key goes to. */
  focused(): Promise<string> {
    return this.#do('getwindowfocus');
  }

  /** Presses a key, in X's words, with those held that stand before it: `ctrl+shift+n`. */
  async press(key: string): Promise<void> {
    await this.#do('key', key);
  }

  /** Types, so many milliseconds from one key to the next. */
  async type(text: string, gap: number): Promise<void> {
    await this.#do('type', '--delay', String(gap * 2), text); // it takes half of what it is told
  }

  /** Types a code and Enter without a pause: a scanner's keys come by its own clock, however busy the machine is. */
  async scan(code: string): Promise<void> {
    await this.#do('type', '--delay', '0', `${code}\n`);
  }

  /** Clicks where the pointer is. */
  async click(button: 'left' | 'right'): Promise<void> {
    await this.#do('click', button === 'left' ? '1' : '3');
  }

  /** Turns the wheel with Ctrl held. */
  async zoomByWheel(): Promise<void> {
    await this.#do('keydown', 'ctrl', 'click', '4', 'keyup', 'ctrl');
  }

  async #do(...args: readonly string[]): Promise<string> {
    try {
      const { stdout } = await run('xdotool', args, { env: { ...process.env, ...this.env } });
      return stdout.trim();
    } catch (error) {
      // It ends with 1 where it finds nothing.
      const { code, stderr } = error as { code?: unknown; stderr?: string };
      if (args[0] === 'search' && code === 1 && !/Error|Failed/.test(stderr ?? '')) return '';
      throw error;
    }
  }
}

import fs from 'node:fs';
import path from 'node:path';

/** What a second instance tells the first. */
export interface SecondInstance {
  argv: string[];
  workingDirectory: string;
  additionalData: unknown;
}

/** A process and when it started: process ids are used again. */
function identity(pid: number | string): string | undefined {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return `${pid}-${stat.slice(stat.lastIndexOf(')')).split(' ')[20] ?? ''}`;
  } catch {
    return undefined;
  }
}

/**
 * `app.requestSingleInstanceLock()`: a link in userData whose target names the process that holds it. A second
 * process leaves its arguments as a file, which the first watches for. Synchronous: the second quits at once.
 */
export class SingleInstance {
  held = false;
  readonly #folder: string;
  readonly #lock: string;
  readonly #onSecond: (second: SecondInstance) => void;
  #watcher: fs.FSWatcher | undefined;

  constructor(userData: string, onSecond: (second: SecondInstance) => void) {
    this.#folder = path.join(userData, 'stand-in-instance');
    this.#lock = path.join(this.#folder, 'lock');
    this.#onSecond = onSecond;
  }

  request(additionalData: unknown): boolean {
    if (this.held) return true;
    fs.mkdirSync(this.#folder, { recursive: true });
    if (!this.#take()) {
      const holder = fs.readlinkSync(this.#lock);
      if (identity(holder.split('-')[0] ?? '') === holder) {
        this.#tell({ argv: process.argv, workingDirectory: process.cwd(), additionalData });
        return false;
      }
      fs.rmSync(this.#lock, { force: true }); // its process is gone
      if (!this.#take()) return false;
    }
    this.held = true;
    this.#watcher = fs.watch(this.#folder, { persistent: false }, () => this.#read());
    return true;
  }

  release(): void {
    if (!this.held) return;
    this.held = false;
    this.#watcher?.close();
    fs.rmSync(this.#folder, { recursive: true, force: true });
  }

  #take(): boolean {
    try {
      fs.symlinkSync(identity(process.pid) ?? '', this.#lock);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
  }

  #tell(second: SecondInstance): void {
    const note = path.join(this.#folder, `second-${process.pid}`);
    fs.writeFileSync(`${note}.part`, JSON.stringify(second));
    fs.renameSync(`${note}.part`, `${note}.json`);
  }

  #read(): void {
    if (!this.held) return;
    for (const name of fs.readdirSync(this.#folder).filter((one) => one.endsWith('.json'))) {
      const file = path.join(this.#folder, name);
      const second = JSON.parse(fs.readFileSync(file, 'utf8')) as SecondInstance;
      fs.rmSync(file);
      this.#onSecond(second);
    }
  }
}

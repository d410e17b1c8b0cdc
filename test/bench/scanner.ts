import { readFile } from 'node:fs/promises';
import path from 'node:path';

interface Target {
  readonly type: string;
  readonly webSocketDebuggerUrl: string;
}

/** A key for `Input.dispatchKeyEvent`, without its time. */
interface Key {
  readonly key: string;
  readonly code?: string;
  readonly windowsVirtualKeyCode?: number;
  readonly text: string;
}

/**
 * A scanner at the program's window. Its keys go there by a connection of its own: by Playwright's they take nearly
 * three times as much of the processors, which the program needs just then.
 */
export class Scanner implements Disposable {
  readonly #socket: WebSocket;
  #sent = 0;
  #taken = 0;
  #allTaken: () => void = () => undefined;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const { error } = JSON.parse(String(data)) as { error?: { message: string } };
      if (error) throw new Error(`the window did not take a key: ${error.message}`);
      this.#taken += 1;
      if (this.#taken === this.#sent) this.#allTaken();
    });
  }

  /** To the one window of the program with this folder: Chromium writes there at which port it can be debugged. */
  static async plugIn(userData: string): Promise<Scanner> {
    const [port] = (await readFile(path.join(userData, 'DevToolsActivePort'), 'utf8')).split('\n');
    const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as Target[];
    const [page, another] = targets.filter(({ type }) => type === 'page');
    if (!page || another) throw new Error('a scanner needs a program with one window');
    const socket = new WebSocket(page.webSocketDebuggerUrl);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', () => reject(new Error('the window cannot be debugged')));
    });
    return new Scanner(socket);
  }

  /** Presses a key and lets it go at a time, in milliseconds since 1970, whether the one before was taken or not. */
  press(key: Key, at: number): void {
    for (const type of ['keyDown', 'keyUp']) {
      this.#sent += 1;
      const params = { type, timestamp: at / 1000, ...key };
      this.#socket.send(JSON.stringify({ id: this.#sent, method: 'Input.dispatchKeyEvent', params }));
    }
  }

  /** Resolves once the window has taken all that was pressed. */
  async taken(): Promise<void> {
    if (this.#taken < this.#sent) await new Promise<void>((resolve) => (this.#allTaken = resolve));
  }

  [Symbol.dispose](): void {
    this.#socket.close();
  }
}

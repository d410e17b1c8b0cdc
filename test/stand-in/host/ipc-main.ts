import { LoudEmitter } from './refuse.ts';

export type Handler = (event: unknown, ...args: unknown[]) => unknown;

/** `ipcMain`, and a single window's `webContents.ipc`. */
export class IpcMain extends LoudEmitter {
  readonly #handlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.#handlers.set(channel, handler);
  }
  handleOnce(channel: string, handler: Handler): void {
    this.handle(channel, (...args) => {
      this.#handlers.delete(channel);
      return handler(...args);
    });
  }
  removeHandler(channel: string): void {
    this.#handlers.delete(channel);
  }
  /** For the stand-in's own parts. */
  handlerOf(channel: string): Handler | undefined {
    return this.#handlers.get(channel);
  }
}

/** Electron's `ipcMain`. */
export const ipcMain = new IpcMain();

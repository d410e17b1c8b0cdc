import type { Bridge } from './bridge.ts';
import type { Codec } from './codec.ts';
import type { FromMain, ToMain, WindowRequest } from './messages.ts';

type Listener = (event: unknown, ...args: unknown[]) => void;
type Preload = (require: (name: string) => unknown, process: unknown, module: { exports: object }) => void;

/**
 * Runs at document start in a real isolated world, before the page's scripts: gives the preload its
 * `require('electron')`. Main is reached over a binding (`toMain`) that exists in this world only, and reaches
 * back by calling `deliver`.
 */
export function runIsolatedWorld(
  { toWire, fromWire }: Codec,
  bridge: Bridge,
  toMain: (text: string) => void,
  rendererProcess: unknown,
  preload: Preload,
) {
  const say = (report: ToMain): void => toMain(JSON.stringify(report));
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (reason: Error) => void }>();
  const listeners = new Map<string, { listener: Listener; once: boolean }[]>();
  let last = 0;

  /** An object without members of its own (over the bridge it is `{}`, as in Electron), which refuses unknown names. */
  const refusing = <T extends object>(owner: string, members: T): T => {
    const wall = new Proxy(members, {
      get(target, name, receiver): unknown {
        if (typeof name === 'symbol' || name in target || name === 'then' || name === '__esModule')
          return Reflect.get(target, name, receiver);
        throw new Error(`stand-in: ${owner}.${name} is not supported`);
      },
    });
    return Object.create(wall) as T;
  };

  const listen = (channel: string, listener: Listener, once: boolean): object => {
    listeners.set(channel, [...(listeners.get(channel) ?? []), { listener, once }]);
    return ipcRenderer;
  };
  const off = (channel: string, listener: Listener): object => {
    const records = listeners.get(channel)?.filter((one) => one.listener !== listener) ?? [];
    listeners.set(channel, records);
    return ipcRenderer;
  };
  const ipcRenderer: object = refusing('ipcRenderer', {
    on: (channel: string, listener: Listener) => listen(channel, listener, false),
    addListener: (channel: string, listener: Listener) => listen(channel, listener, false),
    once: (channel: string, listener: Listener) => listen(channel, listener, true),
    off,
    removeListener: off,
    removeAllListeners(channel: string): object {
      listeners.delete(channel);
      return ipcRenderer;
    },
    listenerCount: (channel: string): number => listeners.get(channel)?.length ?? 0,
    send: (channel: string, ...args: unknown[]): void => say({ type: 'send', channel, args: toWire(args) }),
    invoke: (channel: string, ...args: unknown[]): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const id = ++last;
        say({ type: 'invoke', channel, id, args: toWire(args) });
        waiting.set(id, { resolve, reject });
      }),
  });

  const deliver = (text: string): void => {
    const report = JSON.parse(text) as FromMain;
    if (report.type === 'message') {
      for (const { listener, once } of listeners.get(report.channel) ?? []) {
        if (once) off(report.channel, listener);
        listener({ sender: ipcRenderer, ports: [] }, ...(fromWire(report.args) as unknown[]));
      }
      return;
    }
    const call = waiting.get(report.id);
    waiting.delete(report.id);
    if (report.type === 'reply') call?.resolve(fromWire(report.value));
    else call?.reject(new Error(report.message));
  };

  const exposed = new Map<string, unknown>();
  const contextBridge = refusing('contextBridge', {
    exposeInMainWorld(key: string, api: unknown): void {
      if (exposed.has(key))
        throw new Error('Cannot bind an API on top of an existing property on the window object');
      exposed.set(key, api);
      bridge.note('expose', { key, api });
    },
  });
  // Whichever world starts second says or hears this.
  bridge.onNote('ready', () => exposed.forEach((api, key) => bridge.note('expose', { key, api })));
  bridge.onNote('open', (request) => say({ type: 'open', request: request as WindowRequest }));

  const electron = refusing('electron', { contextBridge, ipcRenderer });
  const require = (name: string): unknown => {
    if (name === 'electron' || name === 'electron/renderer') return electron;
    throw new Error(`module not found: ${name}`);
  };
  try {
    preload(require, rendererProcess, { exports: {} });
  } catch (thrown) {
    console.error('Unable to load preload script', thrown);
    say({
      type: 'preload-error',
      error: toWire(thrown instanceof Error ? thrown : new Error(String(thrown))),
    });
  }

  return {
    deliver,
    open: (request: WindowRequest) => say({ type: 'open', request }),
    title: (title: string) => say({ type: 'title', title }),
  };
}

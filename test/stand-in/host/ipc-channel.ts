import { createCodec } from '../page/codec.ts';
import type { FromMain, ToMain, WindowRequest } from '../page/messages.ts';
import { alive } from './chromium.ts';
import type { Devtools } from './cdp.ts';
import { type IpcMain, ipcMain } from './ipc-main.ts';
import { binding, deliver, isolatedWorld } from './page-scripts.ts';
import { fromWireUrl } from './wire-url.ts';

const { toWire, fromWire } = createCodec();

/** Whom a window's messages are for. */
interface Owner {
  ipc: IpcMain;
  event: () => object;
  opens: (request: WindowRequest) => void;
  titled: (title: string) => void;
  preloadFailed: (error: Error) => void;
}

/** The messages between main and one window's preload. */
export class IpcChannel {
  readonly #owner: Owner;
  #devtools: Devtools | undefined;
  /** The isolated world of the page that is shown now; undefined between pages. */
  #context: string | undefined;

  constructor(owner: Owner) {
    this.#owner = owner;
  }

  attach(devtools: Devtools, frameId: string): Promise<unknown> {
    this.#devtools = devtools;
    devtools.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name === binding) void this.#take(JSON.parse(fromWireUrl(payload)) as ToMain);
    });
    devtools.on('Runtime.executionContextCreated', ({ context }) => {
      const { frameId: itsFrame } = (context.auxData ?? {}) as { frameId?: string };
      if (context.name !== isolatedWorld || itsFrame !== frameId) return;
      this.#context = context.uniqueId;
    });
    devtools.on('Runtime.executionContextsCleared', () => (this.#context = undefined));
    return devtools.send('Runtime.addBinding', { name: binding, executionContextName: isolatedWorld });
  }

  send(channel: string, args: unknown[]): void {
    this.#tell({ type: 'message', channel, args: toWire(args) });
  }

  #tell(report: FromMain): void {
    if (this.#context === undefined) return; // nobody listens yet, or any more
    const expression = `${deliver}(${JSON.stringify(JSON.stringify(report))})`;
    this.#devtools
      ?.send('Runtime.evaluate', { expression, uniqueContextId: this.#context })
      .catch((error: unknown) => {
        // A page that was left meanwhile hears no more; anything else is a fault of ours.
        if (alive() && !/context|Session|Target|navigat/i.test(String(error)))
          console.error('stand-in:', error);
      });
  }

  async #take(report: ToMain): Promise<void> {
    switch (report.type) {
      case 'open':
        this.#owner.opens(report.request);
        return;
      case 'title':
        this.#owner.titled(report.title);
        return;
      case 'preload-error':
        this.#owner.preloadFailed(fromWire(report.error) as Error);
        return;
      case 'send': {
        const args = [this.#owner.event(), ...(fromWire(report.args) as unknown[])];
        this.#owner.ipc.emit(report.channel, ...args);
        ipcMain.emit(report.channel, ...args);
        return;
      }
      case 'invoke':
        return this.#answer(report.channel, report.id, fromWire(report.args) as unknown[]);
    }
  }

  async #answer(channel: string, id: number, args: unknown[]): Promise<void> {
    const asking = this.#context;
    const reply = (report: FromMain): void => {
      if (asking === this.#context) this.#tell(report);
    };
    try {
      const handler = this.#owner.ipc.handlerOf(channel) ?? ipcMain.handlerOf(channel);
      if (!handler) throw new Error(`No handler registered for '${channel}'`);
      reply({ type: 'reply', id, value: toWire(await handler(this.#owner.event(), ...args)) });
    } catch (error) {
      console.error(`Error occurred in handler for '${channel}':`, error);
      reply({ type: 'failure', id, message: `Error invoking remote method '${channel}': ${String(error)}` });
    }
  }
}

import { randomBytes } from 'node:crypto';
import { loud } from './refuse.ts';
import { originOf } from './wire-url.ts';

/** What a frame asks of the window it is in. */
interface Owner {
  getURL: () => string;
  isDestroyed: () => boolean;
  send: (channel: string, ...args: unknown[]) => void;
  executeJavaScript: (code: string) => Promise<unknown>;
}

/** The main frame of a window. The preload, and so IPC, is in this frame only; its subframes are not modelled. */
export function createMainFrame(owner: Owner, processId: () => number) {
  const frame = loud('WebFrameMain', {
    get url(): string {
      return owner.getURL();
    },
    get origin(): string {
      return originOf(owner.getURL());
    },
    get processId(): number {
      return processId();
    },
    get top(): unknown {
      return frame;
    },
    parent: null,
    routingId: 1,
    frameToken: randomBytes(16).toString('hex').toUpperCase(),
    frameTreeNodeId: 1,
    name: '',
    get detached(): boolean {
      return owner.isDestroyed();
    },
    isDestroyed: (): boolean => owner.isDestroyed(),
    send: (channel: string, ...args: unknown[]): void => owner.send(channel, ...args),
    executeJavaScript: (code: string): Promise<unknown> => owner.executeJavaScript(code),
  });
  return frame;
}

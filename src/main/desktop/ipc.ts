import { ipcMain, type IpcMainEvent, type IpcMainInvokeEvent, type WebFrameMain } from 'electron';
import { channels } from '../../contract/bridge.ts';
import type { Log } from '../ports.ts';
import type { Peer, Router } from '../router.ts';
import type { Origin } from './app-protocol.ts';

type IpcSender = Pick<IpcMainInvokeEvent | IpcMainEvent, 'sender' | 'senderFrame'>;

export interface IpcOptions {
  /** Calls wait until it is there. */
  readonly router: Promise<Router>;
  readonly origin: Pick<Origin, 'isOurs'>;
  /** The number of the window that shows these contents; null for contents that are no window of ours. */
  readonly windowOf: (contents: IpcSender['sender']) => number | null;
  readonly log: Log;
}

type FrameMark = Pick<WebFrameMain, 'frameToken' | 'processId' | 'parent' | 'url'>;

/**
 * Whether a message comes from the main frame of the window that sent it, and that frame shows a page of ours. Two
 * objects may stand for one frame: a frame is known by its token, within its process.
 */
function isOurMainFrame({ sender, senderFrame }: IpcSender, isOurs: Origin['isOurs']): boolean {
  try {
    const from: FrameMark | null = senderFrame;
    const main: FrameMark = sender.mainFrame;
    if (from === null || from.parent !== null) return false;
    const isMain = from.frameToken === main.frameToken && from.processId === main.processId;
    return isMain && isOurs(from.url);
  } catch {
    return false; // the frame or its window has gone meanwhile
  }
}

/**
 * The door between the windows and the router. Only the main frame of a window of ours, showing a page of ours, is
 * heard.
 */
export function connectIpc({ router, origin, windowOf, log }: IpcOptions): void {
  // electron-store listens for windows that would open it themselves. None of ours does.
  ipcMain.removeAllListeners('electron-store-get-data');

  function peerOf(sent: IpcSender): Peer | null {
    const { sender } = sent;
    const window = windowOf(sender);
    if (window === null || !isOurMainFrame(sent, origin.isOurs)) {
      log.line('ipc.refused', { window });
      return null;
    }
    return {
      window,
      report: (id, progress) => {
        if (!sender.isDestroyed()) sender.send(channels.progress, id, progress);
      },
    };
  }

  ipcMain.handle(channels.call, async (event, name: unknown, id: unknown, input: unknown) => {
    const peer = peerOf(event);
    if (peer === null) throw new Error('refused');
    return (await router).call(peer, name, id, input);
  });

  ipcMain.on(channels.abort, (event, id: unknown) => {
    const peer = peerOf(event);
    if (peer !== null)
      void router.then(
        (one) => one.abort(peer.window, id),
        () => undefined,
      );
  });
}

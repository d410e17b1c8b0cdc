import { ipcMain, type IpcMainEvent, type IpcMainInvokeEvent, type WebFrameMain } from 'electron';
import { channels } from '../../contract/bridge.ts';
import type { Log } from '../ports.ts';
import type { Peer, Router } from '../router.ts';
import type { Origin } from './app-protocol.ts';

type IpcSender = Pick<IpcMainInvokeEvent | IpcMainEvent, 'sender' | 'senderFrame'>;

export interface IpcOptions {
  /** Calls wait until the router exists. */
  readonly router: Promise<Router>;
  readonly origin: Pick<Origin, 'isOurs'>;
  /** The number of the window with these contents; null if they belong to no window of this program. */
  readonly windowOf: (contents: IpcSender['sender']) => number | null;
  readonly log: Log;
}

type FrameMark = Pick<WebFrameMain, 'frameToken' | 'processId' | 'parent' | 'url'>;

/**
 * Whether a message comes from the main frame of its window, and that frame shows one of our pages. Electron may have
 * two objects for one frame, so frames are compared by their token within their process.
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
 * Connects the windows with the router. Only messages from the main frame of a window of this program, showing one of
 * our pages, are accepted.
 */
export function connectIpc({ router, origin, windowOf, log }: IpcOptions): void {
  // electron-store listens for windows that use it themselves. None of ours does.
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

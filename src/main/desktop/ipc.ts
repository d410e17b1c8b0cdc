import { ipcMain, type IpcMainEvent, type IpcMainInvokeEvent } from 'electron';
import { channels } from '../../contract/bridge.ts';
import type { Log } from '../ports.ts';
import type { Peer, Router } from '../router.ts';
import type { Origin } from './origin.ts';

type Sent = Pick<IpcMainInvokeEvent | IpcMainEvent, 'sender' | 'senderFrame'>;

export interface IpcOptions {
  /** Calls wait until it is there. */
  readonly router: Promise<Router>;
  readonly origin: Pick<Origin, 'isOurs'>;
  /** The number of the window that shows these contents; null for contents that are no window of ours. */
  readonly windowOf: (contents: Sent['sender']) => number | null;
  readonly log: Log;
}

/**
 * The door between the windows and the router. Only the main frame of a window of ours, showing a page of ours, is
 * heard.
 */
export function connectIpc({ router, origin, windowOf, log }: IpcOptions): void {
  // electron-store listens for windows that would open it themselves. None of ours does.
  ipcMain.removeAllListeners('electron-store-get-data');

  function peerOf({ sender, senderFrame }: Sent): Peer | null {
    const window = windowOf(sender);
    const ours = senderFrame !== null && senderFrame === sender.mainFrame && origin.isOurs(senderFrame.url);
    if (window === null || !ours) {
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

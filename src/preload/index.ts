import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import { bridgeName, channels, type Bridge } from '../contract/bridge.ts';

const bridge: Bridge = Object.freeze({
  call: (name: string, id: string, input: unknown): Promise<unknown> =>
    ipcRenderer.invoke(channels.call, name, id, input),
  abort: (id: string): void => ipcRenderer.send(channels.abort, id),
  onProgress: (listener: (id: string, report: unknown) => void): (() => void) => {
    const hear = (_: IpcRendererEvent, id: string, report: unknown): void => listener(id, report);
    ipcRenderer.on(channels.progress, hear);
    return () => void ipcRenderer.removeListener(channels.progress, hear);
  },
});

contextBridge.exposeInMainWorld(bridgeName, bridge);

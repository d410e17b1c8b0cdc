/* eslint-disable @typescript-eslint/no-require-imports -- a sandboxed preload is CommonJS */
const { contextBridge, ipcRenderer } = require('electron');

contextBridge.exposeInMainWorld('bare', {
  /** @param {string} channel @param {unknown} value */
  invoke: (channel, value) => ipcRenderer.invoke(channel, value),
});

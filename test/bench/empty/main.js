// The least that a program in this host can be: one empty window, calls that give back what they are told to, and a list
// that gets a row for each line that is entered.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { app, BrowserWindow, ipcMain, protocol } from 'electron';

const here = import.meta.dirname;
const listing = process.argv.includes('--list');
const rows =
  '<section class="session"><input autofocus><ol class="rows"></ol></section><script src="page.js"></script>';
const page = `<!doctype html><title>Empty</title><h1>Empty</h1>${listing ? rows : ''}`;
const kinds = { html: 'text/html', js: 'text/javascript' };

app.enableSandbox();
protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }]);
app.on('window-all-closed', () => app.quit());

void app.whenReady().then(() => {
  protocol.handle('app', ({ url }) => {
    const kind = url.endsWith('.js') ? 'js' : 'html';
    const body = kind === 'js' ? readFileSync(path.join(here, 'page.js')) : page;
    return new Response(body, { headers: { 'content-type': kinds[kind] } });
  });
  /** @type {unknown} */
  let answer = null;
  ipcMain.handle('answer', (_event, /** @type {unknown} */ value) => {
    answer = value;
  });
  ipcMain.handle('ask', () => answer);
  // As if a service had answered: the moment is told to whoever shows it.
  ipcMain.handle('settle', async () => {
    await sleep(30);
    return performance.timeOrigin + performance.now();
  });
  // As large as the program's own, where that is measured: see bench/window.ts.
  const window = new BrowserWindow({
    ...{ width: 1280, height: 801, show: false },
    webPreferences: { preload: path.join(here, 'preload.cjs'), sandbox: true, contextIsolation: true },
  });
  window.once('ready-to-show', () => window.show());
  void window.loadURL('app://empty/index.html');
});

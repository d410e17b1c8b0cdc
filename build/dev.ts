/** `npm run dev`: electron-vite with hot reload, in Electron or its stand-in. */
import path from 'node:path';
import { hostToOpen, root } from './electron.ts';
import { provision } from './provision.ts';
import { fail, runInstead } from './run.ts';

try {
  const host = await hostToOpen();
  provision('start', host.kind);
  const cli = path.join(root, 'node_modules/electron-vite/bin/electron-vite.js');
  runInstead(process.execPath, [cli, 'dev', ...process.argv.slice(2)], host.env);
} catch (error) {
  fail(error);
}

/** `npm start`: builds if need be and opens the desk; without Electron and without a display it runs the demo. */
import { buildIfNeeded } from './bundle.ts';
import { hostToOpen, root } from './electron.ts';
import { provision } from './provision.ts';
import { fail, runInstead } from './run.ts';

const hasDisplay = [process.env.DISPLAY, process.env.WAYLAND_DISPLAY].some(Boolean);
const args = process.argv.slice(2);

try {
  const host = await hostToOpen();
  const isHeadless = process.platform === 'linux' && !hasDisplay;
  if (isHeadless && process.env.CARREL_STANDIN_HEADLESS !== '1') {
    console.error(
      'carrel: there is no display to open a window on; running the demo instead (npm run demo).',
    );
    runInstead(process.execPath, [`${root}/test/demo/run.ts`, ...args], host.env);
  } else {
    provision('start', host.kind);
    buildIfNeeded();
    runInstead(host.executable, [root, ...args], host.env);
  }
} catch (error) {
  fail(error);
}

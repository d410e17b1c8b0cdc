import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { Connection } from './cdp.ts';
import { commandLine, takeSwitches } from './command-line.ts';
import { nameInManifest } from './paths.ts';
import { dropProfile, profile } from './profile.ts';

/** A running Chromium: our own connection to it, and the address Playwright is told. */
export interface Chromium {
  connection: Connection;
  process: ChildProcess;
  devtoolsUrl: string;
}

/** Debian's wrapper only adds flags that we override, and 20 ms. */
const candidates = ['/usr/lib/chromium/chromium', '/usr/bin/chromium', '/usr/bin/chromium-browser'];
export const executable =
  process.env.CARREL_CHROMIUM ?? candidates.find((file) => fs.existsSync(file)) ?? 'chromium';

const hasDisplay = [process.env.DISPLAY, process.env.WAYLAND_DISPLAY].some(Boolean);

/** Real windows where a person looks on; none where Playwright drives, unless it is asked for. */
export const headed =
  process.env.CARREL_STANDIN_HEADED === '1' ||
  (hasDisplay && process.env.CARREL_STANDIN_HEADLESS !== '1' && !commandLine.driven);

export const unsandboxed =
  process.getuid?.() === 0 || commandLine.args.includes('--no-sandbox') ? ['--no-sandbox'] : [];

/**
 * A page that we hand over ourselves has no address that Chromium could compare: it takes the development server's page
 * for a stranger's, and keeps it from the socket of that same server. Electron's pages have the address they came from.
 */
const localNetwork = 'LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets';

/** Pages that draw the browser's own buttons and its address bar's list: a window of ours has none, and each has a process of its own. */
const ownButtons =
  'InitialWebUI,WebUIReloadButton,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,PreloadTopChromeWebUI';

let running: Chromium | undefined;
let stopped = false;

/** The running Chromium. Throws before the app is ready. */
export function chromium(): Chromium {
  if (!running) throw new Error('stand-in: Chromium is not running');
  return running;
}

/** Whether Chromium is there to be spoken to; it is not before ready, while quitting, or after a crash. */
export function alive(): boolean {
  return running !== undefined && !running.connection.closed;
}

function flags(): string[] {
  const features = new Map([
    [
      'disable-features',
      `BackForwardCache,HttpsUpgrades,Translate,SpareRendererForSitePerProcess,AudioServiceOutOfProcess,${ownButtons},${localNetwork}`,
    ],
    ['enable-features', 'NetworkServiceInProcess2'], // one process less to start
  ]);
  const others: string[] = [];
  for (const [name, value] of takeSwitches()) {
    const own = features.get(name);
    if (own !== undefined) features.set(name, [own, value].filter(Boolean).join(','));
    else others.push(value === '' ? `--${name}` : `--${name}=${value}`);
  }
  return [
    '--remote-debugging-pipe', // ours
    '--remote-debugging-port=0', // Playwright's
    `--user-data-dir=${profile}`,
    `--class=${nameInManifest}`, // what a desktop calls the windows
    '--no-startup-window',
    '--no-first-run',
    '--no-default-browser-check',
    '--autoplay-policy=no-user-gesture-required', // Electron's default
    '--disable-background-networking',
    '--disable-background-timer-throttling',
    '--disable-backgrounding-occluded-windows',
    '--disable-component-update',
    '--disable-default-apps',
    '--default-tile-height=2048', // a layer is drawn whole, as a graphics card would: many small parts take longer
    '--default-tile-width=2048',
    '--disable-dev-shm-usage',
    '--disable-extensions',
    '--disable-gpu',
    '--disable-infobars',
    '--disable-quic',
    '--disable-renderer-backgrounding',
    '--disable-search-engine-choice-screen',
    '--disable-sync',
    '--in-process-gpu', // it draws by software: one process less to start
    '--password-store=basic',
    '--test-type', // no bar that warns of --no-sandbox
    ...unsandboxed,
    // Muted, or the tab that nobody sees would show a loudspeaker, and be drawn, with each sound.
    ...(headed ? [] : ['--headless=new', '--mute-audio']),
    ...others,
    ...[...features].filter(([, list]) => list).map(([name, list]) => `--${name}=${list}`),
  ];
}

/** Where Chromium listens, from the line it says on standard error. */
function devtoolsUrlOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stderr?.on('data', (data: Buffer) => {
      if (output.length < 20_000) output += data.toString();
      const url = /DevTools listening on (ws:\S+)/.exec(output)?.[1];
      if (url) resolve(url);
    });
    child.once('error', (error) =>
      reject(new Error(`stand-in: ${executable} cannot be started: ${error.message}`)),
    );
    child.once('exit', (code) =>
      reject(new Error(`stand-in: Chromium ended with ${String(code)}\n${output}`)),
    );
  });
}

/** Starts Chromium with a throw-away profile, without a window yet. */
export async function startChromium(): Promise<Chromium> {
  const child = spawn(executable, flags(), { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] });
  process.on('exit', () => child.kill('SIGKILL'));
  const [, , , writable, readable] = child.stdio as unknown as [null, null, Readable, Writable, Readable];
  const connection = new Connection(writable, readable);
  const discovering = connection.browser.send('Target.setDiscoverTargets', { discover: true });
  discovering.catch(() => undefined); // the line below says why
  const devtoolsUrl = await devtoolsUrlOf(child);
  await discovering;
  running = { connection, process: child, devtoolsUrl };
  if (stopped) await stopChromium();
  return running;
}

/** Ends Chromium at once (its profile is thrown away, nothing in it is worth a goodbye). */
export async function stopChromium(): Promise<void> {
  stopped = true;
  const child = running?.process;
  if (child?.exitCode === null && child.signalCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }
  dropProfile();
}

/**
 * The id of a new window's target, whose page is still blank; the size is that of its content, in CSS pixels. What
 * nobody will see needs no browser window around it: one would keep all of Chromium waiting for some 300 ms and, where
 * there is a display, come up over the others, with tabs.
 */
export async function openTarget(width: number, height: number, unseen: boolean): Promise<string> {
  if (headed && !unseen) return openAppWindow();
  const shown = headed ? { hidden: true } : { background: true };
  const { targetId } = await chromium().connection.browser.send('Target.createTarget', {
    url: 'about:blank',
    ...(unseen ? shown : { newWindow: true, width, height }),
  });
  return targetId;
}

/** The page that a window has before its first: it has the app's name, and keys do nothing in it. */
const blank =
  `data:text/html,<title>${encodeURIComponent(nameInManifest)}</title>` +
  '<script>onkeydown=onkeyup=oncontextmenu=e=>e.preventDefault()</script>';

/** A window without tabs and address bar: a second Chromium hands the request to the first, and ends. */
function openAppWindow(): Promise<string> {
  const mark = `${blank}<!--${Math.random().toString(36).slice(2)}-->`;
  const { browser } = chromium().connection;
  return new Promise((resolve) => {
    const look = ({ targetInfo }: { targetInfo: { url: string; targetId: string } }): void => {
      if (targetInfo.url !== mark) return;
      browser.off('Target.targetCreated', look);
      browser.off('Target.targetInfoChanged', look);
      resolve(targetInfo.targetId);
    };
    browser.on('Target.targetCreated', look);
    browser.on('Target.targetInfoChanged', look);
    const args = [`--user-data-dir=${profile}`, `--app=${mark}`, '--test-type', ...unsandboxed];
    spawn(executable, args, { stdio: 'ignore' });
  });
}

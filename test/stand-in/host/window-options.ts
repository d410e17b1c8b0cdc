import { loud, refuse } from './refuse.ts';
import { type Session, session } from './session.ts';

/** `webPreferences`, as far as they have a meaning here. */
export interface WebPreferences {
  preload?: string;
  session?: Session;
  partition?: string;
}

/** `new BrowserWindow(options)`, as far as they have a meaning here. */
export interface WindowOptions {
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  show?: boolean;
  /** Whether it can ever have the focus: one that cannot, and is not shown, is drawn for nobody. */
  focusable?: boolean;
  title?: string;
  webPreferences?: WebPreferences & Record<string, unknown>;
}

/** Taken, and without effect: they change what a frame looks like, or what we do not draw. */
const cosmetic = new Set([
  ...['minWidth', 'minHeight', 'maxWidth', 'maxHeight', 'useContentSize', 'center', 'resizable', 'movable'],
  ...['minimizable', 'maximizable', 'closable', 'fullscreenable', 'icon', 'backgroundColor', 'darkTheme'],
  ...['autoHideMenuBar', 'acceptFirstMouse', 'paintWhenInitiallyHidden', 'parent', 'modal', 'skipTaskbar'],
]);

/** The only value each of these can have here. */
const fixed: Record<string, unknown> = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
};

const harmless = new Set([
  ...[
    'preload',
    'session',
    'partition',
    'devTools',
    'spellcheck',
    'backgroundThrottling',
    'navigateOnDragDrop',
  ],
  ...['safeDialogs', 'disableDialogs', 'zoomFactor', 'enableWebSQL', 'autoplayPolicy', 'defaultEncoding'],
]);

/** Refuses what would change a test's outcome on Electron and has no effect here. */
export function checkOptions(options: WindowOptions): void {
  const known = new Set([
    ...cosmetic,
    'x',
    'y',
    'width',
    'height',
    'show',
    'focusable',
    'title',
    'webPreferences',
  ]);
  for (const name of Object.keys(options)) if (!known.has(name)) refuse(`BrowserWindow option ${name}`);
  for (const [name, value] of Object.entries(options.webPreferences ?? {})) {
    if (harmless.has(name)) continue;
    if (!(name in fixed)) refuse(`webPreferences.${name}`);
    if (value !== undefined && value !== fixed[name])
      refuse(`webPreferences.${name}: ${JSON.stringify(value)}`);
  }
}

/** The session a window belongs to. */
export function sessionOf(preferences: WebPreferences | undefined): Session {
  return preferences?.session ?? session.fromPartition(preferences?.partition ?? '');
}

/** What `capturePage()` gives. */
export function pngImage(png: Buffer) {
  return loud('NativeImage', {
    toPNG: (): Buffer => png,
    toDataURL: (): string => `data:image/png;base64,${png.toString('base64')}`,
    isEmpty: (): boolean => png.length === 0,
    getSize: () => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) }),
  });
}

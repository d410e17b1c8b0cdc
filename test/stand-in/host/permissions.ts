import { chromium } from './chromium.ts';
import { originOf, toWireUrl } from './wire-url.ts';

/** A permission's name in Electron, and the descriptors Chromium knows it by. */
const permissions: Record<string, { name: string; sysex?: boolean }[]> = {
  media: [{ name: 'microphone' }, { name: 'camera' }],
  geolocation: [{ name: 'geolocation' }],
  notifications: [{ name: 'notifications' }],
  'clipboard-read': [{ name: 'clipboard-read' }],
  'clipboard-sanitized-write': [{ name: 'clipboard-write' }],
  midi: [{ name: 'midi' }],
  midiSysex: [{ name: 'midi', sysex: true }],
  'idle-detection': [{ name: 'idle-detection' }],
  'display-capture': [{ name: 'display-capture' }],
  'window-management': [{ name: 'window-management' }],
  'storage-access': [{ name: 'storage-access' }],
  'screen-wake-lock': [{ name: 'screen-wake-lock' }],
};

export type RequestHandler = (
  webContents: unknown,
  permission: string,
  callback: (granted: boolean) => void,
  details: object,
) => void;
export type CheckHandler = (
  webContents: unknown,
  permission: string,
  origin: string,
  details: object,
) => boolean;

/** Granted only where neither handler says no; both absent grant everything, as in Electron. */
async function decide(
  handlers: { request: RequestHandler | null; check: CheckHandler | null },
  webContents: unknown,
  permission: string,
  requestingUrl: string,
): Promise<boolean> {
  const details = { requestingUrl, isMainFrame: true };
  if (handlers.check?.(webContents, permission, originOf(requestingUrl), details) === false) return false;
  if (!handlers.request) return true;
  return new Promise((resolve) => handlers.request?.(webContents, permission, resolve, details));
}

/** Asks the app about every permission for a page's origin, and holds Chromium to the answers before the page can ask. */
export async function settle(
  handlers: { request: RequestHandler | null; check: CheckHandler | null },
  webContents: unknown,
  url: string,
): Promise<void> {
  const origin = originOf(toWireUrl(url));
  if (!origin.startsWith('http')) return;
  const { browser } = chromium().connection;
  const requests = Object.entries(permissions).map(async ([name, descriptors]) => {
    const setting = (await decide(handlers, webContents, name, url)) ? 'granted' : 'denied';
    await Promise.all(
      descriptors.map((permission) => browser.send('Browser.setPermission', { permission, setting, origin })),
    );
  });
  await Promise.all(requests);
}

import type { App, Session, WebContents } from 'electron';
import { developmentPolicy } from './headers.ts';
import { scheme, type Origin } from './app-protocol.ts';

/** What may be opened in the person's own browser: https, and only these hosts. None, until help links to one. */
const openable: ReadonlySet<string> = new Set<string>();

/** Whether a link may leave the program. */
export function mayOpen(text: string, hosts: ReadonlySet<string> = openable): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'https:' && url.username === '' && url.port === '' && hosts.has(url.hostname);
}

/**
 * Switches of the whole program, before it is ready: every window is sandboxed, whatever it asks for, and a
 * certificate that does not hold is not accepted because the environment says so. A developer who runs it as root says
 * `--no-sandbox`, which this would take away; each window asks for its sandbox all the same.
 */
export function hardenProgram(
  app: Pick<App, 'enableSandbox' | 'isPackaged'> & {
    readonly commandLine: Pick<App['commandLine'], 'hasSwitch'>;
  },
  env: NodeJS.ProcessEnv,
): void {
  if (app.isPackaged || !app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
  delete env.NODE_TLS_REJECT_UNAUTHORIZED;
}

/** A page stays where it is, opens no window and embeds no other program. */
export function hardenContents(
  contents: Pick<WebContents, 'on' | 'setWindowOpenHandler'>,
  { isOurs }: Pick<Origin, 'isOurs'>,
  openExternal: (url: string) => void,
): void {
  const stay = (event: { readonly url: string; preventDefault(): void }): void => {
    if (!isOurs(event.url)) event.preventDefault();
  };
  contents.on('will-navigate', stay);
  contents.on('will-frame-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    if (mayOpen(url)) openExternal(url);
    return { action: 'deny' };
  });
}

const local = new Set([`${scheme}:`, 'data:', 'blob:']);

/** Whether a page may ask for this at all. Plain http and the rest of the world it may not: main speaks to the service. */
export function mayLoad(text: string, { isOurs, development }: Origin): boolean {
  const url = URL.parse(text);
  if (url === null) return false;
  if (url.protocol === `${scheme}:`) return isOurs(text) || development !== null;
  if (local.has(url.protocol)) return true;
  if (development === null) return false;
  return url.protocol === 'devtools:' || url.host === development.host;
}

/** What pages of this session may ask of the browser: nothing. No device, no permission, no download, no outside. */
export function hardenSession(session: Session, origin: Origin): void {
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setSpellCheckerEnabled(false);
  session.on('will-download', (event) => event.preventDefault());
  session.webRequest.onBeforeRequest(({ url }, decide) => decide({ cancel: !mayLoad(url, origin) }));
  const { development } = origin;
  if (development === null) return;
  session.webRequest.onHeadersReceived(({ responseHeaders }, decide) =>
    decide({
      responseHeaders: { ...responseHeaders, 'content-security-policy': [developmentPolicy(development)] },
    }),
  );
}

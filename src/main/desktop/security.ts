import type { App, Session, WebContents } from 'electron';
import { developmentPolicy } from './headers.ts';
import { scheme, type Origin } from './app-protocol.ts';

/** The hosts whose links may open in the user's browser, with https only. None, until the help has links. */
const openable: ReadonlySet<string> = new Set<string>();

/** Whether a link may be opened in the user's browser. */
export function mayOpen(text: string, hosts: ReadonlySet<string> = openable): boolean {
  const url = URL.parse(text);
  return url?.protocol === 'https:' && url.username === '' && url.port === '' && hosts.has(url.hostname);
}

/**
 * Settings of the whole program, before it is ready: every window is sandboxed, and no environment variable can turn
 * off the check of certificates. A developer who runs it as root uses `--no-sandbox`, which `enableSandbox` would
 * override; each window still asks for its sandbox.
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

/** A page cannot navigate away, open windows, or embed other programs. */
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

/** Whether a page may load this address. It may not load plain http or other hosts: only main talks to the service. */
export function mayLoad(text: string, { isOurs, development }: Origin): boolean {
  const url = URL.parse(text);
  if (url === null) return false;
  if (url.protocol === `${scheme}:`) return isOurs(text) || development !== null;
  if (local.has(url.protocol)) return true;
  if (development === null) return false;
  return url.protocol === 'devtools:' || url.host === development.host;
}

/** Denies everything that pages could ask of the browser: devices, permissions, downloads, other hosts. */
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

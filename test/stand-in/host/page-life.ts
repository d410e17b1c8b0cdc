import type { Devtools } from './cdp.ts';
import { fromWireUrl } from './wire-url.ts';

/** What happens to a window's main page, in Electron's terms. */
export interface PageEvents {
  navigated: (url: string) => void;
  navigatedInPage: (url: string) => void;
  startedLoading: () => void;
  domReady: () => void;
  painted: () => void;
  finished: () => void;
  onConsole: (
    level: 'debug' | 'info' | 'warning' | 'error',
    message: string,
    line: number,
    source: string,
  ) => void;
}

const levels: Record<string, 'debug' | 'warning' | 'error'> = {
  debug: 'debug',
  verbose: 'debug',
  warning: 'warning',
  error: 'error',
  assert: 'error',
};

/** Follows one target's main frame. The blank page that every target starts with is passed over in silence. */
export async function followPage(devtools: Devtools, frameId: string, events: PageEvents): Promise<void> {
  let loader: string | undefined;

  devtools.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id !== frameId) return;
    if (loader === undefined && /^(about:blank$|data:text\/html,)/.test(frame.url)) return;
    loader = frame.loaderId;
    events.navigated(fromWireUrl(frame.url + (frame.urlFragment ?? '')));
  });
  devtools.on('Page.navigatedWithinDocument', ({ frameId: its, url }) => {
    if (its === frameId && loader !== undefined) events.navigatedInPage(fromWireUrl(url));
  });
  devtools.on('Page.frameStartedLoading', ({ frameId: its }) => {
    if (its === frameId) events.startedLoading();
  });
  devtools.on('Page.lifecycleEvent', ({ frameId: its, loaderId, name }) => {
    if (its !== frameId || loaderId !== loader) return;
    if (name === 'DOMContentLoaded') events.domReady();
    if (name === 'firstPaint') events.painted();
    if (name === 'load') events.finished();
  });
  devtools.on('Runtime.consoleAPICalled', ({ type, args, stackTrace }) => {
    const message = args
      .map((arg) => String(arg.value ?? arg.unserializableValue ?? arg.description ?? ''))
      .join(' ');
    const at = stackTrace?.callFrames[0];
    events.onConsole(levels[type] ?? 'info', message, at?.lineNumber ?? 0, fromWireUrl(at?.url ?? ''));
  });
  // What Chromium itself says on a page's console: violations of its policy, failed requests.
  devtools.on('Log.entryAdded', ({ entry }) => {
    events.onConsole(
      levels[entry.level] ?? 'info',
      fromWireUrl(entry.text),
      entry.lineNumber ?? 0,
      fromWireUrl(entry.url ?? ''),
    );
  });

  await Promise.all([
    devtools.send('Page.enable'),
    devtools.send('Page.setLifecycleEventsEnabled', { enabled: true }),
    devtools.send('Runtime.enable'),
    devtools.send('Log.enable'),
  ]);
}

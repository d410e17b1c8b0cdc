import type { Bridge } from './bridge.ts';

/** What `contextBridge.exposeInMainWorld(key, api)` sends over. */
export interface Exposed {
  key: string;
  api: unknown;
}

/** Runs at document start in the page's own world: puts up what the preload exposes, and asks before a window opens. */
export function runMainWorld(bridge: Bridge): void {
  const freeze = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    Object.values(value).forEach(freeze);
    return Object.freeze(value);
  };

  bridge.onNote('expose', (value) => {
    const { key, api } = value as Exposed;
    if (Object.hasOwn(window, key)) return;
    Object.defineProperty(window, key, { value: freeze(api), enumerable: true });
  });
  bridge.note('ready', null);

  window.open = (url = 'about:blank', frameName = '', features = '') => {
    const resolved = new URL(url, document.baseURI).href;
    bridge.note('open', {
      url: resolved,
      frameName,
      features,
      disposition: features ? 'new-window' : 'foreground-tab',
    });
    return null;
  };
}

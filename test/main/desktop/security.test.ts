import { EventEmitter } from 'node:events';
import type { Session, WebContents } from 'electron';
import { describe, expect, test, vi } from 'vitest';
import { developmentPolicy } from '../../../src/main/desktop/headers.ts';
import { originOf } from '../../../src/main/desktop/app-protocol.ts';
import {
  hardenContents,
  hardenProgram,
  hardenSession,
  mayLoad,
  mayOpen,
} from '../../../src/main/desktop/security.ts';

const installed = originOf({ isPackaged: true, rendererUrl: undefined });
const developing = originOf({ isPackaged: false, rendererUrl: 'http://localhost:5173' });

describe('where our pages come from', () => {
  test.each([
    ['app://carrel/index.html', true],
    ['app://carrel', true],
    ['app://carrel.evil/index.html', false],
    ['app://evil/index.html', false],
    ['app://user@carrel/index.html', false],
    ['https://carrel/index.html', false],
    ['http://localhost:5173/', false],
    ['file:///index.html', false],
    ['data:text/html,x', false],
    ['about:blank', false],
    ['', false],
  ])('%s: %s', (url, ours) => {
    expect(installed.isOurs(url)).toBe(ours);
  });

  test('a development server counts on this machine only, and never in an installed program', () => {
    expect(developing.isOurs('http://localhost:5173/x')).toBe(true);
    expect(developing.isOurs('http://localhost:5174/x')).toBe(false);
    expect(originOf({ isPackaged: true, rendererUrl: 'http://localhost:5173' }).start).toBe(
      'app://carrel/index.html',
    );
    expect(originOf({ isPackaged: false, rendererUrl: 'http://evil.example' }).start).toBe(
      'app://carrel/index.html',
    );
    expect(developmentPolicy(new URL('http://localhost:5173'))).toContain(
      "connect-src 'self' ws://localhost:5173",
    );
  });
});

describe('the whole program', () => {
  function isSandboxed(
    { isPackaged, switches }: { isPackaged: boolean; switches: readonly string[] },
    env: NodeJS.ProcessEnv,
  ): boolean {
    const enableSandbox = vi.fn();
    const commandLine = { hasSwitch: (name: string) => switches.includes(name) };
    hardenProgram({ enableSandbox, isPackaged, commandLine }, env);
    return enableSandbox.mock.calls.length === 1;
  }

  test('is sandboxed, and believes no environment about certificates', () => {
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0', PATH: '/bin' };
    expect(isSandboxed({ isPackaged: true, switches: [] }, env)).toBe(true);
    expect(env).toEqual({ PATH: '/bin' });
  });

  test.each([
    [true, ['no-sandbox'], true],
    [false, [], true],
    // As root Electron does not start with it; Playwright says so on the command line.
    [false, ['no-sandbox'], false],
  ])('packaged %s, with %j: sandboxed %s', (isPackaged, switches, sandboxed) => {
    expect(isSandboxed({ isPackaged, switches }, {})).toBe(sandboxed);
  });
});

/** Contents that a test can make ask. */
function contents() {
  const emitter = new EventEmitter();
  let opens: (details: { url: string }) => { action: string } = () => ({ action: 'allow' });
  const openExternal = vi.fn();
  const fake = {
    on: (name: string, listener: (event: object) => void) => emitter.on(name, listener),
    setWindowOpenHandler: (handler: typeof opens) => (opens = handler),
  };
  hardenContents(fake as unknown as WebContents, installed, openExternal);
  const asks = (name: string, url: string): boolean => {
    const event = { url, preventDefault: vi.fn() };
    emitter.emit(name, event);
    return event.preventDefault.mock.calls.length > 0;
  };
  return { asks, open: (url: string) => opens({ url }), openExternal };
}

describe('a page', () => {
  test.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])('%s leads nowhere else', (name) => {
    const { asks } = contents();
    for (const url of [
      'https://example.com/',
      'http://127.0.0.1/',
      'file:///etc/passwd',
      'javascript:1',
      'app://evil/',
    ]) {
      expect(asks(name, url), url).toBe(true);
    }
    expect(asks(name, 'app://carrel/index.html')).toBe(false);
  });

  test('opens no window and embeds nothing', () => {
    const { open, asks, openExternal } = contents();
    for (const url of [
      'https://example.com/',
      'app://carrel/index.html',
      'about:blank',
      'file:///etc/passwd',
    ]) {
      expect(open(url)).toEqual({ action: 'deny' });
    }
    expect(openExternal).not.toHaveBeenCalled();
    expect(asks('will-attach-webview', '')).toBe(true);
  });

  test.each([
    ['https://help.example/page', true],
    ['https://help.example.evil/page', false],
    ['https://user@help.example/', false],
    ['https://help.example:8443/', false],
    ['http://help.example/', false],
    ['file:///help.example', false],
    ['javascript:help.example', false],
    ['help.example', false],
  ])('%s may leave the program: %s', (url, may) => {
    expect(mayOpen(url, new Set(['help.example']))).toBe(may);
    expect(mayOpen(url)).toBe(false);
  });
});

describe('a session', () => {
  type Decide = (granted: boolean) => void;
  const set = {
    request: null as null | ((contents: unknown, permission: string, decide: Decide) => void),
    check: null as null | (() => boolean),
    device: null as null | (() => boolean),
    before: null as null | ((details: { url: string }, decide: (answer: object) => void) => void),
    received: null as unknown,
    spell: true,
  };
  const events = new EventEmitter();
  const session = {
    setPermissionRequestHandler: (handler: typeof set.request) => (set.request = handler),
    setPermissionCheckHandler: (handler: typeof set.check) => (set.check = handler),
    setDevicePermissionHandler: (handler: typeof set.device) => (set.device = handler),
    setSpellCheckerEnabled: (on: boolean) => (set.spell = on),
    on: (name: string, listener: () => void) => events.on(name, listener),
    webRequest: {
      onBeforeRequest: (listener: typeof set.before) => (set.before = listener),
      onHeadersReceived: (listener: unknown) => (set.received = listener),
    },
  };
  hardenSession(session as unknown as Session, installed);

  test('grants no permission and no device', () => {
    for (const permission of [
      'media',
      'geolocation',
      'notifications',
      'clipboard-read',
      'fullscreen',
      'hid',
    ]) {
      const decide = vi.fn();
      set.request?.(null, permission, decide);
      expect(decide.mock.calls, permission).toEqual([[false]]);
    }
    expect(set.check?.()).toBe(false);
    expect(set.device?.()).toBe(false);
    expect(set.spell).toBe(false);
  });

  test('downloads nothing', () => {
    const event = { preventDefault: vi.fn() };
    events.emit('will-download', event);
    expect(event.preventDefault).toHaveBeenCalledOnce();
  });

  test.each([
    ['app://carrel/assets/index.js', true],
    ['data:image/png;base64,', true],
    ['blob:app://carrel/1', true],
    ['app://evil/x', false],
    ['http://example.com/', false],
    ['http://127.0.0.1:5173/', false],
    ['https://example.com/', false],
    ['ws://127.0.0.1/', false],
    ['file:///etc/passwd', false],
    ['ftp://example.com/', false],
    ['devtools://devtools/x', false],
    ['chrome-extension://x/', false],
  ])('asks for %s: %s', (url, may) => {
    const decide = vi.fn();
    set.before?.({ url }, decide);
    expect(decide.mock.calls).toEqual([[{ cancel: !may }]]);
  });

  test('leaves the headers alone, but for a development server', () => {
    expect(set.received).toBeNull();
    expect(mayLoad('ws://localhost:5173/', developing)).toBe(true);
    expect(mayLoad('https://example.com/', developing)).toBe(false);
  });
});

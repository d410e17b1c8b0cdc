import { describe, expect, test, vi } from 'vitest';
import { channels } from '../../../src/contract/bridge.ts';
import type { Router } from '../../../src/main/router.ts';
import { quietLog } from '../support/ports.ts';

type Listener = (event: object, ...args: unknown[]) => unknown;

const main = vi.hoisted(() => ({ handled: new Map<string, Listener>(), heard: new Map<string, Listener>() }));
vi.mock('electron', () => ({
  ipcMain: {
    handle: (channel: string, listener: Listener) => main.handled.set(channel, listener),
    on: (channel: string, listener: Listener) => main.heard.set(channel, listener),
    removeAllListeners: (channel: string) => main.heard.delete(channel),
  },
}));
main.heard.set('electron-store-get-data', () => 'where the settings are');
const { connectIpc } = await import('../../../src/main/desktop/ipc.ts');

const router = {
  call: vi.fn<(...inputs: unknown[]) => Promise<unknown>>(() => Promise.resolve({ ok: true, value: 1 })),
  abort: vi.fn(),
  abortAll: vi.fn(),
};
const page = 'app://carrel/index.html';
const frame = { url: page, frameToken: 'A1', processId: 7, parent: null };
const window = { mainFrame: { ...frame }, isDestroyed: () => false, send: vi.fn() };
const log = quietLog();
connectIpc({
  router: Promise.resolve(router as unknown as Router),
  origin: { isOurs: (url) => url.startsWith('app://carrel/') },
  windowOf: (contents) => (contents === (window as unknown) ? 5 : null),
  log,
});

const call = (event: object) =>
  main.handled.get(channels.call)?.(event, 'station.get', 'id', {}) as Promise<unknown>;
const good = { sender: window, senderFrame: window.mainFrame };

describe('the door between windows and main', () => {
  test('hears the main frame of our window, and answers and reports to it', async () => {
    expect(await call(good)).toEqual({ ok: true, value: 1 });
    const [peer, ...rest] = router.call.mock.calls[0] ?? [];
    expect(rest).toEqual(['station.get', 'id', {}]);
    expect(peer).toMatchObject({ window: 5 });
    (peer as { report: (id: string, progress: unknown) => void }).report('id', { read: 1 });
    expect(window.send.mock.calls).toEqual([[channels.progress, 'id', { read: 1 }]]);
  });

  test.each([
    ['another window', { sender: { ...window }, senderFrame: window.mainFrame }],
    ['another frame', { sender: window, senderFrame: { ...frame, frameToken: 'B2' } }],
    ['a frame within another', { sender: window, senderFrame: { ...frame, parent: frame } }],
    ['a frame of another process', { sender: window, senderFrame: { ...frame, processId: 8 } }],
    ['a frame that has gone', { sender: window, senderFrame: null }],
    [
      'a frame that goes while it is looked at',
      {
        sender: window,
        senderFrame: {
          ...frame,
          get frameToken(): string {
            throw new Error('Render frame was disposed before WebFrameMain could be accessed');
          },
        },
      },
    ],
    [
      'another page in our window',
      (() => {
        const mainFrame = { ...frame, url: 'https://example.com/' };
        return {
          sender: Object.assign(Object.create(window) as object, { mainFrame }),
          senderFrame: mainFrame,
        };
      })(),
    ],
  ])('refuses %s', async (_, event) => {
    router.call.mockClear();
    router.abort.mockClear();
    await expect(call(event)).rejects.toThrow('refused');
    main.heard.get(channels.abort)?.(event, 'id');
    await Promise.resolve();
    expect(router.call).not.toHaveBeenCalled();
    expect(router.abort).not.toHaveBeenCalled();
    expect(log.lines.at(-1)?.[0]).toBe('ipc.refused');
  });

  test('refuses our window while it shows another page', async () => {
    window.mainFrame.url = 'https://example.com/';
    await expect(call(good)).rejects.toThrow('refused');
    window.mainFrame.url = page;
  });

  test('knows the main frame by its token: Electron may give another object for it', async () => {
    expect(await call({ sender: window, senderFrame: { ...frame } })).toEqual({ ok: true, value: 1 });
  });

  test('aborts for the window that asks', async () => {
    main.heard.get(channels.abort)?.(good, 'id');
    await vi.waitFor(() => expect(router.abort.mock.calls).toEqual([[5, 'id']]));
  });

  test('leaves no other channel open', () => {
    expect([...main.handled.keys(), ...main.heard.keys()]).toEqual([channels.call, channels.abort]);
  });
});

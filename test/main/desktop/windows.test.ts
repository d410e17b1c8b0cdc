import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { originOf } from '../../../src/main/desktop/app-protocol.ts';
import { quietLog } from '../support/ports.ts';

interface FakeOptions {
  readonly width?: number;
  readonly height?: number;
  readonly x?: number;
  readonly y?: number;
  readonly webPreferences: Record<string, unknown>;
}

const fakes = vi.hoisted(() => {
  const listeners = new Map<string, () => void>();
  const workArea = { x: 0, y: 0, width: 1920, height: 1080 };
  return {
    made: [] as unknown[],
    workArea,
    listeners,
    screen: {
      getAllDisplays: () => [{ workArea }],
      getPrimaryDisplay: () => ({ workArea }),
      on: (event: string, listener: () => void) => listeners.set(event, listener),
    },
  };
});

class FakeWindow extends EventEmitter {
  readonly options: FakeOptions;
  readonly id: number;
  readonly webContents = Object.assign(new EventEmitter(), {
    reload: vi.fn(),
    getZoomFactor: () => this.zoom,
    setZoomFactor: (factor: number) => (this.zoom = factor),
  });
  zoom = 1;
  shown = false;
  loaded = '';

  constructor(options: FakeOptions) {
    super();
    this.options = options;
    this.id = fakes.made.push(this);
  }
  loadURL(url: string): Promise<void> {
    this.loaded = url;
    return Promise.resolve();
  }
  bounds = { x: 10, y: 20, width: 1300, height: 900 };
  getNormalBounds = () => this.bounds;
  getBounds = () => this.bounds;
  setBounds = vi.fn((bounds: typeof this.bounds) => (this.bounds = bounds));
  isFullScreen = () => false;
  isMaximized = () => false;
  isMinimized = () => false;
  isDestroyed = () => false;
  isFocused = () => false;
  isVisible = () => this.shown;
  show = vi.fn(() => (this.shown = true));
  maximize = vi.fn();
  focus = vi.fn();
  static fromWebContents = (contents: unknown) =>
    (fakes.made as FakeWindow[]).find((one) => one.webContents === contents) ?? null;
}

vi.mock('electron', () => ({
  BrowserWindow: FakeWindow,
  nativeTheme: { shouldUseDarkColors: false },
  screen: fakes.screen,
}));
const { openHiddenWindow, Windows } = await import('../../../src/main/desktop/windows.ts');

const placed = { x: 5, y: 5, width: 1400, height: 950, maximized: false };

function setUp(remembered: typeof placed | null = null) {
  const report = {
    saveBounds: vi.fn(),
    onPageGone: vi.fn(),
    onClosed: vi.fn(),
    mayClose: vi.fn(() => true),
  };
  const windows = new Windows({
    origin: originOf({ isPackaged: true }),
    preload: '/out/preload/index.cjs',
    log: quietLog(),
    savedBounds: () => remembered,
    ...report,
  });
  return { windows, report, open: () => windows.open() as unknown as FakeWindow };
}

beforeEach(() => {
  fakes.made.splice(0);
  Object.assign(fakes.workArea, { width: 1920, height: 1080 });
});

const closeOf = (window: FakeWindow) => {
  const event = { preventDefault: vi.fn() };
  window.emit('close', event);
  return event.preventDefault;
};

/** All that a page is allowed. Electron has off whatever is not named, such as Node in workers, or experimental features. */
const shut = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  spellcheck: false,
};

test('a window of the desk has a preload beside that, and no other switch', () => {
  const { preload, ...rest } = setUp().open().options.webPreferences;
  expect(preload).toMatch(/index\.cjs$/);
  expect(rest).toEqual(shut);
});

test('a window for printing has no other switch, and nothing to talk to main with', () => {
  const window = openHiddenWindow() as unknown as FakeWindow;
  expect(window.options.webPreferences).toEqual(shut);
});

describe('a window', () => {
  test('is sandboxed, isolated and without Node, and shows our page', () => {
    const window = setUp().open();
    expect(window.options.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      navigateOnDragDrop: false,
    });
    expect(window.options).toMatchObject({
      width: 1280,
      height: 800,
      minWidth: 1024,
      minHeight: 560,
      show: false,
    });
    expect(window.loaded).toBe('app://carrel/index.html');
    expect(window.shown).toBe(false);
    window.emit('ready-to-show');
    expect(window.shown).toBe(true);
  });

  test.each([
    ['painted, or', ['ready-to-show', 'did-finish-load']],
    ['loaded, on Wayland', ['did-finish-load', 'ready-to-show']],
  ])('is shown once its page is %s', (_, [first = '', then = '']) => {
    const window = setUp({ ...placed, maximized: true }).open();
    const say = (event: string): boolean =>
      event === 'ready-to-show' ? window.emit(event) : window.webContents.emit(event);
    say(first);
    expect([window.shown, window.maximize.mock.calls.length]).toEqual([true, 1]);
    // Somebody has made it smaller since.
    say(then);
    expect([window.show.mock.calls.length, window.maximize.mock.calls.length]).toEqual([1, 1]);
  });

  test('that is hidden is shown by a second start as it stood, and has the focus', () => {
    const { windows, open } = setUp({ ...placed, maximized: true });
    const window = open();
    windows.show();
    expect([window.shown, window.focus.mock.calls.length]).toEqual([true, 1]);
    expect(window.maximize).toHaveBeenCalledOnce();
    windows.show();
    expect([window.show.mock.calls.length, window.focus.mock.calls.length]).toEqual([1, 2]);
  });

  test('stands where the last one stood, if that can be reached', () => {
    expect(setUp(placed).open().options).toMatchObject({ x: 5, y: 5, width: 1400, height: 950 });
    // Its screen is gone.
    expect(setUp({ ...placed, x: 4000 }).open().options).toMatchObject({ x: 520, y: 5, width: 1400 });
    const second = setUp();
    second.open();
    expect(second.open().options).toMatchObject({ x: 42, y: 52, width: 1300 });
  });

  test('is remembered as it closes, and what it asked for is dropped', () => {
    const { windows, report, open } = setUp();
    const window = open();
    expect(windows.idOf(window.webContents as never)).toBe(window.id);
    expect(closeOf(window)).not.toHaveBeenCalled();
    window.emit('closed');
    expect(report.saveBounds).toHaveBeenCalledWith({
      x: 10,
      y: 20,
      width: 1300,
      height: 900,
      maximized: false,
    });
    expect(report.onPageGone).toHaveBeenCalledWith(window.id);
    expect(report.onClosed).toHaveBeenCalledWith(window.id);
    expect(windows.idOf(window.webContents as never)).toBeNull();
  });

  test('stays where it may not close yet', () => {
    const { report, open } = setUp();
    const window = open();
    report.mayClose.mockReturnValue(false);
    expect(closeOf(window)).toHaveBeenCalledOnce();
    expect(report.mayClose).toHaveBeenCalledWith(window.id);
    expect(report.saveBounds).not.toHaveBeenCalled();
  });

  test('comes back where its screen was taken away, or became smaller', () => {
    const { windows, open } = setUp();
    windows.followScreens();
    const window = open();
    const say = (event: string): void => fakes.listeners.get(event)?.();
    say('display-metrics-changed');
    expect(window.setBounds).not.toHaveBeenCalled();
    window.bounds = { x: 2500, y: 20, width: 1300, height: 900 };
    say('display-removed');
    expect(window.bounds).toEqual({ x: 620, y: 20, width: 1300, height: 900 });
    Object.assign(fakes.workArea, { width: 1092, height: 574 });
    say('display-metrics-changed');
    expect(window.bounds).toEqual({ x: 0, y: 0, width: 1092, height: 574 });
    expect(setUp().open().options).toMatchObject({ width: 1092, height: 574 });
  });

  test('takes the keys of the zoom before the page and the menu do', () => {
    const window = setUp().open();
    const event = { preventDefault: vi.fn() };
    const input = { type: 'keyDown', key: '=', code: 'Equal', control: true };
    const none = { meta: false, alt: false, shift: false };
    const request = {
      ...none,
      ...input,
      ...(process.platform === 'darwin' && { control: false, meta: true }),
    };
    window.webContents.emit('before-input-event', event, request);
    expect([window.zoom, event.preventDefault.mock.calls.length]).toEqual([1.1, 1]);
    window.webContents.emit('before-input-event', event, { ...request, key: 'k', code: 'KeyK' });
    expect(event.preventDefault).toHaveBeenCalledOnce();
  });

  test('closes on a full disk too', () => {
    const { report, open } = setUp();
    report.saveBounds.mockImplementation(() => {
      throw new Error('ENOSPC');
    });
    expect(() => closeOf(open())).not.toThrow();
  });

  test('that shows its page anew has its calls aborted; one that moves within it has not', () => {
    const { report, open } = setUp();
    const { webContents, id } = open();
    webContents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: true });
    webContents.emit('did-start-navigation', { isMainFrame: false, isSameDocument: false });
    expect(report.onPageGone).not.toHaveBeenCalled();
    webContents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false });
    expect(report.onPageGone.mock.calls).toEqual([[id]]);
    expect(report.onClosed).not.toHaveBeenCalled();
  });

  test('whose page crashed shows it again, a few times', () => {
    const { webContents } = setUp().open();
    for (let i = 0; i < 10; i++)
      webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
    expect(webContents.reload).toHaveBeenCalledTimes(3);
  });
});

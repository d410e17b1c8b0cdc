import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { originOf } from '../../../src/main/desktop/origin.ts';
import { quietLog } from '../support.ts';

interface FakeOptions {
  readonly width?: number;
  readonly height?: number;
  readonly x?: number;
  readonly y?: number;
  readonly webPreferences: Record<string, unknown>;
}

const fakes = vi.hoisted(() => ({ made: [] as unknown[] }));

class FakeWindow extends EventEmitter {
  readonly options: FakeOptions;
  readonly id: number;
  readonly webContents = Object.assign(new EventEmitter(), { reload: vi.fn() });
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
  getNormalBounds = () => ({ x: 10, y: 20, width: 1300, height: 900 });
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
  screen: { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] },
}));
const { isReachable, Windows } = await import('../../../src/main/desktop/windows.ts');

const placed = { x: 5, y: 5, width: 1400, height: 950, maximized: false };

function setUp(remembered: typeof placed | null = null) {
  const told = { remember: vi.fn(), onPageGone: vi.fn(), onClosed: vi.fn() };
  const windows = new Windows({
    origin: originOf({ isPackaged: true }),
    preload: '/out/preload/index.cjs',
    log: quietLog(),
    remembered: () => remembered,
    ...told,
  });
  return { windows, told, open: () => windows.open() as unknown as FakeWindow };
}

beforeEach(() => void fakes.made.splice(0));

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
      minHeight: 700,
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

  test('that is hidden is shown by a second start, and has the focus', () => {
    const { windows, open } = setUp();
    const window = open();
    windows.show();
    expect([window.shown, window.focus.mock.calls.length]).toEqual([true, 1]);
    windows.show();
    expect([window.show.mock.calls.length, window.focus.mock.calls.length]).toEqual([1, 2]);
  });

  test('stands where the last one stood, if that can be reached', () => {
    expect(setUp(placed).open().options).toMatchObject({ x: 5, y: 5, width: 1400, height: 950 });
    const lost = setUp({ ...placed, x: 4000 }).open().options;
    expect([lost.x, lost.width]).toEqual([undefined, 1400]);
    const second = setUp();
    second.open();
    expect(second.open().options).toMatchObject({ x: 42, y: 52, width: 1300 });
  });

  test('is remembered as it closes, and what it asked for is dropped', () => {
    const { windows, told, open } = setUp();
    const window = open();
    expect(windows.idOf(window.webContents as never)).toBe(window.id);
    window.emit('close');
    window.emit('closed');
    expect(told.remember).toHaveBeenCalledWith({ x: 10, y: 20, width: 1300, height: 900, maximized: false });
    expect(told.onPageGone).toHaveBeenCalledWith(window.id);
    expect(told.onClosed).toHaveBeenCalledWith(window.id);
    expect(windows.idOf(window.webContents as never)).toBeNull();
  });

  test('closes on a full disk too', () => {
    const { told, open } = setUp();
    told.remember.mockImplementation(() => {
      throw new Error('ENOSPC');
    });
    expect(() => open().emit('close')).not.toThrow();
  });

  test('that shows its page anew has its calls aborted; one that moves within it has not', () => {
    const { told, open } = setUp();
    const { webContents, id } = open();
    webContents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: true });
    webContents.emit('did-start-navigation', { isMainFrame: false, isSameDocument: false });
    expect(told.onPageGone).not.toHaveBeenCalled();
    webContents.emit('did-start-navigation', { isMainFrame: true, isSameDocument: false });
    expect(told.onPageGone.mock.calls).toEqual([[id]]);
    expect(told.onClosed).not.toHaveBeenCalled();
  });

  test('whose page crashed shows it again, a few times', () => {
    const { webContents } = setUp().open();
    for (let i = 0; i < 10; i++)
      webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
    expect(webContents.reload).toHaveBeenCalledTimes(3);
  });
});

describe('reachable', () => {
  const areas = [{ x: 0, y: 0, width: 1920, height: 1080 }];
  test.each([
    [{ ...placed, x: -1200 }, true],
    [{ ...placed, x: -1350 }, false],
    [{ ...placed, y: -10 }, false],
    [{ ...placed, y: 1070 }, false],
  ])('%o: %s', (window, reachable) => {
    expect(isReachable(window, areas)).toBe(reachable);
  });
});

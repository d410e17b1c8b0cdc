import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Closing } from '../../../src/main/desktop/closing.ts';
import { WindowEvents } from '../../../src/main/desktop/calls.ts';

class FakeWindow {
  isMinimized = () => this.minimized;
  minimized = false;
  closed = false;
  readonly restore = vi.fn();
  readonly focus = vi.fn();
  readonly #id: number;
  constructor(id: number) {
    this.#id = id;
  }
  close(): void {
    if (!closing.mayClose(this.#id)) return;
    this.closed = true;
    closing.gone(this.#id);
  }
}

let windows: Map<number, FakeWindow>;
let events: WindowEvents;
let closing: Closing;
/** What is waited for: so many milliseconds are over once it is called. */
let timeIsUp: (() => void) | undefined;
const quit = vi.fn();
const pages = new Map<number, unknown[]>();

beforeEach(() => {
  quit.mockReset();
  pages.clear();
  windows = new Map([1, 2].map((id) => [id, new FakeWindow(id)]));
  events = new WindowEvents();
  closing = new Closing({
    events,
    quit,
    clock: {
      sleep: (_, signal) =>
        new Promise((resolve, reject) => {
          timeIsUp = resolve;
          signal?.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    },
    windowOf: (id) => (windows.get(id) ?? null) as never,
    all: () => [...windows.values()] as never,
  });
});

/** Its page listens. */
function shows(id: number): AbortController {
  const over = new AbortController();
  const heard: unknown[] = [];
  pages.set(id, heard);
  void events.watch(id, over.signal, (event) => heard.push(event));
  return over;
}
const window = (id: number): FakeWindow => windows.get(id) as FakeWindow;

describe('a window that somebody closes', () => {
  test('goes at once where no page says what is open', () => {
    window(1).close();
    expect(window(1).closed).toBe(true);
  });

  test('asks its own page, once, and goes when that has nothing open', () => {
    shows(1);
    shows(2);
    window(1).close();
    window(1).close();
    expect([window(1).closed, pages.get(1), pages.get(2)]).toEqual([false, [{ type: 'closeAsked' }], []]);
    closing.close(1);
    expect(window(1).closed).toBe(true);
  });

  test('stays, and is seen, where something is open; and asks again the next time', () => {
    shows(1);
    window(1).minimized = true;
    window(1).close();
    closing.stay(1);
    expect(window(1).closed).toBe(false);
    expect([window(1).restore.mock.calls.length, window(1).focus.mock.calls.length]).toEqual([1, 1]);
    window(1).close();
    expect(pages.get(1)).toHaveLength(2);
  });

  test('goes all the same where its page does not answer', async () => {
    shows(1);
    window(1).close();
    timeIsUp?.();
    await vi.waitFor(() => expect(window(1).closed).toBe(true));
  });

  test('goes at once where its page has gone', () => {
    shows(1).abort();
    window(1).close();
    expect(window(1).closed).toBe(true);
  });
});

describe('the program', () => {
  test('ends once every window has gone, and not while one asks', () => {
    shows(2);
    closing.quit();
    expect([window(1).closed, window(2).closed, closing.isQuitting]).toEqual([true, false, true]);
    closing.stay(2);
    expect(closing.isQuitting).toBe(false);
    expect(quit).not.toHaveBeenCalled();
  });

  test('ends at once where there is no window', () => {
    windows.clear();
    closing.quit();
    expect(quit).toHaveBeenCalledOnce();
  });

  test('that is ended from outside asks nobody', () => {
    shows(1);
    closing.end();
    window(1).close();
    expect([window(1).closed, pages.get(1)]).toEqual([true, []]);
  });
});

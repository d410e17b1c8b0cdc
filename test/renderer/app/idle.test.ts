import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Idle } from '../../../src/renderer/app/idle.svelte.ts';

/** As much of a page as is looked at: whether a dialog is open, or waits, and where text is typed. */
class Place extends EventTarget {
  readonly #within: string;

  constructor(within: string) {
    super();
    this.#within = within;
  }

  closest(selector: string): Place | null {
    return this.#within === selector ? this : null;
  }
}

let page: { dialog: boolean; waits: boolean };
let cleared: number;
let busy: boolean;
let boxed: boolean;
let times: { blurAfter: number; clearAfter: number };
let stop: () => void;
let idle: Idle;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'] });
  page = { dialog: false, waits: false };
  [cleared, busy, boxed, times] = [0, false, false, { blurAfter: 60, clearAfter: 300 }];
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('Element', Place);
  vi.stubGlobal('document', {
    querySelector: (selector: string) => {
      const found = selector.includes('aria-busy') ? page.dialog && page.waits : page.dialog;
      return found ? {} : null;
    },
  });
  idle = new Idle({
    times: () => times,
    isBusy: () => busy,
    isTyped: () => boxed,
    clear: () => (cleared += 1),
  });
  stop = idle.start();
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const seconds = (count: number): void => void vi.advanceTimersByTime(count * 1000);

/** Somebody opens a dialog and types into it. */
function typeIntoDialog(): void {
  page.dialog = true;
  const event = new Event('input');
  Object.defineProperty(event, 'target', { value: new Place('[role="dialog"]') });
  window.dispatchEvent(event);
}

function press(key: string, ctrlKey = false): Event {
  const event = Object.assign(new Event('keydown', { cancelable: true }), { key, ctrlKey });
  window.dispatchEvent(event);
  return event;
}

describe('where nobody is', () => {
  test('the patron goes out of sight, and then leaves', () => {
    seconds(59);
    expect(idle.isAway).toBe(false);
    seconds(1);
    expect(idle.isAway).toBe(true);
    seconds(239);
    expect(cleared).toBe(0);
    seconds(1);
    expect(cleared).toBe(1);
  });

  test('a half-typed dialog goes out of sight as well, and is never let go', () => {
    typeIntoDialog();
    seconds(60);
    expect(idle.isAway).toBe(true);
    seconds(3600);
    expect(cleared).toBe(0);
    press('a');
    expect(idle.isAway).toBe(false);
    seconds(59);
    expect(idle.isAway).toBe(false);
    seconds(1);
    expect(idle.isAway).toBe(true);
  });

  test('so does what is half typed in the scan box', () => {
    boxed = true;
    seconds(3600);
    expect([idle.isAway, cleared]).toEqual([true, 0]);
    boxed = false;
    seconds(1);
    expect(cleared).toBe(1);
  });

  test('where nothing is to be blurred, what is typed goes out of sight when the patron would leave', () => {
    times = { blurAfter: 0, clearAfter: 300 };
    typeIntoDialog();
    seconds(299);
    expect(idle.isAway).toBe(false);
    seconds(1);
    expect([idle.isAway, cleared]).toEqual([true, 0]);
  });

  test('a dialog that was closed is typed into no more', () => {
    typeIntoDialog();
    seconds(10);
    page.dialog = false;
    press('Escape');
    seconds(300);
    expect(cleared).toBe(1);
  });

  test('with neither, nothing ever happens', () => {
    times = { blurAfter: 0, clearAfter: 0 };
    seconds(100_000);
    expect([idle.isAway, cleared]).toEqual([false, 0]);
  });
});

describe('somebody is there', () => {
  test.each([
    ['while something is under way', () => (busy = true)],
    ['while a dialog waits for its answer', () => (page = { dialog: true, waits: true })],
  ])('%s', (_name, begin) => {
    begin();
    seconds(3600);
    expect([idle.isAway, cleared]).toEqual([false, 0]);
  });

  test.each([['Enter'], [' '], ['Escape'], ['F10'], ['u', true]])(
    'whose first key is %j: it brings the screen back, and does nothing else',
    (key, ctrl = false) => {
      expect(press(key, ctrl).defaultPrevented).toBe(false);
      seconds(60);
      expect(press(key, ctrl).defaultPrevented).toBe(true);
      expect(idle.isAway).toBe(false);
      expect(press(key, ctrl).defaultPrevented).toBe(false);
    },
  );

  test.each(['3', 'A', 'Shift'])('whose first key, %j, may be of a scan: it is left alone', (key) => {
    seconds(60);
    expect(press(key).defaultPrevented).toBe(false);
    expect(idle.isAway).toBe(false);
  });
});

describe('the machine is locked, or falls asleep', () => {
  /** The clock on the wall goes on, and the other does not. */
  const sleeps = (count: number): void => void vi.setSystemTime(Date.now() + count * 1000);
  const moves = (): void => void window.dispatchEvent(new Event('pointermove'));

  test('the patron is out of sight at once, whatever is under way or half typed, and stays', () => {
    typeIntoDialog();
    busy = true;
    idle.onLeave();
    expect(idle.isAway).toBe(true);
    seconds(3600);
    expect([idle.isAway, cleared]).toEqual([true, 0]);
    busy = false;
    page.dialog = false;
    seconds(1);
    expect(cleared).toBe(1);
  });

  test('also where nothing is to be blurred, nor anybody to leave', () => {
    times = { blurAfter: 0, clearAfter: 0 };
    idle.onLeave();
    expect(idle.isAway).toBe(true);
    sleeps(100_000);
    idle.onReturn();
    expect([idle.isAway, cleared]).toEqual([true, 0]);
    press('3');
    expect([idle.isAway, cleared]).toEqual([false, 0]);
  });

  test('a hand that is still on the mouse brings nobody back; one that comes afterwards does', () => {
    idle.onLeave();
    moves();
    expect(idle.isAway).toBe(true);
    idle.onReturn();
    moves();
    expect([idle.isAway, cleared]).toEqual([false, 0]);
  });

  test('a system that does not say when it is unlocked has a key to come back by', () => {
    idle.onLeave();
    expect(press('Enter').defaultPrevented).toBe(true);
    expect(idle.isAway).toBe(false);
  });

  test('the time asleep counts: whoever was away for too long leaves on waking', () => {
    seconds(100);
    idle.onLeave();
    sleeps(199);
    idle.onReturn();
    expect([idle.isAway, cleared]).toEqual([true, 0]);
    sleeps(1);
    idle.onReturn();
    expect(cleared).toBe(1);
  });

  test('it counts where the key that wakes the machine comes before the machine says so', () => {
    idle.onLeave();
    sleeps(300);
    press('3');
    expect([idle.isAway, cleared]).toEqual([false, 1]);
    // The next patron's time is their own.
    idle.onReturn();
    seconds(59);
    expect([idle.isAway, cleared]).toEqual([false, 1]);
  });

  test('it does not throw away what is half typed, nor end what is under way', () => {
    boxed = true;
    idle.onLeave();
    sleeps(3600);
    idle.onReturn();
    boxed = false;
    busy = true;
    seconds(10);
    expect([idle.isAway, cleared]).toEqual([true, 0]);
    busy = false;
    seconds(1);
    expect(cleared).toBe(1);
  });

  test('a clock that somebody sets while the machine is awake changes nothing', () => {
    sleeps(3600);
    seconds(59);
    idle.onReturn();
    expect([idle.isAway, cleared]).toEqual([false, 0]);
  });

  test('where nobody is at the desk, nothing is put out of sight', () => {
    stop();
    idle.onLeave();
    expect(idle.isAway).toBe(false);
  });
});

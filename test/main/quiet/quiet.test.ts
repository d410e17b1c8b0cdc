import { describe, expect, test, vi } from 'vitest';
import type { WindowReason } from '../../../src/contract/quiet.ts';
import { Quiet, type MainWork } from '../../../src/main/quiet/quiet.ts';
import { WindowWork } from '../../../src/main/quiet/window-work.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

/** Two windows, whose pages answer with what they are told to, or not at all. */
function desk() {
  const clock = new VirtualClock();
  const pages = new Map<number, { reasons: readonly WindowReason[]; idleMs: number } | 'hangs'>();
  const open = new Set([1, 2]);
  const closing = new AbortController();
  const main: { now: MainWork } = { now: { reasons: [], unsettled: { unclear: 0, unfinished: 0 } } };
  const windows: WindowWork = new WindowWork({
    ...{ clock, open: () => [...open] },
    ask: (window) => {
      const page = pages.get(window);
      if (page !== undefined && page !== 'hangs') windows.report(window, page.reasons, page.idleMs);
    },
  });
  const quiet = new Quiet({ clock, windows, ofMain: () => main.now, closing: closing.signal });
  const say = (window: number, ...reasons: readonly WindowReason[]): void => {
    pages.set(window, { reasons, idleMs: 0 });
    windows.report(window, reasons, 0);
  };
  return { clock, pages, open, closing, main, windows, quiet, say };
}
const never = new AbortController().signal;

describe('what is in use', () => {
  test('a page that has said nothing counts, and so does one that was loaded anew', () => {
    const { quiet, say, windows } = desk();
    say(1);
    expect(quiet.now.reasons).toEqual(['noAnswer']);
    say(2, 'typed');
    expect(quiet.now.reasons).toEqual(['typed']);
    windows.gone(1);
    expect(quiet.now.reasons).toEqual(['noAnswer', 'typed']);
    expect(quiet.now.idleMs).toBe(0);
  });

  test('what main knows is added, each reason once; what is unclear is a fact of its own', () => {
    const { quiet, say, main } = desk();
    say(1, 'patron');
    say(2);
    main.now = { reasons: ['patron', 'printing'], unsettled: { unclear: 1, unfinished: 2 } };
    expect(quiet.now).toMatchObject({
      reasons: ['patron', 'printing'],
      unsettled: { unclear: 1, unfinished: 2 },
    });
  });

  test('without windows nobody is in the way', () => {
    const { quiet, open } = desk();
    open.clear();
    expect(quiet.now).toMatchObject({ reasons: [], idleMs: Infinity });
  });

  test('how long nobody has touched it: the window that was touched last counts', async () => {
    const { quiet, windows, clock } = desk();
    windows.report(1, [], 60_000);
    windows.report(2, [], 5000);
    await clock.pass(10_000);
    expect(quiet.now.idleMs).toBe(15_000);
  });
});

describe('waiting until it is quiet', () => {
  test('asks the windows: what they said before may be old', async () => {
    const { quiet, say, pages, clock } = desk();
    say(1);
    say(2);
    pages.set(2, { reasons: ['dialog'], idleMs: 0 });
    const isQuiet = vi.fn();
    void quiet.whenQuiet({}, never).then(isQuiet);
    await clock.pass(5000);
    expect(isQuiet).not.toHaveBeenCalled();
    pages.set(2, { reasons: [], idleMs: 0 });
    await clock.pass(2000);
    expect(isQuiet).toHaveBeenCalledOnce();
  });

  test('a page that hangs is in use until it answers or is gone', async () => {
    const { quiet, say, pages, open, windows, clock } = desk();
    say(1);
    say(2);
    pages.set(2, 'hangs');
    const isQuiet = vi.fn();
    void quiet.whenQuiet({}, never).then(isQuiet);
    await clock.pass(30_000);
    expect(isQuiet).not.toHaveBeenCalled();
    expect(quiet.now.reasons).toEqual(['noAnswer']);
    pages.set(2, { reasons: [], idleMs: 0 });
    await clock.pass(10_000);
    expect(isQuiet).toHaveBeenCalledOnce();
    pages.set(2, 'hangs');
    isQuiet.mockClear();
    void quiet.whenQuiet({}, never).then(isQuiet);
    await clock.pass(10_000);
    expect(isQuiet).not.toHaveBeenCalled();
    open.delete(2);
    windows.gone(2);
    await clock.pass(10_000);
    expect(isQuiet).toHaveBeenCalledOnce();
  });

  test('for nothing unclear, and for nobody there for a while, where that is wanted', async () => {
    const { quiet, say, pages, main, clock } = desk();
    say(1);
    say(2);
    main.now = { reasons: [], unsettled: { unclear: 1, unfinished: 0 } };
    expect(await quiet.whenQuiet({}, never)).toMatchObject({ reasons: [] });
    const [isSettled, isIdle] = [vi.fn(), vi.fn()];
    void quiet.whenQuiet({ settled: true }, never).then(isSettled);
    void quiet.whenQuiet({ idleMs: 60_000 }, never).then(isIdle);
    await clock.pass(3000);
    expect(isSettled).not.toHaveBeenCalled();
    main.now = { reasons: [], unsettled: { unclear: 0, unfinished: 0 } };
    await clock.pass(3000);
    expect(isSettled).toHaveBeenCalledOnce();
    expect(isIdle).not.toHaveBeenCalled();
    for (const window of [1, 2]) pages.set(window, { reasons: [], idleMs: 61_000 });
    await clock.pass(3000);
    expect(isIdle).toHaveBeenCalledOnce();
  });

  test('ends with who waits, and with the program', async () => {
    const { quiet, say, closing } = desk();
    say(1, 'patron');
    say(2);
    const stop = new AbortController();
    const stopped = quiet.whenQuiet({}, stop.signal);
    const ended = quiet.whenQuiet({}, never);
    stop.abort(new Error('stopped'));
    await expect(stopped).rejects.toThrow('stopped');
    closing.abort(new Error('closing'));
    await expect(ended).rejects.toThrow('closing');
  });
});

test('changes are told while somebody listens, each time anew', async () => {
  const { quiet, say, clock } = desk();
  say(1);
  say(2);
  const heard: (readonly string[])[] = [];
  const stop = quiet.changes.on(({ reasons }) => heard.push(reasons));
  say(1, 'patron');
  await clock.pass(2500);
  say(1);
  await clock.pass(2500);
  stop();
  say(1, 'typed');
  await clock.pass(5000);
  expect(heard).toEqual([['patron'], []]);
  quiet.changes.on(({ reasons }) => heard.push(reasons));
  say(1);
  await clock.pass(2500);
  expect(heard).toEqual([['patron'], [], []]);
});

import { runInNewContext } from 'node:vm';
import type { BrowserWindow } from 'electron';
import { describe, expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/main/clock.ts';
import { createPrinter } from '../../../src/main/desktop/printer.ts';
import { UnseenPage } from '../../../src/main/desktop/unseen-page.ts';
import { Failed } from '../../../src/main/failed.ts';
import type { Clock, Printer } from '../../../src/main/ports.ts';

const noop = (): void => undefined;

type Answer = (done: (success: boolean, reason: string) => void) => void;

interface Machine {
  readonly printed: string[];
  readonly options: object[];
  /** What is heard when the process of a window is gone, of each that was opened. */
  readonly crashes: readonly (() => void)[];
  readonly opened: number;
  /** What stands in the windows that are open. */
  readonly standing: readonly string[];
  readonly unseen: UnseenPage;
  readonly printer: Printer;
}

/** A machine whose printer answers so, one answer for each page. */
function machine(
  answers: readonly Answer[] = [],
  { clock = systemClock, keep = () => true }: { clock?: Pick<Clock, 'sleep'>; keep?: () => boolean } = {},
): Machine {
  const printed: string[] = [];
  const options: object[] = [];
  const crashes: (() => void)[] = [];
  const open = new Map<object, string>();
  let opened = 0;
  const opener = (): BrowserWindow => {
    opened += 1;
    const window = {
      loadURL: () => Promise.resolve(),
      webContents: {
        getURL: () => '',
        once: (_: 'render-process-gone', heard: () => void) => crashes.push(heard),
        executeJavaScript: (code: string): Promise<unknown> => {
          if (!open.has(window)) return Promise.reject(new Error('Object has been destroyed'));
          const document = { open: noop, close: noop, write: (page: string) => open.set(window, page) };
          const addEventListener = (_: string, heard: () => void): void => void setImmediate(heard);
          return runInNewContext(code, { document, addEventListener }) as Promise<unknown>;
        },
        print: (given: object, done: (success: boolean, reason: string) => void) => {
          const answer = answers[printed.length] ?? ((say) => say(true, ''));
          printed.push(open.get(window) ?? '');
          options.push(given);
          answer(done);
        },
      },
      isDestroyed: () => !open.has(window),
      destroy: () => open.delete(window),
    };
    open.set(window, '');
    return window as object as BrowserWindow;
  };
  const unseen = new UnseenPage({ open: opener, clock, keep });
  return {
    ...{ printed, options, crashes, unseen, printer: createPrinter(unseen, clock) },
    get opened() {
      return opened;
    },
    get standing() {
      return [...open.values()];
    },
  };
}

async function failureOf(printing: Promise<void>) {
  const error = await printing.then(
    () => null,
    (one: unknown) => one,
  );
  return error instanceof Failed ? error.failure : error;
}

/** A clock whose waits end only when they are told to. */
function stoppedClock() {
  const waits: { readonly ms: number; readonly end: () => void }[] = [];
  const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const wait = { ms, end: resolve };
      waits.push(wait);
      signal?.addEventListener('abort', () => {
        waits.splice(waits.indexOf(wait), 1);
        reject(new Error('aborted'));
      });
    });
  return { waits, sleep };
}

describe('the printer', () => {
  test('prints silently, sets no size of paper, and leaves nothing of the page behind', async () => {
    const one = machine();
    await one.printer.print('<p>נפלאות האפקט</p>');
    expect(one.printed).toEqual(['<p>נפלאות האפקט</p>']);
    expect(one.options).toEqual([
      { silent: true, usePrinterDefaultPageSize: true, margins: { marginType: 'printableArea' } },
    ]);
    expect(one.standing).toEqual(['']);
    one.unseen.rest();
  });

  test('prints what is asked in its order, one after the other, in one window', async () => {
    const slow = Promise.withResolvers<undefined>();
    const one = machine([(done) => void slow.promise.then(() => done(true, ''))]);
    const all = ['1', '2', '3'].map((page) => one.printer.print(page));
    await vi.waitFor(() => expect(one.printed).toEqual(['1']));
    slow.resolve(undefined);
    await Promise.all(all);
    expect(one.printed).toEqual(['1', '2', '3']);
    expect(one.opened).toBe(1);
  });

  test('keeps its window for a minute, and not where it would be the only one', async () => {
    const clock = stoppedClock();
    let atDesk = true;
    const one = machine([], { clock, keep: () => atDesk });
    await one.printer.print('1');
    expect(clock.waits.map(({ ms }) => ms)).toEqual([60_000]);
    clock.waits[0]?.end();
    await vi.waitFor(() => expect(one.standing).toEqual([]));
    await one.printer.print('2');
    expect(one.opened).toBe(2);
    atDesk = false;
    one.unseen.rest();
    expect(one.standing).toEqual([]);
    await one.printer.print('3');
    expect(one.printed).toEqual(['1', '2', '3']);
    expect(one.standing).toEqual([]);
  });

  test('a window whose process is gone is not used again', async () => {
    const one = machine();
    await one.printer.print('1');
    one.crashes[0]?.();
    expect(one.standing).toEqual([]);
    await one.printer.print('2');
    expect(one.printed).toEqual(['1', '2']);
    expect(one.opened).toBe(2);
  });

  test('what was printed is printed, whatever becomes of the window after that', async () => {
    const one: Machine = machine([
      (done) => {
        done(true, '');
        one.crashes[0]?.();
      },
    ]);
    await one.printer.print('1');
    expect(one.printed).toEqual(['1']);
    expect(one.standing).toEqual([]);
  });

  test('the last window of the desk is closed while a page is at the printer: it is printed', async () => {
    const slow = Promise.withResolvers<undefined>();
    let atDesk = true;
    const one = machine([(done) => void slow.promise.then(() => done(true, ''))], { keep: () => atDesk });
    const printing = one.printer.print('1');
    await vi.waitFor(() => expect(one.printed).toEqual(['1']));
    atDesk = false;
    one.unseen.rest();
    expect(one.standing).toEqual(['1']);
    slow.resolve(undefined);
    await printing;
    expect(one.standing).toEqual([]);
  });

  test.each([
    ['No printers available on the network', 'noPrinter'],
    ['Print job failed', 'refused'],
  ])('says why it did not: %s', async (reason, why) => {
    const one = machine([(done) => done(false, reason)]);
    expect(await failureOf(one.printer.print('1'))).toEqual({ kind: 'printer', why, detail: reason });
    expect(one.standing).toEqual([]);
    // The next one is not held up by it.
    await one.printer.print('2');
    expect(one.printed).toEqual(['1', '2']);
    expect(one.opened).toBe(2);
  });

  test('a host that throws is a printer that refuses', async () => {
    const one = machine([
      () => {
        throw new TypeError('Invalid print settings');
      },
    ]);
    expect(await failureOf(one.printer.print('1'))).toEqual({
      kind: 'printer',
      why: 'refused',
      detail: 'Invalid print settings',
    });
    expect(one.standing).toEqual([]);
  });

  test('one that says nothing is not waited for', async () => {
    const waits: number[] = [];
    const clock = { sleep: (ms: number) => Promise.resolve(void waits.push(ms)) };
    const one = machine([() => undefined], { clock });
    expect(await failureOf(one.printer.print('1'))).toEqual({ kind: 'printer', why: 'slow', detail: '' });
    expect(waits).toEqual([30_000]);
    expect(one.standing).toEqual([]);
  });
});

import type { BrowserWindow } from 'electron';
import { describe, expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/main/clock.ts';
import { createPrinter } from '../../../src/main/desktop/printer.ts';
import { Failed } from '../../../src/main/failed.ts';

type Answer = (done: (success: boolean, reason: string) => void) => void;

/** A machine whose printer answers so, one answer for each page. */
function machine(...answers: readonly Answer[]) {
  const printed: string[] = [];
  const options: object[] = [];
  let open = 0;
  const opener = (): BrowserWindow => {
    const answer = answers[printed.length] ?? ((done) => done(true, ''));
    let url = '';
    let gone = false;
    open += 1;
    const window = {
      loadURL: (asked: string) => {
        url = asked;
        return Promise.resolve();
      },
      webContents: {
        print: (given: object, done: (success: boolean, reason: string) => void) => {
          printed.push(Buffer.from(url.split('base64,')[1] ?? '', 'base64').toString());
          options.push(given);
          answer(done);
        },
      },
      isDestroyed: () => gone,
      destroy: () => {
        if (!gone) open -= 1;
        gone = true;
      },
    };
    return window as object as BrowserWindow;
  };
  return { printed, options, opener, windows: () => open };
}

async function failureOf(printing: Promise<void>) {
  const error = await printing.then(
    () => null,
    (one: unknown) => one,
  );
  return error instanceof Failed ? error.failure : error;
}

describe('the printer', () => {
  test('prints silently, sets no size of paper, and leaves no window behind', async () => {
    const one = machine();
    const printer = createPrinter({ open: one.opener, clock: systemClock });
    await printer.print('<p>נפלאות האפקט</p>');
    expect(one.printed).toEqual(['<p>נפלאות האפקט</p>']);
    expect(one.options).toEqual([
      { silent: true, usePrinterDefaultPageSize: true, margins: { marginType: 'printableArea' } },
    ]);
    expect(one.windows()).toBe(0);
  });

  test('prints what is asked in its order, one after the other', async () => {
    const slow = Promise.withResolvers<undefined>();
    const one = machine((done) => void slow.promise.then(() => done(true, '')));
    const printer = createPrinter({ open: one.opener, clock: systemClock });
    const all = [printer.print('1'), printer.print('2'), printer.print('3')];
    await vi.waitFor(() => expect(one.printed).toEqual(['1']));
    expect(one.windows()).toBe(1);
    slow.resolve(undefined);
    await Promise.all(all);
    expect(one.printed).toEqual(['1', '2', '3']);
  });

  test.each([
    ['No printers available on the network', 'noPrinter'],
    ['Print job failed', 'refused'],
  ])('says why it did not: %s', async (reason, why) => {
    const one = machine((done) => done(false, reason));
    const printer = createPrinter({ open: one.opener, clock: systemClock });
    expect(await failureOf(printer.print('1'))).toEqual({ kind: 'printer', why, detail: reason });
    // The next one is not held up by it.
    await printer.print('2');
    expect(one.printed).toEqual(['1', '2']);
    expect(one.windows()).toBe(0);
  });

  test('a host that throws is a printer that refuses', async () => {
    const one = machine(() => {
      throw new TypeError('Invalid print settings');
    });
    const printer = createPrinter({ open: one.opener, clock: systemClock });
    expect(await failureOf(printer.print('1'))).toEqual({
      kind: 'printer',
      why: 'refused',
      detail: 'Invalid print settings',
    });
    expect(one.windows()).toBe(0);
  });

  test('one that says nothing is not waited for', async () => {
    const one = machine(() => undefined);
    const waits: number[] = [];
    const clock = { sleep: (ms: number) => Promise.resolve(void waits.push(ms)) };
    const printer = createPrinter({ open: one.opener, clock });
    expect(await failureOf(printer.print('1'))).toEqual({ kind: 'printer', why: 'slow', detail: '' });
    expect(waits).toEqual([30_000]);
    expect(one.windows()).toBe(0);
  });
});

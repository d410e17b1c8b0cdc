import { runInNewContext } from 'node:vm';
import type { BrowserWindow, PrinterInfo } from 'electron';
import { describe, expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/main/clock.ts';
import { createPrinter, type DesktopPrinter } from '../../../src/main/desktop/printer.ts';
import { Printers } from '../../../src/main/desktop/printers.ts';
import { HiddenPage } from '../../../src/main/desktop/hidden-page.ts';
import { Failed } from '../../../src/main/failure.ts';
import type { Clock, PrintPlace } from '../../../src/main/ports.ts';

const noop = (): void => undefined;

type Answer = (done: (success: boolean, reason: string) => void) => void;

const desk: PrinterInfo = { name: 'Front_Desk', displayName: 'Front desk', description: '', options: {} };
const star: PrinterInfo = { name: 'Star_TSP', displayName: 'Star TSP143', description: '', options: {} };
const sheet: PrintPlace = { printer: { at: 'system' }, roll: null };

interface Machine {
  readonly printed: string[];
  readonly options: object[];
  /** What is heard when the process of a window is gone, of each that was opened. */
  readonly crashes: readonly (() => void)[];
  readonly opened: number;
  /** How often a window was given a document of its own. */
  readonly loads: number;
  /** What stands in the windows that are open. */
  readonly connection: readonly string[];
  readonly unseen: HiddenPage;
  readonly printer: DesktopPrinter;
  /** How often the list of printers was read. */
  readonly reads: number;
  readonly print: (page: string, place?: PrintPlace) => Promise<boolean>;
  /** A window of the desk. */
  readonly window: () => BrowserWindow;
}

interface Around {
  readonly clock?: Pick<Clock, 'sleep'>;
  readonly keep?: () => boolean;
  /** The first of them is the system's default, unless there is none. */
  readonly devices?: () => readonly PrinterInfo[] | Promise<readonly PrinterInfo[]>;
  readonly hasDefault?: boolean;
  /** How long what is on a page is, in pixels. */
  readonly length?: number;
  /** Whether a page that is to be removed stays. */
  readonly isStuck?: () => boolean;
}

/** A machine whose printer answers so, one answer for each page. */
function machine(
  answers: readonly Answer[] = [],
  {
    clock = systemClock,
    keep = () => true,
    devices = () => [desk, star],
    hasDefault = true,
    length = 96,
    isStuck = () => false,
  }: Around = {},
): Machine {
  const printed: string[] = [];
  const options: object[] = [];
  const crashes: (() => void)[] = [];
  const open = new Map<object, string>();
  let opened = 0;
  let loads = 0;
  let reads = 0;
  const opener = (): BrowserWindow => {
    opened += 1;
    let breakOff: (error: Error) => void = noop;
    const window = {
      loadURL: () => {
        loads += 1;
        breakOff(new Error('Script failed to execute'));
        return Promise.resolve();
      },
      webContents: {
        getURL: () => '',
        once: (_: 'render-process-gone', heard: () => void) => crashes.push(heard),
        executeJavaScript: (code: string): Promise<unknown> => {
          if (!open.has(window)) return Promise.reject(new Error('Object has been destroyed'));
          const body = { getBoundingClientRect: () => ({ height: length }) };
          const document = { body, open: noop, close: noop, write: (page: string) => open.set(window, page) };
          const addEventListener = (_: string, heard: () => void): void => void setImmediate(heard);
          const { promise, reject } = Promise.withResolvers();
          breakOff = reject;
          const running: unknown = runInNewContext(code, { document, addEventListener });
          return Promise.race([promise, open.get(window) === '' && isStuck() ? promise : running]);
        },
        print: (input: object, done: (success: boolean, reason: string) => void) => {
          const answer = answers[printed.length] ?? ((say) => say(true, ''));
          printed.push(open.get(window) ?? '');
          options.push(input);
          answer(done);
        },
      },
      isDestroyed: () => !open.has(window),
      destroy: () => {
        open.delete(window);
        breakOff(new Error('Object has been destroyed'));
      },
    };
    open.set(window, '');
    return window as object as BrowserWindow;
  };
  const unseen = new HiddenPage({ open: opener, clock, keep });
  const printers = new Printers({
    read: () => {
      reads += 1;
      return Promise.resolve(devices());
    },
    defaultOf: (all) => Promise.resolve((hasDefault && all[0]?.name) || null),
    clock: systemClock,
  });
  const printer = createPrinter(unseen, printers, clock);
  return {
    ...{ printed, options, crashes, unseen, printer, window: opener },
    print: (page, place = sheet) => printer.print(page, place),
    get reads() {
      return reads;
    },
    get opened() {
      return opened;
    },
    get loads() {
      return loads;
    },
    get connection() {
      return [...open.values()];
    },
  };
}

async function failureOf(printing: Promise<unknown>) {
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
  test('prints silently at the default printer, by its name, on its own paper, and leaves nothing of the page behind', async () => {
    const one = machine();
    await one.print('<p>נפלאות האפקט</p>');
    expect(one.printed).toEqual(['<p>נפלאות האפקט</p>']);
    expect(one.options).toEqual([
      {
        ...{ silent: true, deviceName: 'Front_Desk', usePrinterDefaultPageSize: true },
        margins: { marginType: 'printableArea' },
      },
    ]);
    expect(one.connection).toEqual(['']);
    one.unseen.release();
  });

  test('labels are printed on pages of exactly their size, without margins', async () => {
    const one = machine();
    const page = { width: 215.9, height: 279.4 };
    await one.print('1', { printer: { at: 'printer', name: 'Star_TSP' }, roll: null, sheet: page });
    expect(one.options).toEqual([
      {
        ...{ silent: true, deviceName: 'Star_TSP', margins: { marginType: 'none' } },
        pageSize: { width: 215_900, height: 279_400 },
      },
    ]);
  });

  test('on a roll, a page is as wide as that and as long as what is on it', async () => {
    const one = machine([], { length: 480.2 });
    await one.print('1', { printer: { at: 'printer', name: 'Star_TSP' }, roll: 57.5 });
    expect(one.options).toEqual([
      {
        ...{ silent: true, deviceName: 'Star_TSP', margins: { marginType: 'none' } },
        pageSize: { width: 57_500, height: Math.ceil((480.2 / 96) * 25_400) },
      },
    ]);
    const none = machine([], { length: 0 });
    await none.print('1', { ...sheet, roll: 80 });
    expect(none.options).toMatchObject([{ pageSize: { width: 80_000, height: 353 } }]);
    const mile = machine([], { length: 1e6 });
    await mile.print('1', { ...sheet, roll: 80 });
    expect(mile.options).toMatchObject([{ pageSize: { height: 3_276_000 } }]);
  });

  test('a chosen printer that is not there is a failure, and no other one prints', async () => {
    const gone = machine();
    const place: PrintPlace = { printer: { at: 'printer', name: 'Zebra' }, roll: null };
    expect(await failureOf(gone.print('1', place))).toEqual({
      ...{ kind: 'printer', why: 'notThere', detail: 'Zebra' },
    });
    expect(gone.printed).toEqual([]);
    // It went after the list was read: the host says so.
    const going = machine([(done) => done(false, 'Invalid deviceName provided')]);
    expect(
      await failureOf(going.print('1', { ...place, printer: { at: 'printer', name: 'Star_TSP' } })),
    ).toEqual({ kind: 'printer', why: 'notThere', detail: 'Star_TSP' });
  });

  test('without a default printer nothing is printed: not at the first that is listed either', async () => {
    const none = machine([], { hasDefault: false });
    expect(await failureOf(none.print('1'))).toEqual({ kind: 'printer', why: 'noPrinter', detail: '' });
    expect(none.printed).toEqual([]);
    await none.print('2', { printer: { at: 'printer', name: 'Star_TSP' }, roll: null });
    expect(none.options).toMatchObject([{ deviceName: 'Star_TSP' }]);
  });

  test('where the default printer has gone since the list was read, the next default one prints, or none', async () => {
    const devices = [desk, star];
    const gone: Answer = (done) => {
      devices.shift();
      done(false, 'Invalid deviceName provided');
    };
    const one = machine([gone], { devices: () => [...devices] });
    expect(await one.print('1')).toBe(true);
    expect(one.options).toMatchObject([{ deviceName: 'Front_Desk' }, { deviceName: 'Star_TSP' }]);
    const last = machine([gone], { devices: () => [...devices] });
    expect(await failureOf(last.print('1'))).toMatchObject({ why: 'noPrinter' });
    expect(last.printed).toHaveLength(1);
  });

  test('asks where it is to ask, and no slip is printed where the dialog was closed', async () => {
    const clock = stoppedClock();
    const one = machine([(done) => done(true, ''), (done) => done(false, 'Print job canceled')], {
      clock,
    });
    const place: PrintPlace = { printer: { at: 'ask' }, roll: null };
    const printing = one.print('1', place);
    expect(await printing).toBe(true);
    expect(one.options[0]).toMatchObject({ silent: false });
    expect(one.options[0]).not.toHaveProperty('deviceName');
    expect(one.reads).toBe(0);
    expect(await one.print('2', place)).toBe(false);
  });

  test('whoever is asked has longer than a printer', async () => {
    const waits: number[] = [];
    const clock = { sleep: (ms: number) => Promise.resolve(void waits.push(ms)) };
    const one = machine([() => undefined], { clock });
    const request = one.print('1', { printer: { at: 'ask' }, roll: null });
    expect(await failureOf(request)).toMatchObject({ why: 'slow' });
    expect(waits).toEqual([120_000]);
  });

  test('reads the list of printers once for the slips of a queue, and again after a failure', async () => {
    const prints: Answer = (done) => done(true, '');
    const one = machine([prints, prints, (done) => done(false, 'Jammed')]);
    await Promise.all([one.print('1'), one.print('2')]);
    expect(one.reads).toBe(1);
    expect(await failureOf(one.print('3'))).toMatchObject({ why: 'refused' });
    await one.print('4');
    expect(one.reads).toBe(2);
  });

  test('a list that comes after the time is over prints nothing any more', async () => {
    const clock = stoppedClock();
    const list = Promise.withResolvers<readonly PrinterInfo[]>();
    const one = machine([], { clock, devices: () => list.promise });
    const printing = failureOf(one.print('1'));
    await vi.waitFor(() => expect(one.reads).toBe(1));
    clock.waits[0]?.end();
    expect(await printing).toMatchObject({ why: 'slow' });
    list.resolve([desk]);
    await list.promise;
    await one.print('2');
    expect(one.printed).toEqual(['2']);
  });

  test('says so where the list cannot be read', async () => {
    const one = machine([], { devices: () => Promise.reject(new Error('no spooler')) });
    const failure = { kind: 'printer', why: 'notListed', detail: 'no spooler' };
    expect(await failureOf(one.printer.list())).toEqual(failure);
    expect(await failureOf(one.print('1'))).toEqual(failure);
  });

  test('prints what is asked in its order, one after the other, in one window', async () => {
    const slow = Promise.withResolvers<undefined>();
    const one = machine([(done) => void slow.promise.then(() => done(true, ''))]);
    const all = ['1', '2', '3'].map((page) => one.print(page));
    await vi.waitFor(() => expect(one.printed).toEqual(['1']));
    slow.resolve(undefined);
    await Promise.all(all);
    expect(one.printed).toEqual(['1', '2', '3']);
    expect(one.opened).toBe(1);
  });

  test('waits until the page before is removed, and no longer than a job may take', async () => {
    const clock = stoppedClock();
    let isStuck = true;
    const one = machine([], { clock, isStuck: () => isStuck });
    await one.print('1');
    const second = failureOf(one.print('2'));
    await vi.waitFor(() => expect(clock.waits.at(-1)?.ms).toBe(30_000));
    clock.waits.at(-1)?.end();
    expect(await second).toMatchObject({ why: 'slow' });
    isStuck = false;
    await one.print('3');
    expect([one.printed, one.opened]).toEqual([['1', '3'], 2]);
  });

  test('puts each page into a document of its own: the policy of one refuses the style of another', async () => {
    const one = machine();
    await one.print('1');
    await one.print('2');
    expect([one.opened, one.loads]).toEqual([1, 2]);
  });

  test('keeps its window for a minute, and not where it would be the only one', async () => {
    const clock = stoppedClock();
    let atDesk = true;
    const one = machine([], { clock, keep: () => atDesk });
    await one.print('1');
    expect(clock.waits.map(({ ms }) => ms)).toEqual([60_000]);
    clock.waits[0]?.end();
    await vi.waitFor(() => expect(one.connection).toEqual([]));
    await one.print('2');
    expect(one.opened).toBe(2);
    atDesk = false;
    one.unseen.release();
    expect(one.connection).toEqual([]);
    await one.print('3');
    expect(one.printed).toEqual(['1', '2', '3']);
    expect(one.connection).toEqual([]);
  });

  test('a window whose process is gone is not used again', async () => {
    const one = machine();
    await one.print('1');
    one.crashes[0]?.();
    expect(one.connection).toEqual([]);
    await one.print('2');
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
    await one.print('1');
    expect(one.printed).toEqual(['1']);
    expect(one.connection).toEqual([]);
  });

  test('the last window of the desk is closed while a page is at the printer: it is printed', async () => {
    const slow = Promise.withResolvers<undefined>();
    let atDesk = true;
    const one = machine([(done) => void slow.promise.then(() => done(true, ''))], { keep: () => atDesk });
    const printing = one.print('1');
    await vi.waitFor(() => expect(one.printed).toEqual(['1']));
    atDesk = false;
    one.unseen.release();
    expect(one.connection).toEqual(['1']);
    slow.resolve(undefined);
    await printing;
    expect(one.connection).toEqual([]);
  });

  test.each([
    ['No printers available on the network', 'noPrinter'],
    ['Print job failed', 'refused'],
  ])('says why it did not: %s', async (reason, why) => {
    const one = machine([(done) => done(false, reason)]);
    expect(await failureOf(one.print('1'))).toEqual({ kind: 'printer', why, detail: reason });
    expect(one.connection).toEqual([]);
    // The next one is not held up by it.
    await one.print('2');
    expect(one.printed).toEqual(['1', '2']);
    expect(one.opened).toBe(2);
  });

  test('a host that throws is a printer that refuses', async () => {
    const one = machine([
      () => {
        throw new TypeError('Invalid print settings');
      },
    ]);
    expect(await failureOf(one.print('1'))).toEqual({
      kind: 'printer',
      why: 'refused',
      detail: 'Invalid print settings',
    });
    expect(one.connection).toEqual([]);
  });

  test('one that says nothing is not waited for', async () => {
    const waits: number[] = [];
    const clock = { sleep: (ms: number) => Promise.resolve(void waits.push(ms)) };
    const one = machine([() => undefined], { clock });
    expect(await failureOf(one.print('1'))).toEqual({ kind: 'printer', why: 'slow', detail: '' });
    expect(waits).toEqual([30_000]);
    expect(one.connection).toEqual([]);
  });
});

describe('the page of a window', () => {
  test('is printed where pages are, on the printer’s own paper, with its colours', async () => {
    const one = machine();
    expect(await one.printer.printWindow(one.window(), { at: 'printer', name: 'Star_TSP' })).toBe(true);
    expect(one.options).toEqual([
      {
        ...{ silent: true, deviceName: 'Star_TSP' },
        ...{ printBackground: true, usePrinterDefaultPageSize: true },
      },
    ]);
    expect(await failureOf(one.printer.printWindow(one.window(), { at: 'printer', name: 'Zebra' }))).toEqual({
      ...{ kind: 'printer', why: 'notThere', detail: 'Zebra' },
    });
  });

  test('where somebody is asked, no slip waits for them, and a closed dialog is no failure', async () => {
    const dialog = Promise.withResolvers<undefined>();
    const one = machine([(done) => void dialog.promise.then(() => done(false, 'Print job canceled'))]);
    const request = one.printer.printWindow(one.window(), { at: 'ask' });
    await one.print('a slip');
    expect(one.printed).toEqual(['', 'a slip']);
    dialog.resolve(undefined);
    expect(await request).toBe(false);
    expect(one.options[0]).toEqual({
      ...{ silent: false, printBackground: true, usePrinterDefaultPageSize: true },
    });
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { codeOf, textOf } from '../../src/service/read.ts';
import type { Pol } from '../../src/service/shapes/pol.ts';
import { Acquisitions, invoicesOnRecord, numberOf } from '../e2e/acquisitions.ts';
import { openCarrel, type Carrel } from '../e2e/app.ts';
import { Desk } from '../e2e/desk.ts';
import { connect, startService, type Service } from '../e2e/fixtures.ts';
import { press } from '../e2e/keyboard.ts';
import { allowedMs } from './allowed.ts';
import { calledFor } from './called.ts';
import { figuresOf, rounded } from './figures.ts';
import { watchMain } from './main-watch.ts';
import { megabytes, usedInMain, usedInPage } from './memory.ts';
import type { Arrival } from './seen.ts';
import type { Findings, Target } from './target.ts';
import { until } from './until.ts';
import { size } from './window.ts';

const lines = 500;
/** Memory is compared with that after one line in so many. */
const early = 10;
const number = 'BENCH-1';
const delayMs = 200;
const mostTimes = 1.15;
const mostGrown = 1.2;
/** For so long a person is not left without a sign that it goes on. */
const mostSilent = 1000;
/** An order line has one of four vendors, so nearly: with some more, one of them has enough. */
const ordersFor = (count: number): number => 4 * count + 200;

/** A part of the work, by the clock and by the answers that came meanwhile. */
interface Part {
  readonly wallMs: number;
  readonly answers: readonly Arrival[];
}
interface Memory {
  readonly page: number;
  readonly main: number;
}
interface Entered {
  readonly count: number;
  /** The order lines of its lines are read. */
  readonly reading: Part;
  /** It is made, line by line, and processed. */
  readonly saving: Part;
  readonly first: Memory;
  readonly last: Memory;
  /** Milliseconds from one sign of progress on the screen to the next. */
  readonly silences: readonly number[];
}

/**
 * Enters an invoice of very many lines through the window, at a service that is reached through the limiter: a vendor's
 * file is opened as a new invoice, which reads its order lines, and saved.
 *
 * @param share how many of the lines, from 0 to 1
 */
export async function measureInvoice(share: number): Promise<Findings> {
  const entered = await enter(Math.ceil(lines * share));
  const { count, reading, saving, first, last, silences } = entered;
  const what = `Invoice of ${count} lines (service ${delayMs} ms)`;
  // What is sent for one invoice goes one after the other; what is read for it need not.
  const commands = saving.answers.filter(({ method }) => method !== 'GET').length;
  const allowed = {
    reading: allowedMs({ calls: reading.answers.length, inTurn: 1, delayMs }),
    saving: allowedMs({ calls: saving.answers.length, inTurn: commands, delayMs }),
  };
  const times = (name: string, atMost: number, measured: number): Target => ({
    what: `${what}: ${name}`,
    unit: 'times',
    atMost,
    measured,
  });
  const said = (part: Part, least: number): string =>
    `${rounded(part.wallMs / 1000)} s where limiter and delay alone allow ${rounded(least / 1000)} s, ${calledFor(part.answers, count, 'line')}`;
  const after = Math.ceil(count / early);
  return {
    series: [{ what: 'Invoice: from one sign of progress to the next', figures: figuresOf(silences) }],
    targets: [
      times('saved, against limiter and delay alone', mostTimes, saving.wallMs / allowed.saving),
      times('order lines read, against limiter and delay alone', mostTimes, reading.wallMs / allowed.reading),
      times(
        `memory of the window after the last line against line ${after}`,
        mostGrown,
        last.page / first.page,
      ),
      times(`memory of main after the last line against line ${after}`, mostGrown, last.main / first.main),
      {
        what: `${what}: without a sign of progress at most`,
        unit: 'ms',
        atMost: mostSilent,
        measured: Math.max(...silences),
      },
    ],
    notes: [
      `${what}, saved: ${said(saving, allowed.saving)}; ${commands} of its calls are commands, which go one after the other. ${silences.length} signs of progress.`,
      `${what}, order lines read before: ${said(reading, allowed.reading)}.`,
      `${what}: after line ${after} the window held ${megabytes(first.page)} MB and main ${megabytes(first.main)} MB, after the last ${megabytes(last.page)} MB and ${megabytes(last.main)} MB.`,
    ],
  };
}

async function enter(count: number): Promise<Entered> {
  const service = await startService({ sample: { patrons: 20, items: 100, orders: ordersFor(count) } });
  const folder = await mkdtemp(path.join(tmpdir(), 'carrel-bench-'));
  try {
    const file = path.join(folder, 'invoice.csv');
    await writeFile(file, csvOf(await ordersOfOneVendor(service, count)));
    await using carrel = await openCarrel({ size });
    const { app, page } = carrel;
    const room = await openFile(carrel, service, file);
    const cdp = await page.context().newCDPSession(page);
    const memory = async (): Promise<Memory> => ({
      page: await usedInPage(cdp),
      main: await usedInMain(app),
    });
    await service.faults({ fault: 'delay', ms: delayMs });
    const readMain = await watchMain(app);
    const during = async (work: () => Promise<void>): Promise<Part> => {
      await page.waitForTimeout(2000); // until the limiter lets its whole burst go again
      const began = Date.now();
      await work();
      const ended = Date.now();
      const { arrivals } = await readMain();
      return { wallMs: ended - began, answers: arrivals.filter(({ at }) => at >= began && at <= ended) };
    };

    const reading = await during(async () => {
      await press(page, 'Alt+g');
      await until(page, `document.querySelectorAll('form ol > li').length === ${count}`);
      await until(page, `document.querySelector('form .reading') === null`);
    });
    await expect(room.form.getByRole('alert')).toHaveCount(0);

    const memories: Memory[] = [];
    let silences: readonly number[] = [];
    const saving = await during(async () => {
      await page.evaluate(watchProgress);
      await press(page, 'Control+Enter');
      // The line that is shown is on its way: the one before is in, and the form has them all still.
      for (const line of [Math.ceil(count / early), count - 1]) {
        await until(page, `document.querySelector('form progress')?.value > ${line}`);
        memories.push(await memory());
      }
      await until(page, `document.querySelector('form progress') === null`);
      silences = await page.evaluate<readonly number[]>('globalThis.benchSilences()');
    });
    await isOnRecord(service, count);
    const [first, last] = memories;
    if (!first || !last) throw new Error('the memory was not measured');
    return { count, reading, saving, first, last, silences };
  } finally {
    await rm(folder, { recursive: true });
    await service.close();
  }
}

/** Connects the program and has it read the file: what is in it is on the screen, and nothing is sent. */
async function openFile(carrel: Carrel, service: Service, file: string): Promise<Acquisitions> {
  const { app, page } = carrel;
  const room = new Acquisitions(page);
  await connect(carrel, service);
  await page.reload();
  await expect(new Desk(page).readiness).toHaveText(m.app_scan_ready());
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, file);
  await room.go();
  await press(page, 'Alt+m');
  const part = page.getByRole('region', { name: m.invoice_import_title() });
  await expect(part).toContainText(m.invoice_import_empty());
  await press(page, 'Alt+c');
  const read = part.getByRole('grid', { name: m.invoice_import_lines() });
  await read.locator('tbody tr[data-key]').first().waitFor();
  return room;
}

/** Fails unless the service has the invoice as it was in the file, each line once. */
async function isOnRecord(service: Service, count: number): Promise<void> {
  const [made, ...others] = await invoicesOnRecord(service, number);
  const path = { invoice_id: textOf(made?.id) };
  const { total } = await service.client.call('acq.invoices.lines.list', { path, query: { limit: 1 } });
  const status = codeOf(made?.invoice_status);
  if (others.length === 0 && total === count && status === 'READY_TO_BE_PAID') return;
  throw new Error(`the service has ${others.length + 1} invoices, the first ${status} with ${total} lines`);
}

async function ordersOfOneVendor({ client }: Service, count: number): Promise<readonly Pol[]> {
  const byVendor = new Map<string, Pol[]>();
  for (let nth = 1; nth <= ordersFor(count); nth += 1) {
    const pol = await client.call('acq.pol.get', { path: { pol_id: `POL-${1000 + nth}` } });
    const theirs = [...(byVendor.get(codeOf(pol.vendor)) ?? []), pol];
    byVendor.set(codeOf(pol.vendor), theirs);
    if (theirs.length === count) return theirs;
  }
  throw new Error(`no vendor has ${count} order lines`);
}

/** A vendor's file: the fund of each line is that of its order line, as where order lines are scanned. */
function csvOf(pols: readonly Pol[]): string {
  const rows = pols.map((pol) =>
    [number, '2026-11-01', codeOf(pol.vendor), numberOf(pol), '1', Number(pol.price?.sum).toFixed(2)].join(
      ',',
    ),
  );
  return ['Invoice no.,Date,Vendor,Order line,Quantity,Amount', ...rows].join('\r\n');
}

/** Notes from now on when the progress on the screen changes. */
const watchProgress = `{
  const signs = [performance.now()];
  let seen = '';
  const timer = setInterval(() => {
    const shown = document.querySelector('form .progress')?.textContent ?? '';
    if (shown !== seen) signs.push(performance.now());
    seen = shown;
  }, 20);
  globalThis.benchSilences = () => {
    clearInterval(timer);
    return [...signs.slice(1), performance.now()].map((sign, nth) => sign - signs[nth]);
  };
}`;

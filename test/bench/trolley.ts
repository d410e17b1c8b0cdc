import { expect } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { alertsOf } from '../../src/main/receiving/alerts.ts';
import { copiesOf } from '../../src/main/orders/record.ts';
import { dateOf, textOf } from '../../src/service/read.ts';
import { openCarrel, type Carrel } from '../e2e/app.ts';
import { Desk } from '../e2e/desk.ts';
import { connect, startService, type Service } from '../e2e/fixtures.ts';
import { strike } from '../e2e/keyboard.ts';
import { Receiving } from '../e2e/receiving.ts';
import { allowedMs } from './allowed.ts';
import { burstsOf } from './burst.ts';
import { calledFor } from './called.ts';
import { figuresOf, rounded } from './figures.ts';
import { scanBareRows } from './floor.ts';
import { watchMain } from './main-watch.ts';
import { watchPage } from './page-watch.ts';
import type { Arrival, SeenInPage } from './seen.ts';
import type { Findings } from './target.ts';
import { until } from './until.ts';
import { size } from './window.ts';

const books = 200;
const delayMs = 200;
const mostTimes = 1.15;
const mostOfBareRow = 1.5;
/** Of four order lines two books at least have a barcode, are to come, and nobody is to be told of them. */
const ordersForBook = 4;

interface Received {
  readonly count: number;
  readonly inPage: SeenInPage;
  /** The service's answers from the first scan to the last receipt. */
  readonly answers: readonly Arrival[];
  /** From the last key of the first scan until the window said that all were received. */
  readonly wallMs: number;
  readonly pace: number;
}

/**
 * Receives a trolley of books, each by one scan, at a service that is reached through the limiter: the practice library
 * that the program carries is not limited.
 *
 * @param share how many of the books, from 0 to 1
 */
export async function measureTrolley(share: number): Promise<Findings> {
  const bare = await scanBareRows();
  const received = await receiveAll(Math.ceil(books * share));
  const { count, inPage, answers, wallMs, pace } = received;
  const seen = inPage.scans.filter(({ shown }) => shown > 0);
  const rows = figuresOf(seen.map(({ enter, shown }) => shown - enter));
  const told = inPage.scans.filter(({ settled }) => settled > 0);
  // The books of different order lines are received side by side.
  const allowed = allowedMs({ calls: answers.length, inTurn: 1, delayMs });
  const what = `Trolley of ${count} (service ${delayMs} ms)`;
  return {
    series: [
      { what: 'Trolley: last key → bare row painted', figures: bare.rows },
      { what: 'Trolley: last key → row painted', figures: rows },
      {
        what: 'Trolley: last key → received, painted',
        figures: figuresOf(told.map(({ enter, settled }) => settled - enter)),
      },
    ],
    targets: [
      {
        what: `${what}: wall time against limiter and delay alone`,
        unit: 'times',
        atMost: mostTimes,
        measured: wallMs / allowed,
      },
      {
        what: `${what}: row painted against a bare row, p95`,
        unit: 'times',
        atMost: mostOfBareRow,
        measured: rows.p95 / bare.rows.p95,
      },
    ],
    notes: [
      `${what}: ${rounded(wallMs / 1000)} s, where limiter and delay alone allow ${rounded(allowed / 1000)} s for ${answers.length} calls; ${calledFor(answers, count, 'book')}. One scan every ${Math.round(pace)} ms, none lost, in order; ${seen.length} rows and ${told.length} receipts followed to the screen. The window was blocked ${inPage.blocked.length} times for 50 ms or more, for ${Math.round(Math.max(0, ...inPage.blocked))} ms at most.`,
    ],
  };
}

async function receiveAll(count: number): Promise<Received> {
  const orders = count * ordersForBook;
  const service = await startService({ sample: { patrons: 20, items: 100, orders } });
  try {
    const codes = await booksToCome(service, count);
    await using carrel = await openCarrel({ size });
    const { page } = carrel;
    const readPage = await readyToReceive(carrel, service);
    await service.faults({ fault: 'delay', ms: delayMs });
    const readMain = await watchMain(carrel.app);
    await page.waitForTimeout(2000); // until the limiter lets its whole burst go again
    const pace = await burstsOf(carrel.userData, codes);
    await until(page, `parseInt(document.querySelector('.session header .count')?.textContent) === ${count}`);
    const ended = Date.now();
    await page.waitForTimeout(300); // what came last is told some frames after it was on the screen
    const inPage = await readPage();
    const scanned = inPage.scans.map(({ code }) => code);
    if (scanned.join() !== codes.join()) throw new Error('scans were lost, or came out of order');
    const began = inPage.scans[0]?.enter ?? Number.NaN;
    const { arrivals } = await readMain();
    const answers = arrivals.filter(({ at }) => at >= began && at <= ended);
    return { count, inPage, answers, wallMs: ended - began, pace };
  } finally {
    await service.close();
  }
}

/** Goes to the receiving room, in the mode in which each scan receives. Answers what reads the page's watcher. */
async function readyToReceive(carrel: Carrel, service: Service): Promise<() => Promise<SeenInPage>> {
  const { app, page } = carrel;
  const desk = new Desk(page);
  await connect(carrel, service);
  const place = { library: 'MAIN', desk: 'DEFAULT_CIRC_DESK', department: 'ACQ' };
  expect(await carrel.ask('station.choose', place)).toMatchObject({ ok: true });
  const readPage = await watchPage(app, page);
  await desk.box.waitFor();
  await expect(desk.readiness).toHaveText(m.app_scan_ready());
  await new Receiving(page).go();
  await expect(page.locator('details.settings > summary')).toContainText(/Acquisitions.*, [A-Z]/);
  await strike(page, 'Shift+F3');
  await expect(page.getByRole('combobox')).toHaveAttribute('placeholder', /to receive/);
  return readPage;
}

/** Barcodes of books that are to come, and of which nobody has to see anything first. */
async function booksToCome({ client }: Service, count: number): Promise<readonly string[]> {
  const found: string[] = [];
  for (let number = 1001; found.length < count; number += 1) {
    const pol = await client.call('acq.pol.get', { path: { pol_id: `POL-${number}` } });
    if (alertsOf(pol).length > 0) continue;
    const toCome = copiesOf(pol).filter(({ copy }) => dateOf(copy.receive_date) === '');
    found.push(...toCome.map(({ copy }) => textOf(copy.barcode)).filter((barcode) => barcode !== ''));
  }
  return found.slice(0, count);
}

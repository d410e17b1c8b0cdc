import { expect } from '@playwright/test';
import type { Client } from '../../src/client/client.ts';
import { m } from '../../src/messages/compiled/messages.js';
import { openCarrel } from '../e2e/app.ts';
import { Desk } from '../e2e/desk.ts';
import { freeItems, practiceLibrary, withFaults, setFaults } from '../e2e/with-faults.ts';
import { burstsOf } from './burst.ts';
import { figuresOf } from './figures.ts';
import { measureFloor } from './floor.ts';
import { watchMain } from './main-watch.ts';
import { watchPage } from './page-watch.ts';
import type { SeenInMain, SeenInPage, SeenScan } from './seen.ts';
import { staffCards } from './staff.ts';
import type { Findings, Target } from './target.ts';
import { size } from './window.ts';

/** A queue at the desk: so many scans, at a service that takes so long. */
interface Run {
  readonly delayMs: number;
  readonly scans: number;
}
const runs: readonly Run[] = [
  { delayMs: 0, scans: 500 },
  { delayMs: 100, scans: 500 },
  { delayMs: 800, scans: 100 },
];
/** A card, then so many books. */
const booksEach = 9;
const patience = { timeout: 300_000, intervals: [500] };

const twoFrames = 33;
const mostAtP99 = 50;
const mostBlocked = 50;

interface Scanned {
  readonly inPage: SeenInPage;
  readonly inMain: SeenInMain;
  /** Milliseconds from one scan to the next, as it came out. */
  readonly pace: number;
}

/**
 * Scans a queue of patrons with their books at three services, in a program of its own each.
 *
 * @param share how much of it, from 0 to 1: all of it for a number that is to be believed
 */
export async function measureScans(share: number): Promise<Findings> {
  const findings: Findings[] = [await measureFloor()];
  for (const { delayMs, scans } of runs) {
    const run = { delayMs, scans: Math.ceil(scans * share) };
    findings.push(judge(run, await scanAll(run)));
  }
  return {
    series: findings.flatMap(({ series }) => series),
    targets: findings.flatMap(({ targets }) => targets),
    notes: findings.flatMap(({ notes = [] }) => notes),
  };
}

async function scanAll({ delayMs, scans }: Run): Promise<Scanned> {
  await using carrel = await openCarrel({ env: withFaults, size });
  const library = await practiceLibrary(carrel);
  const codes = await queueOf(library, scans);
  const { page } = carrel;
  const desk = new Desk(page);
  const readPage = await watchPage(carrel.app, page);
  await desk.box.waitFor();
  await expect(desk.readiness).toHaveText(m.app_scan_ready());
  await setFaults(carrel, ...(delayMs > 0 ? [{ fault: 'delay', ms: delayMs } as const] : []));
  const readMain = await watchMain(carrel.app);

  const pace = await burstsOf(carrel.userData, codes);
  await expect.poll(async () => (await readPage()).scans.length, patience).toBe(codes.length);
  await expect(desk.readiness).toHaveText(m.app_scan_ready(), patience);
  await page.waitForTimeout(300); // what came last is told some frames after it was on the screen
  const inPage = await readPage();
  const inMain = await readMain();
  const order = inPage.scans.map(({ code }) => code);
  if (order.join() !== codes.join()) throw new Error('scans were lost, or came out of order');
  return { inPage, inMain, pace };
}

/** What is scanned: patrons of the staff, who may have many loans, each with nine books. */
async function queueOf(library: Client, scans: number): Promise<readonly string[]> {
  const books = [...(await freeItems(library, Math.ceil((scans * booksEach) / (booksEach + 1))))];
  const codes: string[] = [];
  for await (const card of staffCards(library)) {
    codes.push(card, ...books.splice(0, booksEach));
    if (codes.length >= scans) break;
  }
  return codes.slice(0, scans);
}

function judge({ delayMs, scans }: Run, { inPage, inMain, pace }: Scanned): Findings {
  const at = `${delayMs} ms`;
  const first = figuresOf(inPage.scans.map(({ enter, begun: pending }) => pending - enter));
  const seen = inPage.scans.filter(({ shown }) => shown > 0);
  const rows = figuresOf(seen.map(({ enter, shown }) => shown - enter));
  const answers = figuresOf(inPage.scans.flatMap((scan) => afterAnswer(scan, inMain)));
  const lent = inPage.scans.filter(({ outcome }) => outcome === m.desk_scan_lent()).length;
  const blocked = Math.max(inMain.blocked, 0, ...inPage.blocked);
  const target = (what: string, atMost: number, measured: number): Target => ({
    what: `${what} (service ${at})`,
    unit: 'ms',
    atMost,
    measured,
  });
  return {
    series: [
      { what: `Scan: last key → first frame (service ${at})`, figures: first },
      { what: `Scan: last key → row painted (service ${at})`, figures: rows },
      { what: `Scan: answer in main → painted (service ${at})`, figures: answers },
    ],
    targets: [
      target('Row painted, p95', twoFrames, rows.p95),
      target('Answer painted, p95', twoFrames, answers.p95),
      target('Answer painted, p99', mostAtP99, answers.p99),
      target('Blocked at most', mostBlocked, blocked),
    ],
    notes: [
      `Service ${at}: ${scans} scans, one every ${Math.round(pace)} ms, none lost, in order; ${lent} books lent, ${seen.length} rows and ${answers.count} answers followed to the screen. Main blocked for ${inMain.blocked.toFixed(1)} ms at most, the window ${inPage.blocked.length} times for 50 ms or more.`,
    ],
  };
}

/** From the arrival of a loan's answer until its row told it; nothing where the scan was no loan. */
function afterAnswer({ code, settled }: SeenScan, { arrivals }: SeenInMain): readonly number[] {
  const answer = arrivals.find(
    ({ method, path: request }) => method === 'POST' && request.includes(`item_barcode=${code}`),
  );
  return answer && settled > 0 ? [settled - answer.at] : [];
}

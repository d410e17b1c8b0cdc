import { expect } from '@playwright/test';
import type { Page } from 'playwright';
import { openCarrel } from '../e2e/app.ts';
import { connect, startService } from '../e2e/fixtures.ts';
import { press, strike, write } from '../e2e/keyboard.ts';
import { rewrite, Tables } from '../e2e/tables.ts';
import { figuresOf } from './figures.ts';
import { watchPage } from './page-watch.ts';
import type { Findings } from './target.ts';
import { size } from './window.ts';

const name = 'NoteTypes';
const rowCount = 20_000;
const pasted = 2000;
const rounds = 3;
/** Milliseconds that a task may take beyond what the bare list needs. */
const mostBeyond = 50;
const mostTimes = 1.5;
/** What blocks is told some frames later. */
const untilTold = 700;
const patience = { timeout: 60_000, intervals: [250] };

/** Opens a table of very many rows, works in it, and says how that compares with a bare list of the same rows. */
export async function measureTables(): Promise<Findings> {
  const service = await startService();
  try {
    await rewrite(service, name, () =>
      Array.from({ length: rowCount }, (_, index) => ({
        code: `CODE${index}`,
        description: `What the code ${index} stands for`,
        default: { value: 'false' },
        enabled: { value: 'true' },
      })),
    );
    await using carrel = await openCarrel({ size });
    const { page } = carrel;
    await connect(carrel, service);
    const readPage = await watchPage(carrel.app, page);
    const blocked = async (since: number): Promise<readonly number[]> => {
      await page.waitForTimeout(untilTold);
      return (await readPage()).blocked.slice(since);
    };
    const told = async (): Promise<number> => (await readPage()).blocked.length;
    const tables = new Tables(page);
    await tables.go();
    const [bare, grid]: [number[], number[]] = [[], []];
    let [bareBlocked, gridBlocked]: [readonly number[], readonly number[]] = [[], []];
    // The first round is not counted: what it takes to build a page for the first time is no matter of long tables.
    for (let round = 0; round <= rounds; round += 1) {
      const before = await told();
      const plain = await page.evaluate<number>(bareList);
      const plainBlocked = await blocked(before);
      const then = await told();
      const table = await openGrid(page, tables);
      const tableBlocked = await blocked(then);
      if (round > 0) {
        bare.push(plain);
        grid.push(table);
        bareBlocked = [...bareBlocked, ...plainBlocked];
        gridBlocked = [...gridBlocked, ...tableBlocked];
      }
      if (round < rounds) await tables.press('Escape', 'Escape');
    }
    const work = await told();
    await workInIt(page);
    const workBlocked = await blocked(work);
    const most = (some: readonly number[]): number => Math.max(0, ...some);
    const [bareTime, gridTime] = [figuresOf(bare), figuresOf(grid)];
    return {
      series: [
        { what: `Bare list of ${rowCount} rows, until it is seen`, figures: bareTime },
        { what: `Table of ${rowCount} rows, until it is seen`, figures: gridTime },
        { what: 'Window blocked, by the bare list', figures: figuresOf(bareBlocked) },
        { what: 'Window blocked, while the table opens', figures: figuresOf(gridBlocked) },
        { what: 'Window blocked, while it is worked in', figures: figuresOf(workBlocked) },
      ],
      targets: [
        {
          what: `Table of ${rowCount} rows opened, against a bare list`,
          unit: 'times',
          atMost: mostTimes,
          measured: gridTime.median / bareTime.median,
        },
        {
          what: `Edited, filtered, sorted, ${pasted} rows pasted: blocked at most, beyond the bare list`,
          unit: 'ms',
          atMost: mostBeyond,
          measured: Math.max(0, most(workBlocked) - most(bareBlocked)),
        },
      ],
    };
  } finally {
    await service.close();
  }
}

/** Opens the table by its row in the list; answers how long that took, from the key until it was seen. */
async function openGrid(page: Page, tables: Tables): Promise<number> {
  await expect(tables.list.locator(`tr[data-key="${name}"]`)).toBeVisible();
  await tables.list.locator(`tr[data-key="${name}"]`).focus();
  // It waits in the page before the key comes: one that came first would never be seen.
  await page.evaluate(waitForEnter);
  await page.keyboard.press('Enter');
  return page.evaluate<number>('benchOpened');
}

/** Nothing is looked up by its role meanwhile: that goes through the whole page, and would be measured too. */
async function workInIt(page: Page): Promise<void> {
  const settled = (count: number): Promise<void> =>
    expect.poll(() => page.evaluate<string>(seenRows), patience).toBe(String(count + 1));
  const keys = async (...some: readonly string[]): Promise<void> => {
    for (const key of some) await press(page, key);
  };
  await keys('ArrowDown', 'ArrowDown', 'ArrowRight');
  await write(page, 'another');
  await keys('Enter', 'Control+End', 'Control+Home', 'Insert');
  await settled(rowCount + 1);
  await keys('Control+z');
  await settled(rowCount);
  // A block of rows over others, and at the end, where rows are added.
  await page.evaluate(paste);
  await keys('Control+z', 'Control+End', 'Home');
  await page.evaluate(paste);
  await settled(rowCount + pasted - 1);
  await keys('Control+z');
  await settled(rowCount);
  for (let times = 0; times < 60; times += 1) await strike(page, 'PageUp');
  await keys('Escape');
  await write(page, '123');
  await expect
    .poll(async () => Number(await page.evaluate<string>(seenRows)), patience)
    .toBeLessThan(rowCount / 10);
  await keys('Escape');
  await settled(rowCount);
  await keys('ArrowDown');
  const byCode = page.locator('[role="grid"][aria-colcount] [aria-colindex="2"] button');
  // They are sorted up already: the current row, one of the first, comes to the end.
  for (let times = 0; times < 2; times += 1) await byCode.click();
  await expect
    .poll(async () => Number(await page.evaluate<string>(currentRow)), patience)
    .toBeGreaterThan(rowCount / 2);
}

/** How many rows the grid says it has, with its head. */
const seenRows = `(document.querySelector('[role="grid"][aria-colcount]')?.ariaRowCount ?? '')`;

const currentRow = `(document.querySelector('[data-at]')?.closest('[role="row"]')?.ariaRowIndex ?? '')`;

/** Reads the same table, and puts its rows into a list that has nothing else. */
const bareList = `(async () => {
  const begun = performance.now();
  const { value } = await carrel.call('configuration.tables.open', crypto.randomUUID(), { kind: 'code', name: '${name}' });
  const list = document.createElement('ol');
  Object.assign(list.style, { position: 'fixed', inset: 0, overflow: 'auto', background: 'Canvas', zIndex: 99 });
  for (const { cells } of value.rows) {
    const row = document.createElement('li');
    row.textContent = cells.join(' ');
    list.append(row);
  }
  document.body.append(list);
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const taken = performance.now() - begun;
  list.remove();
  return taken;
})()`;

/** Promises, under a name of the page's, how long it takes from the next Enter until the table is on the screen. */
const waitForEnter = `globalThis.benchOpened = new Promise((resolve, reject) => {
  let begun = 0;
  addEventListener('keydown', () => (begun = performance.now()), { capture: true, once: true });
  const deadline = performance.now() + ${patience.timeout};
  const look = () => {
    if (begun > 0 && ${seenRows} === '${rowCount + 1}') setTimeout(() => resolve(performance.now() - begun));
    else if (performance.now() > deadline) reject(new Error('the table was never seen'));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}), undefined`;

const paste = `(() => {
  const clipboardData = new DataTransfer();
  const lines = Array.from({ length: ${pasted} }, (_, index) => 'PASTED' + index + '\\tfrom a spreadsheet');
  clipboardData.setData('text/plain', lines.join('\\n'));
  document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true, bubbles: true }));
})()`;

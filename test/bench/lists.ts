import { expect } from '@playwright/test';
import { sampleCode as code } from '../../src/service/samples.ts';
import { openCarrel } from '../e2e/app.ts';
import { Desk } from '../e2e/desk.ts';
import { connect, startService } from '../e2e/fixtures.ts';
import { scan } from '../e2e/keyboard.ts';
import { figuresOf } from './figures.ts';
import { watchPage } from './page-watch.ts';
import type { Findings } from './target.ts';
import { size } from './window.ts';

const loans = 5000;
/** Turns of the wheel through the whole list, and keys pressed in it. */
const turns = 120;
const mostBlocked = 50;
const patience = { timeout: 120_000, intervals: [500] };

/** Opens a patron's loans, of which there are very many, goes through them, chooses them all, and says for how long the window was blocked. */
export async function measureLists(): Promise<Findings> {
  const service = await startService({ sample: { patrons: 20, items: 100, loansOfOne: loans } });
  try {
    await using carrel = await openCarrel({ size });
    const { page } = carrel;
    const desk = new Desk(page);
    await connect(carrel, service);
    const readPage = await watchPage(carrel.app, page);
    await desk.box.waitFor();
    const started = (await readPage()).blocked.length;
    // Nothing is looked up by its role meanwhile: that goes through the whole page, and would be measured too. The first
    // patron of a run is not the one: what it takes to build a page for the first time is no matter of long lists.
    await scan(page, code('patronGood'));
    await expect
      .poll(() => page.evaluate(`document.querySelector('table[role="grid"]') !== null`))
      .toBe(true);
    await page.waitForTimeout(1000); // what opening blocks is told some frames later
    const first = (await readPage()).blocked.length;
    await scan(page, code('patronTenLoans'));
    await expect.poll(() => page.evaluate(drawn), patience).toBe(true);
    await page.waitForTimeout(1000);
    const opened = (await readPage()).blocked.length;
    await page.evaluate(wheel);
    await page.locator('[role="tabpanel"] tbody tr[tabindex="0"]').focus();
    for (const key of ['End', 'Home', 'Control+A', 'End', 'Shift+Home']) await page.keyboard.press(key);
    for (let press = 0; press < turns; press += 1) await page.keyboard.press('ArrowDown');
    await page.waitForTimeout(1000);
    const { blocked } = await readPage();
    const most = (some: readonly number[]): number => Math.max(0, ...some);
    const target = { unit: 'ms', atMost: mostBlocked } as const;
    return {
      series: [
        {
          what: 'Window blocked, by the first patron of a run',
          figures: figuresOf(blocked.slice(started, first)),
        },
        { what: `Window blocked, with ${loans} loans`, figures: figuresOf(blocked.slice(first)) },
      ],
      targets: [
        {
          ...target,
          what: `${loans} loans opened: blocked at most`,
          measured: most(blocked.slice(first, opened)),
        },
        {
          ...target,
          what: `${loans} loans gone through: blocked at most`,
          measured: most(blocked.slice(opened)),
        },
      ],
    };
  } finally {
    await service.close();
  }
}

/** Whether the table is there, with all of its rows. */
const drawn = `document.querySelector('table[role="grid"]')?.ariaRowCount === '${loans + 11}'`;

/** Scrolls from the first row to the last and back, a step in each frame. */
const wheel = `new Promise((resolve) => {
  const scroller = document.querySelector('[role="tabpanel"] .rows');
  let step = 0;
  const next = () => {
    step += 1;
    const share = step <= ${turns} ? step / ${turns} : 2 - step / ${turns};
    scroller.scrollTop = share * (scroller.scrollHeight - scroller.clientHeight);
    if (step < 2 * ${turns}) requestAnimationFrame(next);
    else resolve(null);
  };
  requestAnimationFrame(next);
})`;

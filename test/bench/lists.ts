import { expect } from '@playwright/test';
import { sampleCode as code } from '../../src/service/samples.ts';
import { openCarrel } from '../e2e/app.ts';
import { Desk } from '../e2e/desk.ts';
import { connect, startService } from '../e2e/fixtures.ts';
import { figuresOf } from './figures.ts';
import { watchPage } from './page-watch.ts';
import type { Findings } from './target.ts';

const loans = 5000;
/** Turns of the wheel through the whole list, and keys pressed in it. */
const turns = 120;
const mostBlocked = 50;
const patience = { timeout: 120_000 };

/** Opens a patron's loans, of which there are very many, goes through them, chooses them all, and says for how long the window was blocked. */
export async function measureLists(): Promise<Findings> {
  const service = await startService({ sample: { patrons: 20, items: 100, loansOfOne: loans } });
  try {
    await using carrel = await openCarrel({ size: { width: 1280, height: 800 } });
    const { page } = carrel;
    const desk = new Desk(page);
    await connect(carrel, service);
    const readPage = await watchPage(carrel.app, page);
    await desk.box.waitFor();
    await desk.open(code('patronTenLoans'), 'Michał Wiśniewski');
    const table = page.getByRole('grid');
    await expect(table).toHaveAttribute('aria-rowcount', String(loans + 11), patience);
    await page.waitForTimeout(1000); // what opening blocks is told some frames later
    const opened = (await readPage()).blocked.length;
    await page.evaluate(wheel);
    await table.locator('tbody tr[tabindex="0"]').focus();
    for (const key of ['End', 'Home', 'Control+A', 'End', 'Shift+Home']) await page.keyboard.press(key);
    for (let press = 0; press < turns; press += 1) await page.keyboard.press('ArrowDown');
    await page.waitForTimeout(1000);
    const { blocked } = await readPage();
    const most = (some: readonly number[]): number => Math.max(0, ...some);
    const target = { unit: 'ms', atMost: mostBlocked } as const;
    return {
      series: [{ what: `Window blocked, with ${loans} loans`, figures: figuresOf(blocked) }],
      targets: [
        {
          ...target,
          what: `${loans} loans opened: blocked at most`,
          measured: most(blocked.slice(0, opened)),
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

import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import type { Page } from 'playwright';

/** A colour half way through a transition is nobody's colour. What never ends, or is not drawn, is not waited for. */
const untilStill = `Promise.allSettled(
  document.getAnimations()
    .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)))
    .filter(({ effect }) => effect.target?.checkVisibility())
    .map((animation) => animation.finished)
).then(() => null)`;

/** Has axe look at everything that is on screen now. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  await page.evaluate(untilStill);
  // Without legacy mode it opens a page of its own, which a desktop program does not give it.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ target }) => target.join(' ')),
  }));
  expect(found, state).toEqual([]);
}

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

/** Source for a page that has axe already: its own is half a megabyte, and takes longer to read in than to run. */
const none = ';';

/** Has axe look at everything that is on screen now. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  await page.evaluate(untilStill);
  const there = await Promise.all(
    page.frames().map((frame) => frame.evaluate<boolean>('"axe" in globalThis')),
  );
  const builder = new AxeBuilder({ page, ...(there.every(Boolean) && { axeSource: none }) });
  // Without legacy mode it opens a page of its own, which a desktop program does not give it. Of what passes and of what
  // does not apply nothing is said here, so nothing is written down of it.
  const { violations } = await builder
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ target }) => target.join(' ')),
  }));
  expect(found, state).toEqual([]);
}

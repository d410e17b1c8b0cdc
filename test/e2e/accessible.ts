import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from '@playwright/test';
import type axe from 'axe-core';
import type { Page } from 'playwright';

/** A colour half way through a transition is nobody's colour. What never ends, or is not drawn, is not waited for. */
const untilStill = `Promise.allSettled(
  document.getAnimations()
    .filter(({ effect }) => Number.isFinite(Number(effect?.getComputedTiming().endTime)))
    .filter(({ effect }) => effect.target?.checkVisibility())
    .map((animation) => animation.finished)
).then(() => null)`;

/** Gives nothing back: what axe is would be copied to the test, which takes longer than axe does. */
const script = `${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')};null`;

/** Of what passes and of what does not apply nothing is said here, so nothing is written down of it. */
const findings = async (): Promise<readonly { id: string; help: string; where: string[] }[]> => {
  const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
  const { violations } = await run({ resultTypes: ['violations'] });
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    where: nodes.map(({ target }) => target.join(' ')),
  }));
};

/** Has axe look at everything that is on screen now. No page of the program holds another one. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  await page.evaluate(untilStill);
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(script);
  expect(await page.evaluate(findings), state).toEqual([]);
}

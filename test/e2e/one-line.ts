import type { Locator } from 'playwright';
import { expect } from './fixtures.ts';

/** It is closed to one line of 40 px. */
export async function expectLine(region: Locator): Promise<void> {
  await expect(region).toBeVisible();
  await expect
    .poll(async () => Math.round((await region.boundingBox())?.height ?? 0))
    .toBeLessThanOrEqual(41);
  await expect(region.getByRole('listitem')).toHaveCount(0);
}

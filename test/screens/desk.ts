import { expect } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { Desk } from '../e2e/desk.ts';
import { press, standOn, write } from '../e2e/keyboard.ts';
import { rehearsal, setFaults } from '../e2e/rehearsal.ts';
import type { Camera } from './camera.ts';

/** The circulation desk: nobody, a patron in each kind of standing, a session with each kind of result, returns. */
export async function desk(open: typeof Camera.open): Promise<void> {
  await using camera = await open('desk', { env: rehearsal });
  const { page } = camera.carrel;
  const desk = new Desk(page);
  await expect(desk.readiness).toHaveText(m.shell_scan_ready());
  await camera.take('nobody', true);

  await press(page, 'F4');
  await write(page, 'co');
  await page.getByRole('option').first().waitFor();
  await camera.take('search');
  await press(page, 'Escape');
  await desk.scan('21234000009999');
  await page.getByRole('heading', { level: 2 }).first().waitFor();
  await camera.take('no such patron');

  await desk.open(code('patronGood'), 'Rivka Ben-Ami');
  await desk.scanned(code('itemFree1'), m.desk_scan_lent(), 'The Overstory');
  await camera.take('lent just now');
  await desk.scanned(code('itemHebrew'), m.desk_scan_lent());
  await desk.scanned(code('itemOnHoldShelf'), m.failures_users_loans_create_9100103());
  await desk.scanned(code('itemFree1'), m.desk_scan_double());
  await page.locator('.newest').waitFor({ state: 'detached' });
  await camera.take('session', true);
  for (const tab of ['requests', 'fees', 'notes'] as const) {
    await desk.tab(tab);
    await camera.take(`tab ${tab}`);
  }
  const fees = await desk.tab('fees');
  for (const [key, name] of [
    ['p', 'pay'],
    ['s', 'pay a sum'],
    ['w', 'waive'],
    ['d', 'dispute'],
  ] as const) {
    await standOn(fees.getByRole('grid', { name: m.fees_label() }), '8.00');
    await press(page, key);
    await desk.dialog.waitFor();
    await camera.take(`fees ${name}`);
    await press(page, 'Escape');
    await desk.dialog.waitFor({ state: 'detached' });
  }
  await press(page, 'Control+H');
  await desk.dialog.waitFor();
  await camera.take('keys');
  await press(page, 'Escape');

  await setFaults(camera.carrel, { fault: 'delay', ms: 60_000 });
  await desk.scan(code('itemFree5'));
  await desk.row(m.desk_scan_sent()).waitFor();
  await press(page, 'F10');
  await page.getByRole('alert').first().waitFor();
  await camera.take('waiting and not ended');
}

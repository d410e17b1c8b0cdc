import { randomUUID } from 'node:crypto';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { press, reach, write, writeOver } from '../e2e/keyboard.ts';
import { Reports } from '../e2e/reports.ts';
import type { Camera } from './camera.ts';

/** The till: what was taken, the drawer as it is counted, the closed till and the list of those. */
export async function till(open: typeof Camera.open): Promise<void> {
  await using camera = await open('till');
  const { carrel, desk } = camera;
  const { page, ask } = carrel;
  const userId = code('patronOwing');
  for (const [nth, amount, method] of [
    [0, '3', 'CASH'],
    [0, '10.50', 'CASH'],
    [1, '5', 'CREDIT_CARD'],
  ] as const) {
    const list = await ask('fees.list', { userId });
    const feeId = list.ok ? (list.value.fees[nth]?.feeId ?? '') : '';
    await ask('fees.pay', { intent: randomUUID(), userId, feeId, amount, method });
  }
  await press(page, 'Alt+T');
  const closing = desk.dialog.getByRole('button', { name: m.takings_close() });
  await closing.and(page.locator(':enabled')).waitFor();
  await camera.take('what was taken', { whole: true, low: true });
  await press(page, 'r');
  await desk.dialog.getByRole('heading', { name: m.takings_count_title() }).waitFor();
  await desk.dialog.locator('input:focus').waitFor();
  await camera.take('the drawer not counted yet', { whole: true, low: true });
  for (const count of ['', '', '1', '2', '1', '', '', '', '', '4']) {
    if (count !== '') await write(page, count);
    await press(page, 'Enter');
  }
  await reach(desk.dialog.getByRole('textbox', { name: m.takings_float(), exact: true }));
  await writeOver(page, '90');
  await desk.dialog.getByText('₪3.10').first().waitFor();
  await camera.take('the drawer counted', { whole: true, low: true });
  await reach(closing);
  await press(page, 'Enter');
  await desk.dialog.getByRole('table', { name: m.takings_report_cash() }).waitFor();
  await camera.settled();
  await camera.take('the till is closed', { whole: true, low: true });
  await camera.close();
  const room = new Reports(page);
  await room.go(m.reports_section_till());
  const row = room.rows(m.reports_section_till()).first();
  await row.waitFor();
  await camera.take('closed tills', { whole: true });
  await reach(row);
  await press(page, 'Enter');
  await page.getByRole('article').waitFor();
  await camera.take('a closed till', { whole: true, low: true });
}

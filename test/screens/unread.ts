import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { connect, startService } from '../e2e/fixtures.ts';
import { choose, press, reach, standOn, write } from '../e2e/keyboard.ts';
import { unreadAfter } from '../e2e/odd-answers.ts';
import { standBetween } from '../e2e/proxy.ts';
import type { Camera } from './camera.ts';

/** What was done, by a service that says nothing of it and cannot be asked again. */
export async function unread(open: typeof Camera.open): Promise<void> {
  const service = await startService();
  await using proxy = await standBetween(service.origin, unreadAfter());
  try {
    await using camera = await open('unread');
    const { carrel, desk } = camera;
    const { page } = carrel;
    await connect(carrel, { ...service, origin: proxy.origin });
    await page.reload();
    await desk.box.waitFor();
    await desk.open(code('patronGood'), 'Rivka Ben-Ami');
    const fees = await desk.tab('fees');
    const done = desk.stage;
    await standOn(fees.getByRole('grid', { name: m.fees_label() }), '8.00');
    await press(page, 'p');
    await camera.settled();
    await press(page, 'Enter');
    await done.waitFor();
    await camera.take('a payment', { whole: true });
    await standOn(fees.getByRole('grid', { name: m.fees_label() }), '4.50');
    await press(page, 'w');
    await camera.settled();
    await choose(page, m.lists_reason(), 'Other');
    await reach(desk.dialog.getByRole('textbox', { name: m.fees_comment() }));
    await write(page, 'Paid at the branch');
    await reach(desk.dialog.getByRole('button', { name: /^Waive/ }));
    await press(page, 'Enter');
    await done.filter({ hasText: /Waived/ }).waitFor();
    await camera.take('a waiver');
    const loans = await desk.tab('loans');
    await press(page, 'Control+R');
    await loans.getByText(m.loans_due_unread()).first().waitFor();
    await camera.take('renewals', { whole: true });
    await desk.scanned(code('itemFree1'), m.desk_scan_lent());
    await camera.take('a loan');
  } finally {
    await service.close();
  }
}

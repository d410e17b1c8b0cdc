import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { press, standOn } from '../e2e/keyboard.ts';
import { withFaults, setFaults } from '../e2e/with-faults.ts';
import type { Camera } from './camera.ts';

/** The patron's loans: all, some, chosen, and renewed. */
export async function loans(open: typeof Camera.open): Promise<void> {
  await using camera = await open('loans', { env: withFaults });
  const { carrel, desk } = camera;
  const { page } = carrel;
  await desk.open(code('patronTenLoans'), 'Michał Wiśniewski');
  const panel = await desk.tab('loans');
  const table = panel.getByRole('grid', { name: m.loans_label() });
  await table.waitFor();
  await camera.take('all', { whole: true });
  await standOn(table, 'Imperium');
  await press(page, 'Enter');
  await panel.getByTestId('row-details').waitFor();
  await camera.take('one in full', { whole: true });
  await press(page, 'Enter');
  await press(page, 'Space');
  await press(page, 'Shift+ArrowDown');
  await camera.take('chosen');
  await press(page, 'Space');
  await camera.over('d', 'change due date');
  await press(page, 'f');
  await panel.getByText(m.loans_why_asked()).first().waitFor();
  await camera.take('not renewable and why', { whole: true });
  await press(page, 'f');
  await panel.getByRole('button', { name: m.loans_not_renewable(), pressed: false }).waitFor();

  await setFaults(carrel, { fault: 'delay', ms: 60_000, operation: 'users.loans.renew', after: 3 });
  await press(page, 'Shift+R');
  await panel.getByText(m.app_progress({ done: '3', total: '10' })).waitFor();
  await camera.take('renewing', { whole: true });
  await setFaults(carrel);
  await press(page, 'p');
  await camera.take('to be paused');
  await press(page, 'x');
  await panel.getByText(/not tried$/).waitFor({ timeout: 90_000 });
  await camera.take('stopped');
  await press(page, 'Shift+R');
  await panel.getByText(m.loans_summary_refused({ count: '3' })).waitFor();
  await camera.take('renewed and not', { whole: true });
}

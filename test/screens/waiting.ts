import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import type { Desk } from '../e2e/desk.ts';
import { press, reach } from '../e2e/keyboard.ts';
import { withFaults, setFaults } from '../e2e/with-faults.ts';
import type { Camera } from './camera.ts';

/** Those that are read from the service, by what names them. */
const tabs = [
  m.desk_tab_requests,
  m.desk_tab_fees,
  m.desk_tab_deposits,
  m.desk_tab_purchases,
  m.desk_tab_attachments,
  m.patrons_tab,
] as const;

/** From the tab that is open to this one, whatever the service answers. */
async function openTab(desk: Desk, name: string): Promise<void> {
  const selected = desk.page.getByRole('tab', { selected: true });
  for (let presses = 0; presses <= tabs.length + 4; presses += 1) {
    if ((await selected.innerText()).startsWith(name)) return;
    await press(desk.page, 'F6');
  }
  throw new Error(`F6 does not come to ${name}`);
}

/** Each tab while it waits for the service, where reading failed, and where what was read before still stands. */
export async function waiting(open: typeof Camera.open): Promise<void> {
  await using camera = await open('waiting', { env: withFaults });
  const { carrel, desk } = camera;
  const { page } = carrel;
  const panel = page.getByRole('tabpanel');
  await desk.open(code('patronTenLoans'), 'Michał Wiśniewski');
  await desk.tab('loans');
  await setFaults(carrel, { fault: 'delay', ms: 600_000 });
  await press(page, 'F5');
  await panel.getByRole('progressbar').waitFor();
  await camera.take('loans read again');
  for (const tab of tabs) {
    await openTab(desk, tab());
    await panel.getByRole('progressbar').waitFor();
    await camera.take(`slow ${tab().toLowerCase()}`);
  }
  await reach(panel.getByRole('button', { name: m.app_stop() }));
  await press(page, 'Enter');
  await panel.getByText(m.lists_stopped()).waitFor();
  await camera.take('stopped');
  await setFaults(carrel, { fault: 'status', status: 400 });
  for (const tab of [m.desk_tab_loans, ...tabs]) {
    await openTab(desk, tab());
    await panel.getByRole('alert').waitFor();
    await camera.take(`failed ${tab().toLowerCase()}`);
  }
  await setFaults(carrel, { fault: 'drop-before' });
  await openTab(desk, m.desk_tab_requests());
  await press(page, 'F5');
  await panel
    .getByRole('alert')
    .filter({ hasText: m.failures_word_unreachable() })
    .waitFor({ timeout: 120_000 });
  await camera.take('no service', { whole: true });
}

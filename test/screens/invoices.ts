import { m } from '../../src/messages/compiled/messages.js';
import { Acquisitions } from '../e2e/acquisitions.ts';
import { press, reach, scan, write } from '../e2e/keyboard.ts';
import { setFaults, withFaults } from '../e2e/with-faults.ts';
import type { Camera } from './camera.ts';

/** The acquisitions room: the list, an invoice, what is asked of one, a new invoice, and one that is unfinished. */
export async function invoices(open: typeof Camera.open): Promise<void> {
  await using camera = await open('invoices', { env: withFaults });
  const { page } = camera.carrel;
  const room = new Acquisitions(page);
  await room.go();
  await room.rows.first().waitFor();
  await camera.take('list', { whole: true, low: true });
  await reach(room.rows.first());
  await press(page, 'Enter');
  await room.invoice.getByRole('grid').waitFor();
  await camera.take('in full', { whole: true, low: true });
  await press(page, 'Alt+y');
  await room.dialog.waitFor();
  await camera.take('asked whether to pay');
  await press(page, 'Escape');
  await press(page, 'Escape');

  await press(page, 'Alt+n');
  await room.number.waitFor();
  await camera.take('new', { whole: true, low: true });
  await write(page, 'NB-2026-0417');
  for (const pol of ['POL-1001', 'POL-1002', 'POL-1003', 'POL-1004']) await scan(page, pol);
  await room.lines.nth(3).getByText(/\p{L}/u).first().waitFor();
  await write(page, '400.00');
  await camera.take('new with lines', { whole: true, low: true });
  await reach(room.form.getByRole('button', { name: m.invoices_line_more({ place: '1' }) }));
  await press(page, 'Enter');
  await camera.take('a line in full');
  await press(page, 'Control+Enter');
  await room.question.waitFor();
  await camera.take('asked about the total');
  await setFaults(camera.carrel, {
    ...{ fault: 'status', status: 400, operation: 'acq.invoices.lines.create', after: 1, count: 1 },
  });
  await reach(room.question.getByRole('button', { name: m.invoices_ask_total_act() }));
  await press(page, 'Enter');
  await room.job.getByRole('button', { name: m.invoices_correct() }).waitFor();
  await camera.take('unfinished', { whole: true, low: true });
  await reach(room.job.getByRole('button', { name: m.invoices_correct() }));
  await press(page, 'Enter');
  await room.dialog.waitFor();
  await camera.take('a line corrected');
  await press(page, 'Escape');
  await reach(room.job.getByRole('button', { name: m.invoices_leave_out() }));
  await press(page, 'Enter');
  await room.dialog.waitFor();
  await write(page, 'Not in the box');
  await press(page, 'Enter');
  await room.job.getByText(m.invoices_too_high()).waitFor();
  await camera.take('total too high');
  await press(page, 'Alt+i');
  await camera.take('unfinished in the list');
}

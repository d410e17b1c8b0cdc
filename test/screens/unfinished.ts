import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { localDay } from '../../src/shared/days.ts';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { setClock } from '../e2e/clock.ts';
import { loseRows } from '../e2e/journals.ts';
import { press, reach, standOn } from '../e2e/keyboard.ts';
import { withFaults, setFaults } from '../e2e/with-faults.ts';
import { institution } from '../e2e/strange-services.ts';
import type { Camera } from './camera.ts';

/** What is half done at the desk, in this run and after the next start; and what keeps a station from its work. */
export async function unfinished(open: typeof Camera.open): Promise<void> {
  const userData = await mkdtemp(path.join(tmpdir(), 'carrel-screens-'));
  try {
    await halfDone(open, userData);
    await using camera = await open('unfinished-later', { userData, env: withFaults });
    await camera.desk.page.getByText(m.desk_not_due_act()).first().waitFor();
    await camera.take('after the next start', { whole: true, low: true });
    await reach(camera.desk.page.getByRole('button', { name: /Details .*not set/ }).first());
    await press(camera.desk.page, 'Enter');
    await camera.take('the due dates that are not set, opened');
    await reach(camera.desk.page.getByRole('button', { name: m.desk_not_due_settle() }).first());
    await press(camera.desk.page, 'Enter');
    await camera.desk.page.getByRole('alertdialog').waitFor();
    await camera.take('asked whether it was seen to');
    await press(camera.desk.page, 'Escape');
    await setClock(camera.carrel, 7 * 60_000);
    await camera.desk.page.getByText(m.app_clock_note()).waitFor();
    await camera.take('the clock was set ahead', { whole: true, low: true });
    await camera.carrel.page.keyboard.press('Alt+8');
    await camera.take('the clock was set ahead and the settings');
    await camera.carrel.close();
    await lostRows(open, userData);
  } finally {
    await rm(userData, { recursive: true });
  }
  await noDesk(open);
}

async function halfDone(open: typeof Camera.open, userData: string): Promise<void> {
  await using camera = await open('unfinished', { userData, env: withFaults });
  const { carrel, desk } = camera;
  const { page } = carrel;
  await desk.open(code('patronNothing'), 'Grace Okafor');
  await carrel.ask('desk.due', { due: localDay(new Date(Date.now() + 9 * 86_400_000)) });
  await setFaults(carrel, { fault: 'status', status: 400, operation: 'users.loans.update' });
  await desk.scan(code('itemFree1'));
  await page.getByText(m.desk_not_due_act()).first().waitFor();
  await camera.take('lent and the day was refused', { whole: true, low: true });
  await setFaults(carrel, { fault: 'drop-before', operation: 'users.loans.create' });
  await desk.scan(code('itemFree2'));
  await desk.row(code('itemFree2'), m.failures_word_unknown()).waitFor();
  await camera.take('a loan without an answer', { whole: true });
  await reach(page.getByRole('button', { name: /not confirmed/ }));
  await press(page, 'Enter');
  await camera.take('a loan without an answer in the list', { whole: true, low: true });
  await desk.open(code('patronGood'), 'Rivka Ben-Ami');
  await setFaults(carrel, { fault: 'status', status: 400, operation: 'users.fees.pay' });
  const fees = await desk.tab('fees');
  await standOn(fees.getByRole('grid', { name: m.fees_label() }), '8.00');
  await press(page, 'p');
  await camera.settled();
  await press(page, 'Enter');
  await desk.dialog.getByRole('alert').waitFor();
  await camera.take('a payment that was refused', { low: true });
}

/** A part of the journal was damaged, and somebody had said that what was refused had happened. */
async function lostRows(open: typeof Camera.open, userData: string): Promise<void> {
  loseRows(path.join(userData, 'journal.sqlite'));
  await using camera = await open('unfinished-lost', { userData, env: withFaults });
  const { page } = camera.desk;
  await camera.desk.row(m.failures_unknown_what()).first().waitFor();
  await camera.take('not known since rows were lost', { whole: true, low: true });
  await reach(page.getByRole('button', { name: /turned out otherwise/ }));
  await press(page, 'Enter');
  await camera.take('refused after all', { whole: true, low: true });
}

async function noDesk(open: typeof Camera.open): Promise<void> {
  await using library = await institution('l7xx-no-desk-yet');
  await using camera = await open('unfinished-no-desk');
  const { carrel, desk } = camera;
  const { address, key } = library;
  const request = { address, root: 'svcws', key, keep: 'thisRun', commit: true, leave: true } as const;
  await carrel.ask('station.connect', request);
  await desk.readiness.filter({ hasText: m.app_scan_no_desk() }).waitFor();
  await camera.take('no desk chosen', { whole: true, low: true });
  await desk.open(code('patronNothing'), 'Grace Okafor');
  await desk.scan(code('itemFree1'));
  await desk.row(m.failures_invalid_noDesk()).waitFor();
  await camera.take('a book where no desk is chosen');
}

import type { Page } from 'playwright';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { press, reach } from '../e2e/keyboard.ts';
import { Receiving } from '../e2e/receiving.ts';
import { withFaults, setFaults } from '../e2e/with-faults.ts';
import type { Camera } from './camera.ts';

/** The receiving room: nothing, an order line, what is done with it, what is left to be finished, and a trolley. */
export async function receiving(open: typeof Camera.open): Promise<void> {
  await using camera = await open('receiving', { env: withFaults });
  const { page } = camera.carrel;
  const room = new Receiving(page);
  await room.go();
  await camera.take('nothing');
  await room.open(code('polSeveral'), 'Atlas of the Night Sky');
  await press(page, 'F12');
  await room.row(m.receiving_word_kept()).waitFor();
  await camera.take('kept', { whole: true });
  await setFaults(camera.carrel, { fault: 'status', status: 400, operation: 'bibs.items.scanIn' });
  await press(page, 'F12');
  await room.row(m.receiving_word_unfinished()).waitFor();
  await camera.take('to be finished');
  await setFaults(camera.carrel);
  await press(page, 'Alt+a');
  await camera.take('all that are to come chosen');
  await room.open(code('polInterested'), 'Histoire de la reliure');
  await camera.take('somebody waits');
  await room.scan('POL-9999');
  await page
    .getByRole('alert')
    .or(page.getByRole('heading', { level: 2 }))
    .first()
    .waitFor();
  await camera.take('no such order line');
  await press(page, 'F10');
  await trolley(camera, room, page);
}

/** Each scan receives: a trolley with books in all states. */
async function trolley(camera: Camera, room: Receiving, page: Page): Promise<void> {
  await press(page, 'Shift+F12');
  await camera.take('each scan keeps, and nothing yet');
  await press(page, 'Alt+d');
  await page.getByRole('form', { name: m.receiving_changing() }).waitFor();
  await camera.take('how each is received', { low: true });
  await press(page, 'Alt+d');
  await room.scan(code('polSeveral'));
  await room.row(m.receiving_word_kept()).waitFor();
  await camera.take('a book kept', { whole: true, low: true });
  await setFaults(camera.carrel, { fault: 'status', status: 400, operation: 'acq.pol.items.receive' });
  await room.scan(code('polNoBarcode'));
  await room.row(m.failures_word_refused()).waitFor();
  await reach(room.row(m.failures_word_refused()).getByRole('button', { name: m.app_details() }));
  await press(page, 'Enter');
  await room.page.getByRole('button', { name: m.receiving_book_again() }).first().waitFor();
  await camera.take('a book that was refused, opened', { whole: true });
  await setFaults(camera.carrel);
  await press(page, 'Enter');
  await room.scan(code('polInterested'));
  await room.stageWord.filter({ hasText: m.receiving_alert_wanted() }).waitFor();
  await camera.take('a book for somebody', { whole: true, low: true });
  await press(page, 'F7');
  await press(page, 'Alt+p');
  await page.getByRole('region', { name: /aside$/ }).waitFor();
  await camera.take('a trolley put aside');
  await room.scan('CRLEND');
  await camera.take('a trolley ended');
}

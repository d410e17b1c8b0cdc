import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { press } from '../e2e/keyboard.ts';
import { Receiving } from '../e2e/receiving.ts';
import { withFaults, setFaults } from '../e2e/with-faults.ts';
import type { Camera } from './camera.ts';

/** The receiving room: nothing, an order line, what is done with it, and what is left to be finished. */
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
  await room.open(code('polInterested'), 'Histoire de la reliure');
  await camera.take('somebody waits');
  await room.scan('POL-9999');
  await page
    .getByRole('alert')
    .or(page.getByRole('heading', { level: 2 }))
    .first()
    .waitFor();
  await camera.take('no such order line');
}

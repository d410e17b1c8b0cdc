import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { press, standOn } from '../e2e/keyboard.ts';
import { withFaults, setFaults } from '../e2e/with-faults.ts';
import type { Camera } from './camera.ts';

/** The files kept with a patron's record: listed, added, sent, refused. */
export async function attachments(open: typeof Camera.open): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'carrel-screens-'));
  try {
    await using camera = await open('attachments', { env: withFaults });
    const { carrel, desk } = camera;
    const { page } = carrel;
    const file = path.join(folder, 'Letter of the department about the patron’s privileges, signed.pdf');
    await writeFile(file, Buffer.alloc(48_000));
    await carrel.app.evaluate(({ dialog }, chosen) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
    }, file);

    await desk.open(code('patronNothing'), 'Grace Okafor');
    await desk.tab('attachments');
    await camera.take('none', { whole: true });
    await desk.open(code('patronBlocked'), 'Tomáš Dvořák');
    const panel = await desk.tab('attachments');
    await standOn(panel.getByRole('grid', { name: m.attachments_label() }), 'Letter');
    await camera.take('list', { whole: true });
    await page.evaluate(
      `document.querySelector('[role="tabpanel"] section').dispatchEvent(
        new DragEvent('dragenter', { dataTransfer: (() => {
          const held = new DataTransfer();
          held.items.add(new File(['x'], 'x.txt'));
          return held;
        })(), bubbles: true, cancelable: true }),
      )`,
    );
    await panel.getByText(m.attachments_drop()).waitFor();
    await camera.take('a file is held over it');
    await page.evaluate(
      `document.querySelector('[role="tabpanel"] section').dispatchEvent(
        new DragEvent('dragleave', { bubbles: true, cancelable: true }),
      )`,
    );
    await press(page, 'a');
    await camera.settled();
    await camera.take('attach one', { whole: true });
    await setFaults(carrel, { fault: 'delay', ms: 20_000, operation: 'users.attachments.create' });
    await press(page, 'Enter');
    await desk.dialog.getByText(m.attachments_sending()).waitFor();
    await camera.take('sending');
    await desk.stage.getByText(m.attachments_done_added()).waitFor({ timeout: 60_000 });
    await camera.take('attached');
    await setFaults(carrel, { fault: 'status', status: 400, operation: 'users.attachments.create' });
    await desk.tab('attachments');
    await press(page, 'a');
    await camera.settled();
    await press(page, 'Enter');
    await desk.dialog.getByRole('alert').waitFor();
    await camera.take('refused');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

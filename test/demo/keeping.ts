import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode } from '../../src/service/samples.ts';
import { press, read } from '../e2e/keyboard.ts';
import { Receiving } from '../e2e/receiving.ts';
import { withFaults, setFaults } from '../e2e/with-faults.ts';
import type { Flow, Stage } from './stage.ts';

/** Flow 7: received and kept, and what happens when only the first half of that happens. */
export const keeping: Flow = {
  number: 7,
  title: 'Books are received and kept',
  play: async (stage) => {
    const userData = await mkdtemp(path.join(tmpdir(), 'carrel-demo-'));
    try {
      await keep(stage, userData);
    } finally {
      await stage.close();
      await rm(userData, { recursive: true, force: true });
    }
  },
};

async function keep(stage: Stage, userData: string): Promise<void> {
  const carrel = await stage.open({ userData, env: withFaults });
  const room = new Receiving(carrel.page);
  await room.go();
  await room.open(sampleCode('polSeveral'), 'Atlas of the Night Sky');

  await stage.step('received one and kept it in the department (F12)', async () => {
    await press(carrel.page, 'F12');
    const row = room.row(m.receiving_word_kept());
    await row.waitFor();
    return read(row);
  });
  await setFaults(carrel, { fault: 'status', status: 400, operation: 'bibs.items.scanIn' });
  await stage.step('did the same while the service refuses the second step', async () => {
    await press(carrel.page, 'F12');
    const row = room.row(m.receiving_word_unfinished());
    await row.waitFor();
    await expect(room.unfinished).toContainText('1 to finish');
    return `${await read(row)} · ${await read(room.unfinished)}`;
  });

  const again = await stage.open({ userData, env: withFaults });
  const roomAgain = new Receiving(again.page);
  await stage.step('ended the program and started it again', async () => {
    await roomAgain.go();
    await expect(roomAgain.unfinished).toContainText('1 to finish');
    await expect(roomAgain.unfinished).toContainText('Atlas of the Night Sky');
    return read(roomAgain.unfinished);
  });
  await stage.step('finished it (F8)', async () => {
    await press(again.page, 'F8');
    const row = roomAgain.row(m.receiving_word_finished());
    await row.waitFor();
    await expect(roomAgain.unfinished).toHaveCount(0);
    return read(row);
  });
}

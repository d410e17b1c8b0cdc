import { copyFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../build/electron.ts';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode } from '../../src/service/samples.ts';
import { openCarrel } from '../e2e/app.ts';
import { Desk } from '../e2e/desk.ts';

const file = path.join(root, 'resources/screenshot.png');
const largest = 300_000;
const newestStands = 2000;

/** Takes the README's picture: the desk, lending. */
export async function takePicture(): Promise<void> {
  await using carrel = await openCarrel({ size: { width: 1280, height: 800 } });
  const { page } = carrel;
  const desk = new Desk(page);
  await desk.open(sampleCode('patronGood'), 'Rivka Ben-Ami');
  await desk.scanned(sampleCode('itemFree1'), m.desk_scan_lent(), 'The Overstory');
  await desk.scanned(sampleCode('itemHebrew'), m.desk_scan_lent(), 'נפלאות האפקט');
  await desk.scanned(sampleCode('itemOnHoldShelf'), m.failures_users_loans_create_9100103());
  await desk.scanned(sampleCode('itemFree5'), m.desk_scan_lent(), 'Pachinko');
  await page.waitForTimeout(newestStands);
  const taken = path.join(root, 'out/demo/readme.png');
  await page.screenshot({ path: taken });
  const { size } = await stat(taken);
  if (size > largest) throw new Error(`the picture for the README has ${size} bytes: at most ${largest}`);
  await copyFile(taken, file);
  console.log(`\nThe README's picture is new: resources/screenshot.png (${Math.round(size / 1000)} kB)`);
}

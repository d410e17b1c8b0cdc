import { expect } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { barcodeOf } from '../../src/server/sample/barcode.ts';
import { sampleCode as code } from '../../src/service/samples.ts';
import { press } from '../e2e/keyboard.ts';
import type { Camera } from './camera.ts';

/** Where a returned book goes next, to be read from a metre. */
export async function returns(open: typeof Camera.open): Promise<void> {
  await using camera = await open('returns');
  const { desk } = camera;
  const books = [
    [code('itemOnLoan'), m.desk_to_shelf(), 'shelf'],
    [code('itemHoldHere'), m.desk_to_hold(), 'hold shelf'],
    [code('itemOtherLibrary'), m.desk_to_transit(), 'transit'],
    [barcodeOf('item', 317), m.desk_to_work(), 'work order'],
  ] as const;
  for (const [barcode, where, state] of books) {
    await desk.scan(barcode);
    await expect(desk.heading).toHaveText(where);
    await camera.take(state, { whole: state === 'hold shelf' });
  }
  await desk.open(code('patronNothing'), 'Grace Okafor');
  await press(desk.page, 'F2');
  await desk.scan(code('itemOverdue'));
  await expect(desk.heading).toHaveText(m.desk_to_shelf());
  await camera.take('with a patron open');
}

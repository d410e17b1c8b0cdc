import { expect, test } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { codeOf } from '../../src/service/read.ts';
import { expectAccessible } from './accessible.ts';
import {
  Acquisitions,
  invoicesOnRecord,
  linesOnRecord,
  numberOf,
  ordersOfOneVendor,
  titleOf,
} from './acquisitions.ts';
import type { Service } from './fixtures.ts';
import { press, reach, scan, write } from './keyboard.ts';
import { practiceLibrary, setFaults, withFaults } from './with-faults.ts';
import { workplace } from './workplace.ts';

const number = 'KILLED-1';

test('an invoice whose program was killed between two lines is taken up there, and has each line once', async () => {
  test.setTimeout(240_000);
  await using place = await workplace(withFaults);
  let carrel = await place.open();
  const onRecord = async () => ({ client: await practiceLibrary(carrel) }) as Service;
  const pols = await ordersOfOneVendor(await onRecord(), 3);
  let room = new Acquisitions(carrel.page);
  await room.enter();
  await write(carrel.page, number);
  for (const pol of pols) await scan(carrel.page, numberOf(pol));
  await expect(room.lines.nth(2)).toContainText(titleOf(pols[2]));
  // The fund of the second line does not come: the first is in, and nothing is on its way.
  await setFaults(carrel, { operation: 'acq.pol.get', fault: 'delay', ms: 60_000, after: 1 });
  await press(carrel.page, 'Control+Enter');
  await expect
    .poll(async () => {
      const service = await onRecord();
      const [made] = await invoicesOnRecord(service, number);
      return made ? (await linesOnRecord(service, made)).length : 0;
    })
    .toBe(1);
  await expect(room.form).toContainText(m.invoices_step_line({ shown: '2', of: '3' }));

  await place.kill();
  carrel = await place.open();
  const { page } = carrel;
  room = new Acquisitions(page);
  await room.go();
  const left = page.getByRole('region', { name: m.invoices_left({ count: 1, shown: '1' }) });
  await expect(left).toContainText(number);
  await reach(left.getByRole('button', { name: m.invoices_left_open() }).first());
  await press(page, 'Enter');
  await expect(room.job).toContainText('1 of 3 lines in');
  await expectAccessible(page, 'an invoice after a kill');
  await press(page, 'Control+Enter');
  await expect(room.strip).toContainText(m.invoices_done_process());
  await expect(left).toHaveCount(0);

  const service = await onRecord();
  const [made, ...others] = await invoicesOnRecord(service, number);
  expect(others).toEqual([]);
  expect(codeOf(made?.invoice_status)).toBe('READY_TO_BE_PAID');
  const lines = await linesOnRecord(service, made ?? {});
  expect(lines.map((line) => line.split(' ')[0])).toEqual(pols.map(numberOf));
});

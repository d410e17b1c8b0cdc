import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { badPolicies } from './bad-policies.ts';
import { Desk } from './desk.ts';
import { press } from './keyboard.ts';
import { managed } from './managed.ts';
import { openRoom } from './receiving-room.ts';
import { runProgram } from './second-start.ts';
import { SettingsRoom } from './settings.ts';

const good = { mandatory: { clearAfter: 300 } };

test('of whatever is no policy the window says what is wrong, and the last good one holds', async () => {
  test.setTimeout(240_000);
  await using desk = await managed(good);
  const { page } = desk.carrel;
  await new SettingsRoom(page).go(m.policy_title());
  const panel = page.getByRole('tabpanel', { name: m.policy_title() });
  const clear = panel.getByRole('row').filter({ hasText: m.policy_clearAfter() });
  const notice = page.getByRole('status').filter({ hasText: m.policy_notice() });
  for (const { name, make, words } of badPolicies)
    await test.step(name, async () => {
      await desk.write(good);
      await expect(notice).toHaveCount(0);
      await make(desk.file);
      await desk.reread();
      await expect(panel.getByRole('row').filter({ hasText: words(desk.file) })).toContainText(desk.file);
      await expect(notice).toContainText(m.policy_notice_last_good());
      await expect(clear).toContainText('300');
      await expect(clear).toContainText(m.policy_from_mandatory({ place: desk.file }));
    });
  await expectAccessible(page, 'what is wrong with a policy');
  await test.step('UTF-16 with its mark is one', async () => {
    const text = JSON.stringify({ schema: 'carrel-policy/1', mandatory: { clearAfter: 240 } });
    await desk.write(Buffer.from(`\uFEFF${text}`, 'utf16le'));
    await expect(clear).toContainText('240');
    await expect(notice).toHaveCount(0);
  });
});

test('a check names each fault with line and column, and ends with a code that says so', async () => {
  test.setTimeout(240_000);
  const userData = await mkdtemp(path.join(tmpdir(), 'carrel-check-'));
  try {
    for (const [index, { name, make, checked }] of badPolicies.entries())
      await test.step(name, async () => {
        const folder = path.join(userData, String(index));
        const file = path.join(await mkdtemp(`${folder}-`), 'draft.json');
        await writeFile(file, JSON.stringify({ schema: 'carrel-policy/1', ...good }));
        await make(file);
        const { code: ended, stderr } = await runProgram({ userData, args: ['--check-policy', file] });
        const wanted = checked(file);
        expect(ended).toBe(wanted.code);
        if (wanted.said === '') expect(stderr).toBe('');
        else expect(stderr).toContain(`${file}${wanted.said}`);
      });
  } finally {
    await rm(userData, { recursive: true, force: true });
  }
});

test('with a policy that was never good: lending, returns and receiving go on, and what could do harm is off', async () => {
  await using station = await managed('{');
  const { carrel, file } = station;
  const { page } = carrel;
  const desk = new Desk(page);
  await desk.open(code('patronGood'), 'Rivka Ben-Ami');
  await desk.scanned(code('itemFree1'), 'Lent', 'The Overstory');
  await press(page, 'F10');
  await desk.scanned(code('itemFree1'), 'Returned', 'The Overstory');
  const room = await openRoom(carrel);
  await room.open(code('polSeveral'), 'Atlas of the Night Sky');
  await press(page, 'F3');
  await expect(room.order).toContainText('1 of 3 items received');
  const off = (feature: string): Record<string, unknown> => ({
    ok: false,
    failure: { kind: 'switchedOff', feature, place: file, broken: true },
  });
  const intent = '5b1e1d0e-35b5-4c1a-9d0a-0d7c3a4a2a11';
  const waiver = { intent, userId: 'a', feeId: 'a', reason: 'r', seen: '1.00', comment: '' };
  expect(await carrel.ask('fees.waive', waiver)).toMatchObject(off('feeWaiving'));
  expect(await carrel.ask('patrons.export', { userId: 'a' })).toMatchObject(off('exports'));
  const payment = { intent, invoiceId: 'a', force: 'a reason' };
  expect(await carrel.ask('invoices.pay', payment)).toMatchObject(off('forcedPayment'));
  expect(await carrel.ask('station.get', {})).toMatchObject({
    value: { mode: 'practice', library: { code: 'MAIN' }, desk: { code: 'DEFAULT_CIRC_DESK' } },
  });
});

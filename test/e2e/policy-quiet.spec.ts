import { expect, test } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { Desk } from './desk.ts';
import { connect, startService } from './fixtures.ts';
import { press } from './keyboard.ts';
import { managed } from './managed.ts';
import { SettingsRoom } from './settings.ts';

test('service and place change only when the desk is quiet: until then they wait, and it is said', async () => {
  const service = await startService();
  const other = await startService();
  try {
    await using station = await managed(null);
    const { carrel } = station;
    const { page } = carrel;
    const settings = new SettingsRoom(page);
    const placeNow = async (): Promise<unknown> => {
      const reply = await carrel.ask('station.get', {});
      return reply.ok && [reply.value.institution?.address, reply.value.department?.code ?? null];
    };
    await connect(carrel, service);
    const start = await placeNow();
    expect(start).toEqual([service.origin, null]);
    const desk = new Desk(page);
    await desk.open(code('patronGood'), 'Rivka Ben-Ami');

    const elsewhere = [{ host: '*', library: 'MAIN', desk: 'DEFAULT_CIRC_DESK', department: 'ACQ' }];
    await station.write({ mandatory: { placeByHost: elsewhere } });
    await settings.go(m.policy_title());
    const panel = page.getByRole('tabpanel', { name: m.policy_title() });
    const waits = panel.getByRole('table', { name: m.policy_sheet_waiting() });
    await expect(waits.getByRole('row').filter({ hasText: m.policy_placeByHost() })).toContainText(
      m.policy_wait_work(),
    );
    await expectAccessible(page, 'a place that waits');
    expect(await placeNow()).toEqual(start);
    await press(page, 'Alt+1');
    await press(page, 'F10');
    await expect.poll(placeNow).toEqual([service.origin, 'ACQ']);
    await settings.go(m.policy_title());
    await expect(waits).toHaveCount(0);

    await press(page, 'Alt+1');
    await desk.open(code('patronGood'), 'Rivka Ben-Ami');
    await station.write({
      mandatory: { serviceAddress: other.origin, serviceRoot: 'svcws', placeByHost: elsewhere },
    });
    await settings.go(m.policy_title());
    await expect(waits.getByRole('row').filter({ hasText: m.policy_serviceAddress() })).toContainText(
      m.policy_wait_work(),
    );
    expect(await placeNow()).toEqual([service.origin, 'ACQ']);
    await press(page, 'Alt+1');
    await expect(page.getByText('Rivka Ben-Ami').first()).toBeVisible();
    await press(page, 'F10');
    await expect.poll(async () => JSON.stringify(await placeNow())).toContain(other.origin);
  } finally {
    await service.close();
    await other.close();
  }
});

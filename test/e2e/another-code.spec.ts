import { expect, test } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { openCarrel } from './app.ts';
import { Desk } from './desk.ts';
import { startService } from './fixtures.ts';
import { standBetween } from './proxy.ts';
import { SettingsRoom } from './settings.ts';

const key = 'l7xx-the-institutions-key';

test('an institution whose code changes between two calls: a person is asked which it is, and nothing is lent before', async () => {
  test.setTimeout(810_000);
  const service = await startService({ key });
  let institution = 'FIRST-U';
  await using proxy = await standBetween(service.origin, ({ url, status, body }) => {
    if (!url.includes('/conf/general')) return null;
    const general = JSON.parse(body) as object;
    return {
      status,
      body: JSON.stringify({ ...general, institution: { value: institution, desc: institution } }),
    };
  });
  try {
    await using carrel = await openCarrel();
    const { page } = carrel;
    const settings = new SettingsRoom(page);
    await settings.go();
    await settings.connect({ address: proxy.origin, key });
    const place = { library: 'MAIN', desk: 'DEFAULT_CIRC_DESK', department: null };
    expect(await carrel.ask('station.choose', place)).toMatchObject({ ok: true });
    await page.keyboard.press('Alt+1');
    const desk = new Desk(page);
    await desk.open(code('patronNothing'), 'Grace Okafor');

    institution = 'SECOND-U';
    await settings.go(m.station_connection());
    await settings.press(m.station_service_test());
    const question = page.getByRole('region', { name: m.station_which_title() });
    await expect(question.getByRole('button')).toHaveText(['The same: FIRST-U', 'Another library']);
    await expectAccessible(page, 'which library it is by now');

    await page.keyboard.press('Alt+1');
    await desk.scan(code('itemFree1'));
    const row = desk.row('Not sent');
    await expect(row).toContainText(m.failures_which_library_what());
    await expect(desk.stage).toContainText(m.failures_which_library_do());
    await expectAccessible(page, 'a scan before it is said which library it is');
    const loans = () => service.client.call('users.loans.list', { path: { user_id: code('patronNothing') } });
    expect((await loans()).items).toEqual([]);

    await settings.go();
    await settings.press('The same: FIRST-U', question);
    await expect(question).toHaveCount(0);
    await page.keyboard.press('Alt+1');
    await desk.open(code('patronNothing'), 'Grace Okafor');
    await desk.scanned(code('itemFree1'), 'Lent', 'The Overstory');
    expect((await loans()).items).toHaveLength(1);
  } finally {
    await service.close();
  }
});

import { expect, test } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { openCarrel, setSize } from './app.ts';
import { Desk } from './desk.ts';
import { FirstStart, managed, oneDesk } from './first-start.ts';
import { smallestPage, sticksOut } from './fits.ts';
import { choose, press, reach, scan } from './keyboard.ts';
import { institution } from './strange-services.ts';

const key = 'l7xx-key-of-a-branch-31';

test('with a policy nothing is asked but the key; then a card and a book', async () => {
  await using service = await institution(key);
  await using policy = await managed(oneDesk(service.address));
  await using carrel = await openCarrel({ env: policy.env });
  const { page } = carrel;
  const first = new FirstStart(page);
  const { settings } = first;
  await expect(page.getByText(m.first_start_managed_lead())).toBeVisible();
  await expect(settings.key).toBeFocused();
  await expect(settings.address).toHaveCount(0);
  await expect(first.panel.getByText(`${service.address}/svcws`, { exact: true })).toBeVisible();
  await expectAccessible(page, 'only the key is asked');

  await test.step('a scanner’s code is no key, and no scan is made of it', async () => {
    await scan(page, code('itemFree1'));
    await expect(page.getByText(m.first_start_scanned())).toBeVisible();
    await expect(settings.key).toHaveValue('');
    await expect(page.getByText('The Overstory')).toHaveCount(0);
  });

  await test.step('a wrong key is said to be wrong, once somebody connects with it', async () => {
    await first.forThisRun();
    await page.keyboard.insertText('l7xx-another-key');
    await press(page, 'Enter');
    await expect(page.getByText(m.station_connect_refused())).toBeVisible();
  });

  await test.step('the right one leads to the desk by itself', async () => {
    await first.key(key);
    await press(page, 'Enter');
    const desk = new Desk(page);
    await expect(settings.banner).toBeHidden();
    await expect(desk.patron).toBeVisible();
    await expect(desk.readiness).toHaveText(m.app_scan_ready());
    await expect(desk.box).toBeFocused();
    await desk.open(code('patronGood'), 'Rivka Ben-Ami');
    await desk.scanned(code('itemFree1'), 'Lent', 'The Overstory');
    await press(page, 'F10');
  });

  await test.step('looked at again it says that nothing is missing, and stays', async () => {
    await settings.go(m.first_start_section());
    await expect(page.getByText(m.first_start_ready())).toBeVisible();
    await expectAccessible(page, 'ready');
    await reach(first.panel.getByRole('button', { name: m.first_start_to_desk() }));
    await press(page, 'Enter');
    await expect(new Desk(page).box).toBeFocused();
  });
});

test('under a policy without a place that is chosen, and looked at before the desk', async () => {
  await using service = await institution(key);
  await using policy = await managed({ serviceAddress: service.address });
  await using carrel = await openCarrel({ env: policy.env });
  const { page } = carrel;
  const first = new FirstStart(page);
  await expect(first.settings.key).toBeFocused();
  await first.forThisRun();
  await first.key(key);
  await press(page, 'Enter');
  await choose(page, m.station_place_library(), 'Main', first.panel);
  const toDesk = first.panel.getByRole('button', { name: m.first_start_to_desk() });
  await expect(first.panel.locator(`[aria-label^="${m.station_place_desk()}:"]`)).toBeEnabled();
  await expectAccessible(page, 'the place, where the policy leaves it open');
  await reach(toDesk);
  await press(page, 'Enter');
  await new Desk(page).open(code('patronGood'), 'Rivka Ben-Ami');
});

test('without one it is offered at the desk: three steps, one way back, left and taken up again', async () => {
  await using service = await institution(key);
  await using carrel = await openCarrel();
  const { page } = carrel;
  const first = new FirstStart(page);
  const { settings } = first;
  const begin = page.getByRole('button', { name: m.first_start_begin(), exact: true });
  await expect(settings.banner).toBeVisible();
  await expectAccessible(page, 'the offer at the desk');

  await test.step('library system and key', async () => {
    await first.begin();
    await expect(first.next).toBeDisabled();
    await first.address(service.address);
    await expect(first.panel.getByText(/The library system answers/)).toBeVisible();
    await expectAccessible(page, 'the first step');
  });

  await test.step('the practice library is one key away, and what was typed is there again', async () => {
    await press(page, 'Alt+P');
    await expect(new Desk(page).box).toBeFocused();
    await reach(begin);
    await press(page, 'Enter');
    await expect(settings.key).toBeFocused();
    await expect(settings.address).toHaveValue(service.address);
    await press(page, 'Escape');
    await expect(new Desk(page).box).toBeFocused();
    await reach(begin);
    await press(page, 'Enter');
  });

  await test.step('connected, the next step has the focus', async () => {
    await first.forThisRun();
    await first.key(key);
    await press(page, 'Enter');
    await first.isAt(2);
    await expect(first.panel.locator(`[aria-label^="${m.station_place_library()}:"]`)).toBeFocused();
    await expect(first.next).toBeDisabled();
    await expectAccessible(page, 'the second step');
  });

  await test.step('left at the second, for the practice library and for the desk', async () => {
    await press(page, 'Alt+P');
    await expect(settings.banner).toBeVisible();
    await reach(begin);
    await press(page, 'Enter');
    await first.isAt(2);
    await expect(settings.banner).toBeHidden();
    await press(page, 'Alt+1');
    await expect(page.getByText(m.first_start_offer_place())).toBeVisible();
    await expectAccessible(page, 'connected, and nothing chosen');
    await reach(page.getByRole('button', { name: m.first_start_go_on(), exact: true }));
    await press(page, 'Enter');
    await first.isAt(2);
  });

  await test.step('library and desk are looked at before the next step', async () => {
    await choose(page, m.station_place_library(), 'Main', first.panel);
    await expect(first.panel.locator(`[aria-label^="${m.station_place_desk()}: "]`)).toBeEnabled();
    await first.isAt(2);
    await reach(first.next);
    await press(page, 'Enter');
    await first.isAt(3);
  });

  await test.step('one way back, and forth again', async () => {
    await setSize(carrel, smallestPage);
    await carrel.ask('station.appearance', { theme: 'dark' });
    expect(await page.evaluate(sticksOut)).toEqual({ wide: 0, out: [] });
    await expectAccessible(page, 'the third step, dark and small');
    await press(page, 'Escape');
    await first.isAt(2);
    await press(page, 'Escape');
    await first.isAt(1);
    await expect(settings.address).toHaveValue(service.address);
    expect(await carrel.ask('station.get', {})).toMatchObject({ value: { mode: 'institution' } });
    for (const step of [2, 3] as const) {
      await reach(first.next);
      await press(page, 'Enter');
      await first.isAt(step);
    }
  });

  await test.step('to the practice library from the third, which is not brought back by itself', async () => {
    await press(page, 'Alt+P');
    await expect(settings.banner).toBeVisible();
    await expect(new Desk(page).readiness).toHaveText(m.app_scan_ready());
    await expect(begin).toHaveCount(0);
  });
});

test('put aside, it is not offered again', async () => {
  await using carrel = await openCarrel();
  const { page } = carrel;
  const later = page.getByRole('button', { name: m.first_start_later() });
  await reach(later);
  await press(page, 'Enter');
  await expect(later).toHaveCount(0);
  await page.reload();
  await expect(new Desk(page).readiness).toHaveText(m.app_scan_ready());
  await expect(later).toHaveCount(0);
});

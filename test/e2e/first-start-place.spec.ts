import { expect, test } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { expectAccessible } from './accessible.ts';
import { openCarrel, type Carrel } from './app.ts';
import { FirstStart } from './first-start.ts';
import { startService, type Service } from './fixtures.ts';
import { choose, press, reach, strike, write } from './keyboard.ts';
import { standBetween, type Passing, type Proxy } from './proxy.ts';

const key = 'l7xx-place-77';

type Instead = (passing: Passing) => { readonly status: number; readonly body: string } | null;

const deskList = (count: number): string =>
  JSON.stringify({
    circ_desk: Array.from({ length: count }, (_, nth) => ({
      code: `DESK_${String(nth)}`,
      name: `Room-${String(nth)}`,
    })),
    total_record_count: count,
  });

/** A library system of which every library has so many circulation desks. */
const withDesks =
  (count: number): Instead =>
  ({ url }) =>
    /\/circ-desks(\?|$)/.test(url) ? { status: 200, body: deskList(count) } : null;

test.describe('the place', () => {
  // One program for all of them, connected to another library system each time.
  test.describe.configure({ mode: 'default' });
  let carrel: Carrel;
  let first: FirstStart;
  let service: Service;
  test.beforeAll(async () => {
    service = await startService({ key });
    carrel = await openCarrel();
    first = new FirstStart(carrel.page);
  });
  test.afterAll(async () => {
    await carrel[Symbol.asyncDispose]();
    await service.close();
  });

  /** At the second step, connected to a library system that answers so. */
  async function atPlace(instead: Instead): Promise<Proxy> {
    const between = await standBetween(service.origin, instead);
    await press(carrel.page, 'Alt+1');
    await carrel.ask('station.practice', { leave: true });
    await carrel.ask('station.forget', { leave: true });
    await carrel.page.reload();
    await first.settings.go(m.first_start_section());
    await first.isAt(1);
    await first.address(between.origin);
    await first.forThisRun();
    await first.key(key);
    await press(carrel.page, 'Enter');
    const another = first.panel.getByRole('button', { name: m.station_which_another(), exact: true });
    const list = first.panel.getByText(/^Step 2 of 3/);
    await another.or(list).first().waitFor();
    if ((await another.count()) > 0) await first.settings.press(m.station_which_another(), first.panel);
    await first.isAt(2);
    return between;
  }

  const desk = () => first.panel.locator(`[aria-label^="${m.station_place_desk()}:"]`);
  const chosen = async (): Promise<unknown> => {
    const reply = await carrel.ask('station.get', {});
    return reply.ok && [reply.value.library?.code, reply.value.desk?.code ?? null];
  };

  test('a library without a desk says so, and can be chosen', async () => {
    await using between = await atPlace(withDesks(0));
    await choose(carrel.page, m.station_place_library(), 'Main', first.panel);
    await expect(first.panel.getByText(m.station_place_no_desks())).toBeVisible();
    expect(between.requests.join('\n')).toContain('/circ-desks');
    await expect(desk()).toHaveAttribute('aria-label', new RegExp(m.station_place_no_desk()));
    await expectAccessible(carrel.page, 'a library without a desk');
    expect(await chosen()).toEqual(['MAIN', null]);
    await reach(first.next);
    await press(carrel.page, 'Enter');
    await first.isAt(3);
  });

  test('with one, nothing is to be chosen but the library', async () => {
    await using between = await atPlace(withDesks(1));
    await choose(carrel.page, m.station_place_library(), 'Main', first.panel);
    await expect(desk()).toHaveAttribute('aria-label', /Room-0/);
    expect(await chosen()).toEqual(['MAIN', 'DESK_0']);
    expect(between.requests.join('\n')).toContain('/circ-desks');
  });

  test('with 500, the right one is found by its name', async () => {
    await using between = await atPlace(withDesks(500));
    await choose(carrel.page, m.station_place_library(), 'Main', first.panel);
    await reach(desk());
    await press(carrel.page, 'ArrowDown');
    const options = carrel.page.getByRole('listbox').last().getByRole('option');
    await expect(options).toHaveCount(501);
    await strike(carrel.page, 'Home');
    await write(carrel.page, 'Room-499');
    await expect(options.filter({ hasText: 'Room-499' })).toHaveAttribute('data-highlighted', '');
    await press(carrel.page, 'Enter');
    await expect.poll(chosen).toEqual(['MAIN', 'DESK_499']);
    expect(between.requests.join('\n')).toContain('/circ-desks');
  });

  test('a library system without a library says so; one that does not give them is asked again', async () => {
    let instead: Instead = ({ url }) =>
      /\/conf\/libraries(\?|$)/.test(url)
        ? { status: 200, body: '{"library":[],"total_record_count":0}' }
        : null;
    await using between = await atPlace((passing) => instead(passing));
    await expect(first.panel.getByText(m.station_place_none())).toBeVisible();
    await expect(first.next).toBeDisabled();
    await expectAccessible(carrel.page, 'no library');
    instead = ({ url }) => (/\/conf\/libraries(\?|$)/.test(url) ? { status: 500, body: '{}' } : null);
    await press(carrel.page, 'Alt+1');
    await first.settings.go(m.first_start_section());
    const again = first.panel.getByRole('button', { name: m.app_try_again(), exact: true });
    await expect(first.panel.getByText(m.station_place_failed())).toBeVisible({ timeout: 60_000 });
    await expectAccessible(carrel.page, 'libraries that were not given');
    instead = () => null;
    const asked = between.requests.length;
    await reach(again);
    await press(carrel.page, 'Enter');
    await choose(carrel.page, m.station_place_library(), 'Main', first.panel);
    expect(between.requests.length).toBeGreaterThan(asked);
    expect(await chosen()).toMatchObject(['MAIN', expect.any(String)]);
  });
});

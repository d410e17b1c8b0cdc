import type { Locator, Page } from 'playwright';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import type { NewUser } from '../../src/service/shapes/user.ts';
import { commandCode } from '../../src/shared/command-barcodes.ts';
import { openCarrel, type Carrel } from './app.ts';
import { Desk } from './desk.ts';
import { fromTabs, fromTheBox } from './dialogs.ts';
import { connect, expect, test, type Service } from './fixtures.ts';
import { press, scan, strike } from './keyboard.ts';
import { standBetween, type Proxy } from './proxy.ts';

const card = code('patronNothing');
const lent = code('itemOnLoan');
const ordered = code('itemOrdered');
/** Of the desk alone, and of the receiving room alone. */
const extend = commandCode('EXTEND');
const setKeep = commandCode('SETKEEP');

/** What was asked of the library so far that is no read. */
const commandsIn = ({ requests }: Proxy): readonly string[] =>
  requests.filter((request) => !request.startsWith('GET '));

/** The window, its station connected by way of a proxy that sees all it asks for. */
async function watched(carrel: Carrel, service: Service): Promise<Proxy> {
  const proxy = await standBetween(service.origin, () => null);
  await connect(carrel, { ...service, origin: proxy.origin });
  const place = { library: 'MAIN', desk: 'DEFAULT_CIRC_DESK', department: 'ACQ' };
  expect(await carrel.ask('station.choose', place)).toMatchObject({ ok: true });
  await expect(new Desk(carrel.page).readiness).toHaveText(m.app_scan_ready());
  return proxy;
}

/** Nothing is asked of the library any more. */
async function quiet({ requests }: Proxy): Promise<void> {
  let before = -1;
  await expect
    .poll(
      () => {
        const isQuiet = before === requests.length;
        before = requests.length;
        return isQuiet;
      },
      { intervals: [250] },
    )
    .toBe(true);
}

const stripOf = (page: Page): Locator => page.getByRole('region', { name: m.app_strip() });

/** The rooms that have sections, by their key. */
const roomsOfSections = ['Alt+3', 'Alt+4', 'Alt+5', 'Alt+6', 'Alt+7'] as const;

/** Opens each section of a room in turn, with the focus on its name. */
async function* sectionsOf(page: Page, roomKey: string): AsyncGenerator<string> {
  const tabs = page.locator('main').getByRole('tablist').first().getByRole('tab');
  // The next section, from wherever the focus is in the room.
  const next = async (): Promise<void> => {
    await strike(page, roomKey);
    await press(page, 'F6');
    await expect(page.locator('[role="tab"]:focus')).toBeVisible();
  };
  await next();
  await press(page, 'Home');
  const count = await tabs.count();
  for (let at = 0; at < count; at += 1) {
    if (at > 0) await next();
    await expect(tabs.nth(at)).toBeFocused();
    yield `${roomKey}: ${(await tabs.nth(at).innerText()).trim()}`;
  }
}

/** Scans in a section that has no queue: a card, two books and a command. */
async function scanInSection(page: Page, desk: Desk, name: string): Promise<void> {
  const strip = stripOf(page);
  const prompt = (await desk.box.getAttribute('placeholder')) ?? '';
  const asks = prompt !== m.app_scan_placeholder_look_up();
  await expect(desk.readiness, name).toHaveText(asks ? m.app_scan_ready() : m.app_scan_looks_up());
  expect(prompt, `${name} names no work of another room`).not.toMatch(/lend|return|receive/i);
  await scan(page, card);
  await expect(strip, name).toContainText(m.app_looked_patron());
  await expect(strip, `${name}: no name`).not.toContainText('Okafor');
  await scan(page, lent);
  if (!asks) await expect(strip, name).toContainText('The Remains of the Day');
  await scan(page, ordered);
  if (!asks) await expect(strip, name).toContainText(m.app_looked_on_order({ pol: 'POL-1001' }));
  await scan(page, extend);
  await expect(desk.stageWord, name).toHaveText(m.app_command_not_done());
  await expect(desk.stageWhat, name).toHaveText(m.actions_command_extend());
}

for (const { patron, mode } of [
  { patron: false, mode: 'Shift+F3' },
  { patron: true, mode: 'Shift+F12' },
  { patron: true, mode: 'Shift+F2' },
] as const) {
  test(`outside the desk and the receiving room nothing leaves: ${patron ? 'a patron' : 'nobody'} open, ${mode}`, async ({
    carrel,
    desk,
    service,
  }) => {
    test.setTimeout(900_000);
    const { page } = carrel;
    await using proxy = await watched(carrel, service);
    await strike(page, 'Alt+2');
    await expect(page.getByRole('group', { name: m.receiving_mode() })).toBeVisible();
    await press(page, mode);
    await strike(page, 'Alt+1');
    if (patron) await desk.open(code('patronGood'), 'Rivka Ben-Ami');
    await quiet(proxy);
    const before = commandsIn(proxy).length;
    for (const room of roomsOfSections)
      for await (const name of sectionsOf(page, room)) await scanInSection(page, desk, name);
    await quiet(proxy);
    expect(commandsIn(proxy).slice(before)).toEqual([]);
    if (patron) await expect(desk.heading).toHaveText('Rivka Ben-Ami');
    else await expect(desk.patron.getByText(m.desk_empty())).toBeVisible();
  });
}

test('under a dialog nothing is done, and what was scanned is offered when it closes', async ({
  carrel,
  desk,
  service,
}) => {
  test.setTimeout(900_000);
  const { page } = carrel;
  const open = page.locator('[role="dialog"][data-state="open"]');
  const offered = page.getByRole('region', { name: /scans? waits?$/ });
  await using proxy = await watched(carrel, service);
  const path = { user_id: code('patronGood') };
  const body = (await service.client.call('users.get', { path })) as NewUser;
  const note = { note_text: 'Asks for the quiet room', note_type: { value: 'GENERAL' } };
  await service.client.call('users.update', { path, body: { ...body, user_note: [note] } });
  await desk.open(code('patronGood'), 'Rivka Ben-Ami');
  /** Dialogs that ask for a card, or for a book. */
  const forCards = new Set(['Shift+F4']);
  const forBooks = new Set(['Alt+H', 'requests h', 'sharing f', 'fees n']);
  const through = async (key: string, name = key): Promise<void> => {
    await press(page, key);
    await expect(open, `${name} opens a dialog`).toHaveCount(1);
    const values = (): Promise<string[]> =>
      open
        .locator('input:not([type="radio"], [type="checkbox"])')
        .evaluateAll((fields) => fields.map((field) => (field as unknown as { value: string }).value));
    await quiet(proxy);
    const before = commandsIn(proxy).length;
    const held = await values();
    const codes = [
      ...(forCards.has(name) ? [] : [card]),
      ...(forBooks.has(name) ? [] : [lent, ordered]),
      setKeep,
    ];
    for (const one of codes) {
      await scan(page, one);
      await expect(open.getByText(m.app_scan_waits({ code: one }), { exact: true }), name).toBeVisible();
    }
    await quiet(proxy);
    expect(await values(), `${name}: the fields are as they were`).toEqual(held);
    await press(page, 'Escape');
    await expect(open, `${name}: Esc closes it`).toHaveCount(0);
    await expect(offered.getByRole('listitem')).toHaveText(codes);
    expect(commandsIn(proxy).slice(before), `${name}: nothing left`).toEqual([]);
    await expect(async () => {
      await expect(desk.box).toBeFocused({ timeout: 500 });
      await press(page, 'Delete');
      await expect(offered).toBeHidden({ timeout: 500 });
    }).toPass();
  };
  for (const key of fromTheBox) await through(key);
  for (const { tab, keys } of fromTabs) {
    for (const key of keys) {
      await desk.tab(tab);
      await press(page, 'ArrowDown');
      await through(key, `${tab} ${key}`);
    }
  }
  await expect(desk.heading).toHaveText('Rivka Ben-Ami');
  await expect(desk.rows).toHaveCount(1);
});

test('at the desk and in the receiving room what leaves is what the box says', async ({
  carrel,
  desk,
  service,
}) => {
  test.setTimeout(400_000);
  const { page } = carrel;
  await using proxy = await watched(carrel, service);
  /** The commands that a scan makes leave, by their operation. */
  const sentBy = async (one: string): Promise<readonly string[]> => {
    await quiet(proxy);
    const before = commandsIn(proxy).length;
    await scan(page, one);
    await quiet(proxy);
    return commandsIn(proxy)
      .slice(before)
      .map((request) => /[?&]op=([^&]+)/.exec(request)?.[1] ?? request.replace(/\?.*/, ''));
  };
  await expect(desk.box).toHaveAttribute('placeholder', m.app_scan_placeholder());
  expect(await sentBy(setKeep)).toEqual([]);
  await expect(page.getByTestId('stage-word')).toHaveText(m.app_command_not_done());
  // In the room to which it has led it is done.
  expect(await sentBy(setKeep)).toEqual([]);
  await expect(
    page.getByRole('group', { name: m.receiving_mode() }).getByRole('button', { pressed: true }),
  ).toContainText(m.receiving_mode_keep());
  await press(page, 'Shift+F2');
  expect(await sentBy(lent)).toEqual([]);
  expect(await sentBy(card)).toEqual([]);
  expect(await sentBy(ordered)).toEqual([]);
  expect(await sentBy(extend)).toEqual([]);
  await expect(desk.stageWord).toHaveText(m.app_command_not_done());
  expect(await sentBy(lent)).toEqual(['scan']);
  await desk.open(card, 'Grace Okafor');
  await expect(desk.box).toHaveAttribute(
    'placeholder',
    m.app_scan_placeholder_lend({ name: 'Grace Okafor' }),
  );
  expect(await sentBy(lent)).toHaveLength(1);
  await expect(desk.row(m.desk_scan_lent(), 'The Remains of the Day')).toBeVisible();
  await strike(page, 'Alt+2');
  await press(page, 'Shift+F3');
  expect(await sentBy(ordered)).toEqual(['receive']);
});

test('what was looked up elsewhere is done at the desk by one key', async ({ carrel, desk, service }) => {
  const { page } = carrel;
  await using proxy = await watched(carrel, service);
  const strip = stripOf(page);
  await strike(page, 'Alt+6');
  await scan(page, card);
  await expect(strip).toContainText(m.app_looked_patron());
  await press(page, 'F2');
  await expect(strip, 'F2 does nothing with a card').toBeVisible();
  await press(page, 'F1');
  await expect(desk.heading).toHaveText('Grace Okafor');
  await strike(page, 'Alt+5');
  await scan(page, code('itemFree1'));
  await expect(strip).toContainText(m.app_looked_item());
  await expect(strip.getByRole('button', { name: /^Lend to Grace Okafor/ })).toBeVisible();
  await press(page, 'F1');
  await expect(desk.row(m.desk_scan_lent(), 'The Overstory')).toBeVisible();
  await strike(page, 'Alt+7');
  await scan(page, code('itemFree1'));
  // Until then the strip says of the same book that it was lent.
  await expect(strip).toContainText(m.app_looked_item());
  await press(page, 'F2');
  await expect(desk.row(m.desk_scan_returned(), 'The Overstory')).toBeVisible();
  await strike(page, 'Alt+3');
  await press(page, 'Alt+j');
  await scan(page, ordered);
  await expect(strip).toContainText(m.app_looked_on_order({ pol: 'POL-1001' }));
  const before = commandsIn(proxy).length;
  await strike(page, 'Alt+2');
  await expect(page.getByRole('heading', { level: 2, name: 'Atlas of the Night Sky' })).toBeVisible();
  await quiet(proxy);
  expect(commandsIn(proxy).slice(before)).toEqual([]);
});

test('among the samples of the practice library a scan is looked up too', async () => {
  await using carrel = await openCarrel();
  const { page } = carrel;
  await strike(page, 'Alt+7');
  await expect(page.getByRole('heading', { name: m.station_samples() })).toBeVisible();
  await scan(page, code('itemFree1'));
  await expect(stripOf(page)).toContainText('The Overstory');
  await scan(page, card);
  await expect(stripOf(page)).toContainText(m.app_looked_patron());
});

test('a list of codes that is pasted is offered as scans, one after the other', async ({ carrel, desk }) => {
  const { page } = carrel;
  await desk.open(code('patronGood'), 'Rivka Ben-Ami');
  const offered = page.getByRole('region', { name: /^2 scans wait/ });
  const paste = (text: string): Promise<void> =>
    desk.box.evaluate((box, pasted) => {
      const page = globalThis as unknown as {
        DataTransfer: new () => { setData(type: string, text: string): void };
        ClipboardEvent: new (type: string, init: object) => object;
      };
      const clipboardData = new page.DataTransfer();
      clipboardData.setData('text/plain', pasted);
      const init = { clipboardData, bubbles: true, cancelable: true };
      (box as unknown as { dispatchEvent(event: object): void }).dispatchEvent(
        new page.ClipboardEvent('paste', init),
      );
    }, text);
  await paste(`${code('itemFree1')}\r\n${code('itemFree2')}\n`);
  await expect(offered.getByRole('listitem')).toHaveText([code('itemFree1'), code('itemFree2')]);
  await expect(desk.rows).toHaveCount(1);
  await desk.takeUp();
  await expect(desk.row(m.desk_scan_lent(), 'Invisible Cities')).toBeVisible();
  await expect(desk.row(m.desk_scan_lent(), 'The Overstory')).toBeVisible();
});

import type { Locator } from 'playwright';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { connect, expect, test } from './fixtures.ts';
import { press, reach, write } from './keyboard.ts';
import { lists, oddRows, withRows } from './odd-answers.ts';
import { standBetween } from './proxy.ts';
import { Receiving } from './receiving.ts';

const rivka = code('patronGood');

const rowsIn = (panel: Locator): Locator => panel.locator('tbody tr[data-key]');

/** Stands on the row at a place of the list, counted from 1. */
async function standAt(panel: Locator, place: number): Promise<void> {
  await reach(panel.locator('tbody tr[tabindex="0"]'));
  await panel.page().keyboard.press('Home');
  for (let at = 1; at < place; at += 1) await panel.page().keyboard.press('ArrowDown');
  await expect(rowsIn(panel).nth(place - 1)).toBeFocused();
}

const deposit = { id: 'D1', deposit_profile: { value: 'KEY' }, status: { value: 'PAID' }, amount: '20.00' };

/** The lists of a patron; how many rows, and a button that acts on the one stood on. */
const tabs = [
  { tab: 'loans', rows: 7, act: m.loans_renew(), opens: true },
  { tab: 'fees', rows: 5, act: m.fees_waive(), opens: true },
  { tab: 'requests', rows: 4, act: m.requests_edit(), opens: true },
  { tab: 'deposits', rows: 4, act: m.deposits_refund(), opens: true, own: deposit },
] as const;

for (const { tab, rows, act, ...more } of tabs) {
  test(`${tab} with one id twice and without one are all drawn; what has no id is only looked at`, async ({
    desk,
    carrel,
    service,
  }) => {
    const own = 'own' in more ? more.own : {};
    await using proxy = await standBetween(service.origin, (passing) =>
      withRows(passing, lists[tab], oddRows(lists[tab].id, own)),
    );
    await connect(carrel, { ...service, origin: proxy.origin });
    await desk.open(rivka, 'Rivka Ben-Ami');
    const panel = await desk.tab(tab);
    await expect(rowsIn(panel)).toHaveCount(rows);
    // What is done to one loan is on its row.
    const within = tab === 'loans' ? panel.getByRole('grid') : panel;
    const button = within.getByRole('button', { name: new RegExp(`^${act}`) }).first();
    for (const place of [1, 2]) {
      await standAt(panel, place);
      await expect(button, `the row at ${place}`).toBeEnabled();
      await expect(panel.getByText(m.lists_no_number())).toHaveCount(0);
    }
    // Only the one that is opened is, and not the other one of its id.
    const before = await panel.locator('tbody tr').count();
    await press(desk.page, 'Enter');
    await expect(panel.locator('tbody tr')).toHaveCount(before + 1);
    await press(desk.page, 'Enter');
    for (const place of [3, 4]) {
      await standAt(panel, place);
      // A row that nothing can be done to has no button of its own.
      if (tab === 'loans') await expect(button, `the row at ${place}`).toHaveCount(0);
      else await expect(button, `the row at ${place}`).toBeDisabled();
      await expect(panel.getByText(m.lists_no_number())).toBeVisible();
    }
    await expectAccessible(desk.page, `${tab} of odd ids`);
    await desk.scanned(code('itemFree1'), 'Lent', 'The Overstory');
  });
}

test('a fee that cannot be read is drawn with the others; no sum passes for what is owed', async ({
  desk,
  carrel,
  service,
}) => {
  await using proxy = await standBetween(service.origin, (passing) =>
    withRows(passing, lists.fees, (fees) =>
      fees.map((fee, place) => (place === 0 ? { ...fee, balance: '4,50 or so', title: null } : fee)),
    ),
  );
  await connect(carrel, { ...service, origin: proxy.origin });
  await desk.open(rivka, 'Rivka Ben-Ami');
  await expect(desk.patron.getByRole('note')).toContainText(m.desk_owes_unread());
  const panel = await desk.tab('fees');
  await expect(rowsIn(panel)).toHaveCount(2);
  await expect(rowsIn(panel).first()).toContainText('—');
  await expect(panel).toContainText(/Owed in all\s*—|—/);
  await expect(panel.getByRole('button', { name: m.fees_pay_all() })).toBeDisabled();
  await standAt(panel, 1);
  await expect(panel.getByRole('button', { name: new RegExp(`^${m.fees_waive()}`) })).toBeDisabled();
  await standAt(panel, 2);
  await expect(panel.getByRole('button', { name: new RegExp(`^${m.fees_waive()}`) })).toBeEnabled();
  await press(desk.page, 'Escape');
  await press(desk.page, 'Alt+Shift+P');
  await expect(desk.page.getByText(m.fees_owed_unread()).first()).toBeVisible();
  await expect(desk.dialog).toHaveCount(0);
});

test('patrons found with one number twice, and without one: all are listed', async ({
  desk,
  carrel,
  service,
}) => {
  await using proxy = await standBetween(service.origin, (passing) =>
    withRows(passing, lists.hits, (users) => oddRows('primary_id')(users.slice(0, 3))),
  );
  await connect(carrel, { ...service, origin: proxy.origin });
  const { page } = desk;
  await press(page, 'F4');
  await write(page, 'ok');
  const hits = page.getByRole('listbox', { name: m.app_search_results() }).getByRole('option');
  await expect(hits.filter({ hasText: m.app_search_no_number() })).toHaveCount(2);
  await expect(hits).toHaveCount(6);
  for (let at = 0; at < 3; at += 1) await press(page, 'ArrowDown');
  await press(page, 'Enter');
  await expect(page.getByText(m.app_search_no_number_why()).first()).toBeAttached();
});

test('an order line whose copies have one id, or none: all are drawn, and only what has one is received', async ({
  desk,
  carrel,
  service,
}) => {
  await using proxy = await standBetween(service.origin, ({ method, url, status, body }) => {
    if (method !== 'GET' || status !== 200 || !/\/acq\/po-lines\/[^/]+(\?|$)/.test(url)) return null;
    const pol = JSON.parse(body) as { location: { copy: { pid?: string }[] }[] };
    const [first] = pol.location.flatMap(({ copy }) => copy);
    const location = { ...pol.location[0], copy: [first, first, { ...first, pid: undefined }] };
    return { status, body: JSON.stringify({ ...pol, location: [location] }) };
  });
  await connect(carrel, { ...service, origin: proxy.origin });
  const { page } = desk;
  const place = { library: 'MAIN', desk: 'DEFAULT_CIRC_DESK', department: 'ACQ' };
  expect(await carrel.ask('station.choose', place)).toMatchObject({ ok: true });
  const room = new Receiving(page);
  await room.go();
  await room.open(code('polSeveral'), 'Atlas of the Night Sky');
  await expect(room.items).toHaveCount(3);
  const receive = room.order.getByRole('button', {
    name: new RegExp(`^${m.receiving_receive_none()}\\b(?! and)`),
  });
  await expect(receive).toBeEnabled();
  await press(page, 'Alt+ArrowDown');
  await expect(receive).toBeEnabled();
  await press(page, 'Alt+ArrowDown');
  await expect(receive).toBeDisabled();
  await expect(room.order).toContainText(m.lists_no_number());
  await expectAccessible(page, 'copies of odd ids');
});

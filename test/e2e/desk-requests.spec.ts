import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import type { Desk } from './desk.ts';
import { expect, test, type Service } from './fixtures.ts';
import { choose, press, reach, standOn, write, writeOver } from './keyboard.ts';

const rivka = { card: code('patronGood'), name: 'Rivka Ben-Ami' };
const grace = { card: code('patronNothing'), name: 'Grace Okafor' };

const requestsAt = async (service: Service, card: string) =>
  (await service.client.call('users.requests.list', { path: { user_id: card } })).items;

/** Opens the dialog that places a hold, for a patron's requests that are on screen. */
async function placing(desk: Desk) {
  await press(desk.page, 'h');
  const field = desk.dialog.getByRole('textbox', { name: 'Barcode' });
  await expect(field).toBeFocused();
  return field;
}

test.describe('requests', () => {
  test('are listed, with where and when', async ({ desk }) => {
    await desk.open(rivka.card, rivka.name);
    const panel = await desk.tab('requests');
    const row = await standOn(panel.getByRole('grid'), 'Wolf Hall');
    await expect(row).toContainText('Not started');
    await press(desk.page, 'Enter');
    await expect(panel.locator('tr.details')).toContainText('Main Library');
    await expectAccessible(desk.page, 'requests');
    await desk.open(grace.card, grace.name);
    await expect((await desk.tab('requests')).getByText('No requests')).toBeVisible();
    await expectAccessible(desk.page, 'no requests');
  });

  test('a hold on an item, with a pickup place and a comment', async ({ desk, service }) => {
    await desk.open(grace.card, grace.name);
    const panel = await desk.tab('requests');
    await placing(desk);
    await write(desk.page, code('itemForHold'));
    await press(desk.page, 'Enter');
    await expect(desk.dialog).toContainText('The Master of Go');
    await expect(desk.dialog).toContainText('On the shelf');
    await expectAccessible(desk.page, 'placing a hold');
    await choose(desk.page, 'Pickup place', 'Science Library');
    await reach(desk.dialog.getByLabel('Comment'));
    await write(desk.page, 'For the seminar');
    await press(desk.page, 'Enter');
    await expect(desk.dialog).toHaveCount(0);
    await expect(panel.locator('.done[role="status"]')).toContainText(
      /On hold[\s\S]*The Master of Go[\s\S]*Science Library/,
    );
    await expect(panel.getByRole('grid').locator('tbody tr[data-key]')).toHaveCount(1);
    await expect(desk.page.getByRole('tab', { name: /^Requests/ })).toHaveText(/Requests\s*1/);
    expect(await requestsAt(service, grace.card)).toMatchObject([
      {
        title: 'The Master of Go',
        request_type: 'HOLD',
        pickup_location_library: 'SCI',
        comment: 'For the seminar',
      },
    ]);
  });

  test('a hold on a title', async ({ desk, service }) => {
    const item = await service.client.call('items.byBarcode', {
      query: { item_barcode: code('itemForHold') },
    });
    await desk.open(grace.card, grace.name);
    await desk.tab('requests');
    await placing(desk);
    await reach(desk.dialog.getByRole('radio', { name: 'One item' }), 'Shift+Tab');
    await press(desk.page, 'ArrowRight');
    await reach(desk.dialog.getByRole('textbox', { name: 'Title number' }));
    await expectAccessible(desk.page, 'placing a hold on a title');
    await write(desk.page, String(item.bib_data?.mms_id));
    await press(desk.page, 'Enter');
    await expect(desk.dialog).toHaveCount(0);
    expect(await requestsAt(service, grace.card)).toMatchObject([
      { title: 'The Master of Go', pickup_location_library: 'MAIN' },
    ]);
  });

  test('what cannot be requested: told at the field, or in the service’s place, nothing placed', async ({
    desk,
    service,
  }) => {
    await desk.open(rivka.card, rivka.name);
    await desk.tab('requests');
    const field = await placing(desk);
    await press(desk.page, 'Enter');
    await expect(desk.dialog.locator('.error')).toHaveText('Barcode: nothing was entered.');
    await expect(field).toBeFocused();
    await write(desk.page, '31239999999999');
    await press(desk.page, 'Enter');
    await expect(desk.dialog.getByRole('alert')).toContainText('No item has this barcode');
    await reach(field, 'Shift+Tab');
    await writeOver(desk.page, code('itemHoldHere'));
    await press(desk.page, 'Enter');
    await expect(desk.dialog).toContainText('Wolf Hall');
    await expect(desk.dialog.getByRole('button', { name: /^Place a hold/ })).toBeFocused();
    await press(desk.page, 'Enter');
    await expect(desk.dialog.getByRole('alert')).toContainText('The patron has requested it already');
    await expect(desk.dialog.getByRole('alert')).toContainText('No request was placed.');
    await expectAccessible(desk.page, 'a hold that was refused');
    expect(await requestsAt(service, rivka.card)).toHaveLength(1);
  });

  test('cancelled, with a reason of the institution’s table', async ({ desk, service }) => {
    await desk.open(rivka.card, rivka.name);
    const panel = await desk.tab('requests');
    await standOn(panel.getByRole('grid'), 'Wolf Hall');
    await press(desk.page, 'Delete');
    await expect(desk.dialog).toContainText('Wolf Hall');
    await reach(desk.dialog.getByLabel('Note to the patron'));
    await press(desk.page, 'Enter');
    await press(desk.page, 'Enter');
    await expect(desk.dialog.locator('.error')).toHaveText('Reason: nothing was entered.');
    await expectAccessible(desk.page, 'cancelling a request');
    expect(await requestsAt(service, rivka.card)).toHaveLength(1);
    await choose(desk.page, 'Reason', 'Patron is not interested any more');
    await reach(desk.dialog.getByRole('button', { name: 'Cancel the request' }));
    await press(desk.page, 'Enter');
    await expect(desk.dialog).toHaveCount(0);
    await expect(panel.locator('.done[role="status"]')).toContainText(/Cancelled[\s\S]*Wolf Hall/);
    await expect(panel.getByText('No requests')).toBeVisible();
    expect(await requestsAt(service, rivka.card)).toEqual([]);
  });

  test('cancelling asks first, and Esc leaves everything as it is', async ({ desk, service }) => {
    await desk.open(rivka.card, rivka.name);
    const panel = await desk.tab('requests');
    await standOn(panel.getByRole('grid'), 'Wolf Hall');
    await press(desk.page, 'Delete');
    await expect(desk.dialog.getByRole('button', { name: 'Do nothing' })).toBeVisible();
    await press(desk.page, 'Escape');
    await expect(desk.dialog).toHaveCount(0);
    expect(await requestsAt(service, rivka.card)).toHaveLength(1);
  });
});

test.describe('just after a loan, when the service has not settled (401129)', () => {
  /** How far the service's clock is ahead: the test says when it settles. */
  let ahead = 0;
  test.use({ library: { settleMs: 600_000, now: () => new Date(Date.now() + ahead) } });
  test.beforeEach(() => (ahead = 0));

  /** Asks for a title that was lent a moment ago, and waits until that is being tried again. */
  async function ask(desk: Desk): Promise<void> {
    await desk.open(rivka.card, rivka.name);
    await desk.scanned(code('itemForHold'), 'Lent', 'The Master of Go');
    await desk.open(grace.card, grace.name);
    await desk.tab('requests');
    await placing(desk);
    await write(desk.page, code('itemForHold'));
    await press(desk.page, 'Enter');
    await expect(desk.dialog.getByRole('button', { name: /^Place a hold/ })).toBeFocused();
    await press(desk.page, 'Enter');
    await expect(desk.dialog.getByText('The service has not settled yet: still trying')).toBeVisible();
    await expect(desk.dialog.getByRole('alert')).toHaveCount(0);
  }

  test('it is asked again quietly, and then placed', async ({ desk, service }) => {
    await ask(desk);
    ahead = 700_000;
    await expect(desk.dialog).toHaveCount(0);
    expect(await requestsAt(service, grace.card)).toHaveLength(1);
  });

  test('it is shown after a few seconds of trying, and nothing was placed', async ({ desk, service }) => {
    await ask(desk);
    const told = desk.dialog.getByRole('alert');
    await expect(told).toContainText('No item can fulfil this request', { timeout: 20_000 });
    await expect(told).toContainText('No request was placed.');
    await expectAccessible(desk.page, 'a request that no item can fulfil');
    expect(await requestsAt(service, grace.card)).toEqual([]);
  });
});

import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { doneLine, type Desk } from './desk.ts';
import { expect, test, type Service } from './fixtures.ts';
import { choose, press, reach, standOn, write, writeOver } from './keyboard.ts';

const rivka = { card: code('patronGood'), name: 'Rivka Ben-Ami' };
const noa = { card: code('patronBorrower'), name: 'נועה לוי' };
const grace = { card: code('patronNothing'), name: 'Grace Okafor' };

const requestsAt = async (service: Service, card: string) =>
  (await service.client.call('users.requests.list', { path: { user_id: card } })).items;

const placeButton = (desk: Desk) => desk.dialog.getByRole('button', { name: /^Place a hold/ });

/** Opens the dialog for a new request, for a patron's requests that are on screen. */
async function placing(desk: Desk) {
  await press(desk.page, 'h');
  const field = desk.dialog.getByRole('textbox', { name: 'Barcode' });
  await expect(field).toBeFocused();
  return field;
}

test.describe('requests', () => {
  // Whole flows, at a person's pace: on a busy machine they take their time.
  test.beforeEach(() => {
    test.setTimeout(1_620_000);
  });

  test('are listed, with where and when, by type and status', async ({ desk }) => {
    const { page } = desk;
    await desk.open(noa.card, noa.name);
    const panel = await desk.tab('requests');
    const rows = panel.getByRole('grid').locator('tbody tr[data-key]');
    await expect(rows).toHaveCount(4);
    await standOn(panel.getByRole('grid'), 'Encyclopedia of Library Science');
    await press(page, 'Enter');
    const details = panel.getByTestId('row-details');
    await expect(details).toContainText(/Place in the queue\s*1/);
    await expect(details).toContainText(/Chapter or article\s*Catalogues/);
    await expect(details).toContainText(/Pages\s*12-31/);
    await expectAccessible(page, 'requests');

    await reach(panel.getByRole('radio', { name: 'All', exact: true }), 'Shift+Tab');
    await press(page, 'ArrowRight');
    await expect(rows).toHaveText([/The Art of Bookbinding/]);
    await press(page, 'ArrowRight');
    await expect(rows).toHaveText([/Projector for Lantern Slides/]);
    await standOn(panel.getByRole('grid'), 'Projector');
    await press(page, 'Enter');
    await expect(details).toContainText(/From[^:]*\d:\d\d/);
    await reach(panel.getByRole('radio', { name: 'Booking', exact: true }), 'Shift+Tab');
    await press(page, 'ArrowRight');
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText('Pickup From Shelf');

    await reach(panel.getByRole('radio', { name: 'Active', exact: true }), 'Shift+Tab');
    await press(page, 'ArrowRight');
    await expect(panel.getByText('No such requests')).toBeVisible();
    await reach(panel.getByRole('radio', { name: 'Digitization', exact: true }));
    await press(page, 'ArrowRight');
    await expect(rows).toHaveCount(2);
    await standOn(panel.getByRole('grid'), 'Bleak House');
    await press(page, 'Enter');
    await expect(details).toContainText(/Reason\s*Patron is not interested any more/);
    // What is over cannot be changed.
    for (const name of [/^Edit/, /^Next step/, /^Cancel/])
      await expect(panel.getByRole('button', { name })).toBeDisabled();
    await expectAccessible(page, 'requests that are over');

    await desk.open(grace.card, grace.name);
    await expect((await desk.tab('requests')).getByText('No requests')).toBeVisible();
    await expectAccessible(page, 'no requests');
  });

  test('a hold on an item at this desk: card, key, item, key; its pickup place stays for this patron only', async ({
    desk,
    service,
  }) => {
    const { page } = desk;
    await desk.open(grace.card, grace.name);
    await press(page, 'Alt+h');
    await expect(desk.dialog.getByRole('textbox', { name: 'Barcode' })).toBeFocused();
    await desk.scan(code('itemForHold'));
    await expect(desk.dialog).toContainText('On the shelf');
    await expect(placeButton(desk)).toBeFocused();
    await press(page, 'Enter');
    await expect(desk.dialog).toHaveCount(0);
    const panel = page.getByRole('tabpanel');
    const done = doneLine(panel);
    await expect(done).toContainText(/Hold placed[\s\S]*The Master of Go[\s\S]*Main Library/);
    await expect(desk.row('The Master of Go', 'Lent')).toHaveCount(0);
    await expect(page.getByRole('tab', { name: /^Requests/ })).toHaveText(/Requests\s*1/);

    await press(page, 'Alt+h');
    await expect(desk.dialog.getByRole('textbox', { name: 'Barcode' })).toBeFocused();
    await write(page, code('itemFree1'));
    await press(page, 'Enter');
    await expect(desk.dialog).toContainText('The Overstory');
    await expectAccessible(page, 'placing a hold');
    await choose(page, 'Pickup place', 'Science Library');
    await reach(desk.dialog.getByLabel('Needed until'));
    await write(page, '2020-01-01');
    await reach(desk.dialog.getByLabel('Comment'));
    await write(page, 'For the seminar');
    await press(page, 'Enter');
    await expect(desk.dialog.getByTestId('field-error')).toHaveText('Needed until: in the past');
    // Esc leaves the form, and takes nothing away.
    await press(page, 'Escape');
    await expect(desk.dialog).toHaveCount(0);
    await press(page, 'Alt+h');
    await expect(desk.dialog.getByLabel('Comment')).toHaveValue('For the seminar');
    await reach(desk.dialog.getByLabel('Needed until'));
    await writeOver(page, '2099-01-01');
    await press(page, 'Enter');
    await expect(desk.dialog).toHaveCount(0);
    await expect(done).toContainText(/The Overstory[\s\S]*Science Library/);
    expect(await requestsAt(service, grace.card)).toMatchObject([
      { title: 'The Master of Go', request_type: 'HOLD', pickup_location_library: 'MAIN' },
      {
        title: 'The Overstory',
        pickup_location_library: 'SCI',
        last_interest_date: '2099-01-01Z',
        comment: 'For the seminar',
      },
    ]);

    // Her next hold of this visit would go there too. Nobody else's does, and not hers of the next visit.
    const place = (name: string) => desk.dialog.locator(`[aria-label^="Pickup place: ${name}"]`);
    const offers = async (name: string): Promise<void> => {
      await press(page, 'Alt+h');
      await expect(place(name)).toBeVisible();
      await press(page, 'Escape');
      await expect(desk.dialog).toHaveCount(0);
    };
    await offers('Science Library');
    await desk.open(rivka.card, rivka.name);
    await press(page, 'Alt+h');
    await expect(desk.dialog.getByRole('textbox', { name: 'Barcode' })).toBeFocused();
    await desk.scan(code('itemFree2'));
    await expect(placeButton(desk)).toBeFocused();
    await expect(place('Main Library')).toBeVisible();
    await press(page, '3');
    await expect(place('Main Library')).toHaveCount(0);
    await press(page, '1');
    await expect(place('Main Library')).toBeVisible();
    await press(page, 'Enter');
    await expect(done).toContainText(/Invisible Cities[\s\S]*Main Library/);
    await desk.open(grace.card, grace.name);
    await offers('Main Library');
    await press(page, 'Alt+h');
    await choose(page, 'Pickup place', 'Science Library');
    await press(page, 'Escape');
    await press(page, 'F10');
    await desk.open(grace.card, grace.name);
    await offers('Main Library');
  });

  test('the button has the focus as well where the pickup places come after the item', async ({
    desk,
    service,
  }) => {
    await desk.open(grace.card, grace.name);
    await service.faults({ operation: 'conf.departments.list', fault: 'delay', ms: 2500 });
    await press(desk.page, 'Alt+h');
    await desk.scan(code('itemForHold'));
    await expect(desk.dialog).toContainText('On the shelf');
    await expect(placeButton(desk)).toBeDisabled();
    await expect(placeButton(desk)).toBeFocused();
    await press(desk.page, 'Enter');
    await expect(desk.dialog).toHaveCount(0);
  });

  test('a booking, and a copy of a part of a title, which goes on step by step', async ({
    desk,
    service,
  }) => {
    const { page } = desk;
    await desk.open(grace.card, grace.name);
    const panel = await desk.tab('requests');
    const done = doneLine(panel);
    await placing(desk);
    await reach(desk.dialog.getByRole('radio', { name: 'Hold', exact: true }), 'Shift+Tab');
    await press(page, 'ArrowRight');
    await reach(desk.dialog.getByRole('textbox', { name: 'Barcode' }));
    await desk.scan(code('itemForHold'));
    await expect(desk.dialog).toContainText('The Master of Go');
    await reach(desk.dialog.getByLabel('From', { exact: true }));
    await write(page, '2099-03-02');
    await press(page, 'Tab');
    await write(page, '14:00');
    await reach(desk.dialog.getByLabel('To', { exact: true }));
    await write(page, '2099-03-02');
    await press(page, 'Tab');
    await write(page, '12:00');
    await expectAccessible(page, 'a booking');
    await press(page, 'Enter');
    const end = desk.dialog.getByLabel('Time').last();
    await expect(end).toBeFocused();
    await expect(desk.dialog.getByTestId('field-error')).toHaveText('To, time: must be after the start');
    await writeOver(page, '16:00');
    await press(page, 'Enter');
    await expect(done).toContainText(/Booking placed[\s\S]*The Master of Go/);

    await placing(desk);
    await reach(desk.dialog.getByRole('radio', { name: 'Hold', exact: true }), 'Shift+Tab');
    await press(page, 'ArrowLeft');
    await reach(desk.dialog.getByRole('radio', { name: 'This item' }));
    await press(page, 'ArrowLeft');
    // Any of its copies says which title it is.
    await desk.scan(code('itemReference'));
    await expect(desk.dialog).toContainText('Encyclopedia of Library Science');
    await reach(desk.dialog.getByRole('radio', { name: 'Whole item' }));
    await press(page, 'ArrowRight');
    await reach(desk.dialog.getByLabel('Pages'));
    await write(page, '12-31, 40');
    await press(page, 'Tab');
    await press(page, 'Space');
    await expectAccessible(page, 'a digitization');
    await press(page, 'Enter');
    await expect(done).toContainText(/Copy requested[\s\S]*Encyclopedia of Library Science/);
    const [booking, copy] = await requestsAt(service, grace.card);
    expect(booking).toMatchObject({
      request_type: 'BOOKING',
      booking_start_date: new Date(2099, 2, 2, 14).toISOString(),
      booking_end_date: new Date(2099, 2, 2, 16).toISOString(),
    });
    expect(copy).toMatchObject({
      request_type: 'DIGITIZATION',
      partial_digitization: true,
      required_pages_range: [
        { from_page: '12', to_page: '31' },
        { from_page: '40', to_page: '40' },
      ],
      copyrights_declaration_signed_by_patron: true,
    });

    await standOn(panel.getByRole('grid'), 'Encyclopedia of Library Science');
    await press(page, 'n');
    await expect(desk.dialog).toContainText('Pickup From Shelf');
    await expectAccessible(page, 'the next step of a digitization');
    await press(page, 'Enter');
    await expect(done).toContainText(/Moved on[\s\S]*Digitization/);
    await expect(panel.getByRole('grid')).toContainText('In process');
  });

  test('edited: from a fresh read, and what another changed meanwhile stands beside it', async ({
    desk,
    service,
  }) => {
    const { page } = desk;
    await desk.open(rivka.card, rivka.name);
    const panel = await desk.tab('requests');
    await standOn(panel.getByRole('grid'), 'Wolf Hall');
    await press(page, 'e');
    const comment = desk.dialog.getByLabel('Comment');
    await expect(desk.dialog.getByRole('button', { name: /^Save/ })).toBeDisabled();
    await reach(comment);
    await write(page, 'Large print');
    await expectAccessible(page, 'editing a request');
    await expect(desk.dialog.getByRole('button', { name: /^Save/ })).toBeEnabled();
    const [before] = await requestsAt(service, rivka.card);
    const path = { user_id: rivka.card, request_id: String(before?.request_id) };
    const theirs = { comment: 'By another desk', last_interest_date: '2099-06-01Z' };
    await service.client.call('users.requests.update', { path, body: { ...before, ...theirs } });
    await press(page, 'Enter');
    const changed = desk.dialog.getByRole('alert');
    await expect(changed.getByRole('row', { name: /^Comment/ })).toHaveText(
      /Comment\s*empty\s*By another desk\s*Large print/,
    );
    await expect(changed.getByRole('row', { name: /^Needed until/ })).toContainText('2099');
    await expectAccessible(page, 'a request that another has changed');
    expect(await requestsAt(service, rivka.card)).toMatchObject([theirs]);
    await reach(desk.dialog.getByRole('button', { name: /^Save/ }));
    await press(page, 'Enter');
    await expect(desk.dialog).toHaveCount(0);
    await expect(doneLine(panel)).toContainText(/Saved[\s\S]*Wolf Hall/);
    expect(await requestsAt(service, rivka.card)).toMatchObject([
      { comment: 'Large print', last_interest_date: '2099-06-01Z' },
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
    await expect(desk.dialog.getByTestId('field-error')).toHaveText('Barcode: nothing entered');
    await expect(field).toBeFocused();
    await desk.scan('31239999999999');
    await expect(desk.dialog.getByRole('alert')).toContainText('No item with this barcode');
    await expect(desk.scans.filter({ hasText: '31239999999999' })).toHaveCount(0);
    await reach(field, 'Shift+Tab');
    await writeOver(desk.page, code('itemHoldHere'));
    await press(desk.page, 'Enter');
    await expect(desk.dialog).toContainText('Wolf Hall');
    await expect(placeButton(desk)).toBeFocused();
    await press(desk.page, 'Enter');
    await expect(desk.dialog.getByRole('alert')).toContainText('Already requested by this patron');
    await expect(desk.dialog.getByRole('alert')).toContainText('No request was placed.');
    await expectAccessible(desk.page, 'a hold that was refused');
    expect(await requestsAt(service, rivka.card)).toHaveLength(1);
  });

  test('cancelled with a reason: card, key, reason, key; it is nobody else’s reason', async ({
    desk,
    service,
  }) => {
    const { page } = desk;
    await desk.open(rivka.card, rivka.name);
    await press(page, 'Alt+c');
    await expect(desk.dialog).toContainText('Wolf Hall');
    const act = desk.dialog.getByRole('button', { name: 'Cancel the request' });
    // Nothing is chosen yet: a reason has to be given.
    await expect(desk.dialog.getByRole('radio').first()).toBeFocused();
    await press(page, 'Enter');
    await expect(act).toBeFocused();
    await press(page, 'Enter');
    await expect(desk.dialog.getByTestId('field-error')).toHaveText('Reason: nothing entered');
    await expectAccessible(page, 'cancelling a request');
    await press(page, 'Escape');
    await expect(desk.dialog).toHaveCount(0);
    expect(await requestsAt(service, rivka.card)).toHaveLength(1);

    await press(page, 'Alt+c');
    await expect(desk.dialog.getByRole('radio').first()).toBeFocused();
    await press(page, '1');
    await expect(act).toBeFocused();
    await press(page, 'Enter');
    await expect(desk.dialog).toHaveCount(0);
    const panel = page.getByRole('tabpanel');
    await expect(doneLine(panel)).toContainText(/Cancelled[\s\S]*Wolf Hall/);
    await expect(panel.getByText('No requests')).toBeVisible();
    expect(await requestsAt(service, rivka.card)).toEqual([]);
    const history = { path: { user_id: rivka.card }, query: { status: 'history' } };
    expect((await service.client.call('users.requests.list', history)).items.at(-1)).toMatchObject({
      cancel_reason: { value: 'PatronNotInterested' },
    });

    // Of several, one is chosen first. The reason is told to the patron: another patron's is chosen anew.
    await desk.open(noa.card, noa.name);
    await press(page, 'Alt+c');
    await expect(desk.dialog.getByRole('radio', { name: /Art of Bookbinding/ })).toBeFocused();
    await expect(act).toBeDisabled();
    await press(page, 'Space');
    const reason = desk.dialog.getByRole('radio', { name: /not interested/ });
    await reach(reason);
    await expect(reason).not.toBeChecked();
    await press(page, 'Space');
    await press(page, 'Enter');
    await expect(act).toBeFocused();
    await press(page, 'Enter');
    await expect(doneLine(panel)).toContainText(/Cancelled[\s\S]*The Art of Bookbinding/);
    expect(await requestsAt(service, noa.card)).toHaveLength(3);
    // Their next request may be cancelled for the same.
    await press(page, 'Alt+c');
    await expect(reason).toBeChecked();
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
    await expect(placeButton(desk)).toBeFocused();
    await press(desk.page, 'Enter');
    await expect(desk.dialog.getByText('Not ready yet: still trying')).toBeVisible();
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
    const notice = desk.dialog.getByRole('alert');
    await expect(notice).toContainText('No item can fill this request', { timeout: 60_000 });
    await expect(notice).toContainText('No request was placed.');
    await expectAccessible(desk.page, 'a request that no item can fulfil');
    expect(await requestsAt(service, grace.card)).toEqual([]);
  });
});

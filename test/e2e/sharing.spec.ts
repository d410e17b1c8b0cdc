import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { doneLine, type Desk } from './desk.ts';
import { expect, test, type Service } from './fixtures.ts';
import { choose, press, reach, read, standOn, write } from './keyboard.ts';

const rivka = { card: code('patronGood'), name: 'Rivka Ben-Ami' };
const grace = { card: code('patronNothing'), name: 'Grace Okafor' };
const blocked = { card: code('patronBlocked'), name: 'Tomáš Dvořák' };

const field = (desk: Desk, name: string) => desk.dialog.getByRole('textbox', { name });
const tick = async (desk: Desk, name: string) => {
  await reach(desk.dialog.getByRole('checkbox', { name }));
  await press(desk.page, 'Space');
};
const send = async (desk: Desk, name = 'Request') => {
  await reach(desk.dialog.getByRole('button', { name: new RegExp(`^${name}( |$)`) }));
  await press(desk.page, 'Enter');
};

/** What the service has of the request that was asked for last, by the number that the desk gives it. */
async function requestOf(desk: Desk, service: Service, card: string) {
  const message = await read(doneLine(desk.page));
  const number = /number (\d+)/.exec(message)?.[1] ?? '';
  return service.client.call('users.resourceSharing.get', { path: { user_id: card, request_id: number } });
}

test('a book from elsewhere: begun, kept, asked for, shipped, cancelled and removed', async ({
  desk,
  service,
}) => {
  test.setTimeout(180_000);
  const { page, dialog } = desk;
  await desk.open(grace.card, grace.name);
  const panel = await desk.tab('sharing');
  await expect(panel.getByText('No requests known here')).toBeVisible();
  await expectAccessible(page, 'no request known');
  await press(page, 'n');
  await expect(dialog.locator('[aria-label^="Borrowing library: Main Library"]')).toBeVisible();
  await reach(field(desk, 'Title'));
  await write(page, 'Ficciones');
  await press(page, 'Escape');
  // What was typed is not lost.
  await expect(dialog).toHaveCount(0);
  await expect(panel.getByText('Not sent yet')).toBeVisible();
  // Nor where another patron comes in between, who has nothing of it.
  await desk.open(rivka.card, rivka.name);
  const sharing = page.getByRole('tab', { name: /^Resource sharing/ });
  await desk.tab('sharing');
  await expect(panel.locator('tbody tr')).toHaveCount(0);
  await expect(sharing).toHaveText('Sharing');
  await expect(panel.getByText('Not sent yet')).toHaveCount(0);
  await desk.open(grace.card, grace.name);
  await desk.tab('sharing');
  await expect(panel.getByText('Not sent yet')).toBeVisible();
  await reach(panel.getByRole('button', { name: /^Continue/ }));
  await press(page, 'Enter');
  await expect(field(desk, 'Title')).toHaveValue('Ficciones');
  await send(desk);
  await expect(dialog.getByRole('alert')).toContainText('Patron must agree to the copyright terms.');
  await expect(dialog.getByTestId('field-error')).toHaveText('Patron must agree to the copyright terms.');
  const terms = dialog.getByRole('checkbox', { name: 'Patron agrees to these terms' });
  await expect(terms).toBeFocused();
  await expectAccessible(page, 'a request without agreement');
  await press(page, 'Space');
  await send(desk);
  await expect(dialog).toHaveCount(0);
  const row = await standOn(panel.getByRole('grid'), 'Ficciones');
  await expect(row).toContainText('Request created');
  await expect(sharing).toHaveText(/Resource sharing\s*1/);
  expect(await requestOf(desk, service, grace.card)).toMatchObject({
    title: 'Ficciones',
    citation_type: { value: 'BK' },
    format: { value: 'PHYSICAL' },
    owner: 'MAIN',
    pickup_location: { value: 'MAIN' },
    agree_to_copyright_terms: true,
  });
  await press(page, 'Enter');
  await expect(panel.getByTestId('row-details')).toContainText(/Book \(borrowing\)[\s\S]*Main Library/);
  await expectAccessible(page, 'a request in full');
  await press(page, 's');
  await expect(field(desk, 'Shipping cost')).toBeFocused();
  await write(page, '12.50');
  await press(page, 'Enter');
  await press(page, 'Enter');
  await expect(dialog).toHaveCount(0);
  await expect(panel.getByTestId('row-details')).toContainText('12.50');
  await standOn(panel.getByRole('grid'), 'Ficciones');
  await press(page, 'Delete');
  await expect(dialog).toContainText('Ficciones');
  await choose(page, 'Reason', 'Request cannot be fulfilled');
  await reach(field(desk, 'Note'));
  await write(page, 'No library lends it');
  await press(page, 'Escape');
  await expect(dialog).toHaveCount(0);
  await standOn(panel.getByRole('grid'), 'Ficciones');
  await press(page, 'Delete');
  await expect(field(desk, 'Note')).toHaveValue('No library lends it');
  await expect(dialog).toContainText('Request cannot be fulfilled');
  await tick(desk, 'Tell the patron');
  await send(desk, 'Cancel request');
  await expect(dialog).toHaveCount(0);
  await expect(doneLine(panel)).toContainText(/Cancelled[\s\S]*The patron will not be told/);
  await expect(await standOn(panel.getByRole('grid'), 'Ficciones')).toContainText('Cancelled');
  await press(page, 'Delete');
  await reach(dialog.getByRole('radio', { name: 'Cancel it' }));
  await press(page, 'ArrowRight');
  await expect(dialog).toContainText('The request will be gone for good');
  await expectAccessible(page, 'removing a request');
  await send(desk, 'Remove request');
  await expect(dialog).toHaveCount(0);
  await expect(panel.getByText('No requests known here')).toBeVisible();
});

test('an article for a blocked patron: what is missing by name, the block by choice, one found by number', async ({
  desk,
  service,
}) => {
  test.setTimeout(180_000);
  const { page, dialog } = desk;
  await desk.open(blocked.card, blocked.name);
  const panel = await desk.tab('sharing');
  await press(page, 'n');
  await expect(dialog.locator('[aria-label^="Borrowing library: Main Library"]')).toBeVisible();
  await expect(dialog).toContainText('Returned items damaged');
  await choose(page, 'Citation type', 'Article (borrowing)');
  await expect(dialog.locator('[aria-label="Format: Digital"]')).toBeVisible();
  await reach(field(desk, 'Title of the article'));
  await write(page, 'On paper');
  await reach(field(desk, 'Needed by'));
  await write(page, '2026-02-31');
  await send(desk);
  const notice = dialog.getByRole('alert');
  await expect(notice.getByRole('listitem')).toHaveText([
    'Enter the journal, or the article’s number.',
    'Needed by: no such day (year-month-day)',
    'Patron must agree to the copyright terms.',
  ]);
  await expect(field(desk, 'Title of the journal')).toBeFocused();
  await expectAccessible(page, 'a request with three things missing');
  await write(page, 'Annals of the Library');
  await reach(field(desk, 'Needed by'));
  await press(page, 'Control+A');
  await press(page, 'Delete');
  await tick(desk, 'Patron agrees to these terms');
  await send(desk);
  await expect(notice).toContainText('Patron is blocked');
  const again = dialog.getByRole('button', { name: m.sharing_ask_act() });
  await expect(again, 'it would be refused again').toBeDisabled();
  await expect(field(desk, 'Title of the article')).toHaveValue('On paper');
  await reach(dialog.getByRole('checkbox', { name: 'Override blocks for this request' }), 'Shift+Tab');
  await press(page, 'Space');
  await expect(again).toBeEnabled();
  await send(desk);
  await expect(dialog).toHaveCount(0);
  await expect(panel.getByRole('grid').locator('tbody tr[data-key]')).toHaveCount(1);
  expect(await requestOf(desk, service, blocked.card)).toMatchObject({
    title: 'On paper',
    journal_title: 'Annals of the Library',
    citation_type: { value: 'CR' },
    format: { value: 'DIGITAL' },
  });
  await desk.open(code('patronBorrower'), 'נועה לוי');
  const borrowers = await desk.tab('sharing');
  await press(page, 'f');
  await expect(field(desk, 'Request number')).toBeFocused();
  await write(page, 'SAMPLE-BOR-3');
  await press(page, 'Enter');
  await expect(dialog).toHaveCount(0);
  await expect(borrowers.getByTestId('row-details')).toContainText('18.00');
});

test('a purchase: the list by status, a request, and what is too late to cancel', async ({
  desk,
  service,
}) => {
  test.setTimeout(180_000);
  const { page, dialog } = desk;
  await desk.open(rivka.card, rivka.name);
  const panel = await desk.tab('purchases');
  const rows = panel.getByRole('grid').locator('tbody tr[data-key]');
  await expect(rows).toHaveCount(5);
  await expect(page.getByRole('tab', { name: /^Purchases/ })).toHaveText(/Purchases\s*5$/);
  await expectAccessible(page, 'purchase requests');
  await reach(panel.getByRole('radio', { name: 'All' }));
  await press(page, 'ArrowRight');
  await expect(rows).toHaveCount(1);
  await press(page, 'ArrowLeft');
  await expect(rows).toHaveCount(5);
  await standOn(panel.getByRole('grid'), 'Approved');
  await press(page, 'Delete');
  await send(desk, 'Cancel request');
  await expect(dialog.getByRole('alert')).toContainText('Too late to cancel');
  await expect(dialog.getByRole('button', { name: m.purchases_cancel_act() })).toBeDisabled();
  await press(page, 'Escape');
  await expect(dialog).toHaveCount(0);
  await press(page, 'n');
  await expect(field(desk, 'Title')).toBeFocused();
  await expect(dialog.locator('[aria-label="Buying library: Main Library"]')).toBeVisible();
  await send(desk);
  await expect(dialog.getByTestId('field-error')).toHaveText('Enter a title, or an MMS ID.');
  await expect(field(desk, 'Title')).toBeFocused();
  await expectAccessible(page, 'a purchase request without a title');
  await write(page, 'The Shallows');
  await reach(field(desk, 'Author'));
  await write(page, 'Carr');
  await send(desk);
  await expect(dialog).toHaveCount(0);
  await expect(doneLine(panel)).toContainText(/Requested[\s\S]*The Shallows/);
  await expect(rows).toHaveCount(6);
  const { items } = await service.client.call('users.purchaseRequests.list', {
    path: { user_id: rivka.card },
  });
  expect(items.at(-1)).toMatchObject({
    citation_type: { value: 'BOOK' },
    format: { value: 'PHYSICAL' },
    owner: { value: 'MAIN' },
    resource_metadata: { title: 'The Shallows', author: 'Carr' },
  });
  await standOn(panel.getByRole('grid'), 'The Shallows');
  await press(page, 'Delete');
  await send(desk, 'Cancel request');
  await expect(dialog).toHaveCount(0);
  await expect(await standOn(panel.getByRole('grid'), 'The Shallows')).toContainText('Cancelled');
});

import { m } from '../../src/messages/compiled/messages.js';
import { notesOf } from '../../src/service/notes.ts';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { connect, expect, startService, test } from './fixtures.ts';
import { press, reach, write, writeOver } from './keyboard.ts';

const rivka = { card: code('patronGood'), name: 'Rivka Ben-Ami' };
const grace = { card: code('patronNothing'), name: 'Grace Okafor' };

test('what was begun for one patron is there when they come back, for nobody else, and until it is sent or dropped', async ({
  carrel,
  desk,
  service,
}) => {
  test.setTimeout(240_000); // an hour at the desk, in one piece
  const { page, dialog } = desk;
  const panel = page.getByRole('tabpanel');
  const draft = panel.locator('.draft');
  const goOn = draft.getByRole('button', { name: m.lists_draft_go_on() });
  /** Nobody pulls the trigger within a tenth of a second of the last letter: a key that types nothing says so. */
  const pause = (): Promise<void> => press(page, 'End');
  /** The next card is scanned into the dialog, and takes it away. */
  const next = async ({ card, name }: typeof rivka): Promise<void> => {
    await pause();
    await desk.open(card, name);
    await expect(dialog).toHaveCount(0);
  };
  const notes = async () =>
    notesOf(await service.client.call('users.get', { path: { user_id: grace.card } })).map(
      ({ note_text: text }) => text,
    );

  await test.step('a note', async () => {
    await desk.open(grace.card, grace.name);
    await desk.tab('notes');
    await press(page, 'n');
    const text = dialog.getByRole('textbox', { name: 'Note' });
    await expect(text).toBeFocused();
    await write(page, 'Asks for a carrel');
    await press(page, 'Escape');
    await expect(dialog).toHaveCount(0);
    await expect(draft).toContainText('Asks for a carrel');
    await expectAccessible(page, 'a note that was begun');
    await press(page, 'n');
    await expect(text).toHaveValue('Asks for a carrel');
    await press(page, 'End');
    await write(page, ' upstairs');
    await next(rivka);
    await desk.tab('notes');
    await expect(draft).toHaveCount(0);
    await press(page, 'n');
    await expect(text).toHaveValue('');
    await next(grace);
    await desk.tab('notes');
    await reach(goOn);
    await press(page, 'Enter');
    await expect(text).toHaveValue('Asks for a carrel upstairs');

    // Sent while the next card comes: what arrived is no draft any more.
    await service.faults({ operation: 'users.update', fault: 'delay', ms: 3000 });
    await reach(dialog.getByRole('button', { name: /^Add the note/ }));
    await press(page, 'Enter');
    await expect(dialog.getByText(m.lists_waiting())).toBeVisible();
    await next(rivka);
    const strip = page.getByRole('region', { name: m.shell_strip(), exact: true });
    await expect(strip.getByRole('listitem').filter({ hasText: m.notes_add_title() })).toContainText('Done');
    expect(await notes()).toEqual(['Asks for a carrel upstairs']);
    await service.faults();
    await desk.open(grace.card, grace.name);
    await desk.tab('notes');
    await expect(panel).toContainText('Asks for a carrel upstairs');
    await expect(draft).toHaveCount(0);
  });

  await test.step('a request', async () => {
    await desk.tab('requests');
    await press(page, 'h');
    await expect(dialog.getByRole('textbox', { name: 'Barcode' })).toBeFocused();
    await pause();
    await desk.scan(code('itemForHold'));
    await expect(dialog).toContainText('The Master of Go');
    await expect(dialog.getByRole('button', { name: /^Place a hold/ })).toBeFocused();
    await reach(dialog.getByLabel('Comment'), 'Shift+Tab');
    await write(page, 'By Friday');
    // A card is nobody's copy: it goes to the queue, and not into the form.
    await next(rivka);
    await desk.tab('requests');
    await expect(draft).toHaveCount(0);
    await press(page, 'ArrowDown');
    await press(page, 'e');
    await reach(dialog.getByLabel('Comment'));
    await write(page, 'Large print');
    await next(grace);
    await desk.tab('requests');
    await expect(draft).toContainText('The Master of Go');
    await reach(goOn);
    await press(page, 'Enter');
    await expect(dialog.getByLabel('Comment')).toHaveValue('By Friday');
    await expect(dialog.getByRole('button', { name: /^Place a hold/ })).toBeEnabled();
    await press(page, 'Escape');
    await reach(draft.getByRole('button', { name: m.lists_draft_over() }));
    await press(page, 'Enter');
    await expect(draft).toHaveCount(0);

    await next(rivka);
    await desk.tab('requests');
    await expect(draft).toContainText('Wolf Hall');
    await expectAccessible(page, 'an edit of a request that was begun');
    await reach(goOn);
    await press(page, 'Enter');
    await expect(dialog.getByLabel('Comment')).toHaveValue('Large print');
    await reach(dialog.getByRole('button', { name: /^Save/ }));
    await press(page, 'Enter');
    await expect(dialog).toHaveCount(0);
    await expect(panel.locator('.done[role="status"]')).toContainText(/Saved[\s\S]*Wolf Hall/);
    await expect(draft).toHaveCount(0);
  });

  await test.step('a record', async () => {
    await desk.tab('details');
    await press(page, 'e');
    const first = dialog.getByLabel('First name');
    await expect(first).toBeFocused();
    await writeOver(page, 'Rivka Miriam');
    await next(grace);
    await desk.tab('details');
    await expect(draft).toHaveCount(0);
    await press(page, 'e');
    await expect(first).toHaveValue('Grace');
    await next(rivka);
    await desk.tab('details');
    await expect(draft).toContainText('Rivka Miriam');
    await press(page, 'e');
    await expect(first).toHaveValue('Rivka Miriam');
    await expect(dialog).toContainText(m.lists_draft_again());
    await expectAccessible(page, 'a record that is gone on with');
    await reach(dialog.getByRole('button', { name: m.lists_draft_over() }), 'Shift+Tab');
    await press(page, 'Enter');
    await expect(first).toHaveValue('Rivka');
    await expect(first).toBeFocused();
    await writeOver(page, 'R.');
    await press(page, 'Escape');
    await expect(dialog).toHaveCount(0);
    await expect(draft).toBeVisible();
  });

  await test.step('another service has other patrons, and nothing of these', async () => {
    const other = await startService();
    try {
      await connect(carrel, other);
      await desk.open(rivka.card, rivka.name);
      await desk.tab('details');
      await expect(panel).toContainText('Rivka');
      await expect(draft).toHaveCount(0);
    } finally {
      await connect(carrel, service);
      await other.close();
    }
  });
});

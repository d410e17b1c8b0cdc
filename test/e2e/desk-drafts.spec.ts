import type { Page } from 'playwright';
import { m } from '../../src/messages/compiled/messages.js';
import { notesOf } from '../../src/service/notes.ts';
import { arrayOf, codeOf } from '../../src/service/read.ts';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { doneLine, draftLine, type Desk } from './desk.ts';
import { connect, expect, startService, test } from './fixtures.ts';
import { choose, press, reach, standOn, write, writeOver } from './keyboard.ts';

const rivka = { card: code('patronGood'), name: 'Rivka Ben-Ami' };
const grace = { card: code('patronNothing'), name: 'Grace Okafor' };

/** Nobody pulls the trigger within a tenth of a second of the last letter: a key that types nothing says so. */
const pause = (page: Page): Promise<void> => press(page, 'End');

/** The next card, also from within a dialog. */
async function next(desk: Desk, { card, name }: typeof rivka): Promise<void> {
  await pause(desk.page);
  await desk.open(card, name);
  await expect(desk.dialog).toHaveCount(0);
}

test('what was begun for one patron is there when they come back, for nobody else, and until it is sent or dropped', async ({
  carrel,
  desk,
  service,
}) => {
  test.setTimeout(2_160_000); // an hour at the desk, in one piece
  const { page, dialog } = desk;
  const panel = page.getByRole('tabpanel');
  const draft = draftLine(panel);
  const goOn = draft.getByRole('button', { name: m.lists_draft_go_on() });
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
    await next(desk, rivka);
    await desk.tab('notes');
    await expect(draft).toHaveCount(0);
    await press(page, 'n');
    await expect(text).toHaveValue('');
    await next(desk, grace);
    await desk.tab('notes');
    await reach(goOn);
    await press(page, 'Enter');
    await expect(text).toHaveValue('Asks for a carrel upstairs');

    // Sent while the next card comes: what arrived is no draft any more.
    await service.faults({ operation: 'users.update', fault: 'delay', ms: 3000 });
    await reach(dialog.getByRole('button', { name: /^Add the note/ }));
    await press(page, 'Enter');
    await expect(dialog.getByText(m.lists_waiting())).toBeVisible();
    await next(desk, rivka);
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
    await pause(page);
    await desk.scan(code('itemForHold'));
    await expect(dialog).toContainText('The Master of Go');
    await expect(dialog.getByRole('button', { name: /^Place a hold/ })).toBeFocused();
    await reach(dialog.getByLabel('Comment'), 'Shift+Tab');
    await write(page, 'By Friday');
    // A card is nobody's copy: it goes to the queue, and not into the form.
    await next(desk, rivka);
    await desk.tab('requests');
    await expect(draft).toHaveCount(0);
    await press(page, 'ArrowDown');
    await press(page, 'e');
    await reach(dialog.getByLabel('Comment'));
    await write(page, 'Large print');
    await next(desk, grace);
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

    await next(desk, rivka);
    await desk.tab('requests');
    await expect(draft).toContainText('Wolf Hall');
    await expectAccessible(page, 'an edit of a request that was begun');
    await reach(goOn);
    await press(page, 'Enter');
    await expect(dialog.getByLabel('Comment')).toHaveValue('Large print');
    await reach(dialog.getByRole('button', { name: /^Save/ }));
    await press(page, 'Enter');
    await expect(dialog).toHaveCount(0);
    await expect(doneLine(panel)).toContainText(/Saved[\s\S]*Wolf Hall/);
    await expect(draft).toHaveCount(0);
  });

  await test.step('a record', async () => {
    await desk.tab('details');
    await press(page, 'e');
    const first = dialog.getByLabel('First name');
    await expect(first).toBeFocused();
    await writeOver(page, 'Rivka Miriam');
    await next(desk, grace);
    await desk.tab('details');
    await expect(draft).toHaveCount(0);
    await press(page, 'e');
    await expect(first).toHaveValue('Grace');
    await next(desk, rivka);
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

test('what was written about one fee, one charge or one request is there for that one alone, until it is sent', async ({
  carrel,
  desk,
  service,
}) => {
  test.setTimeout(2_160_000);
  const { page, dialog } = desk;
  const panel = page.getByRole('tabpanel');
  const table = panel.getByRole('grid');
  const draft = draftLine(panel);
  const comment = dialog.getByLabel('Comment');
  const amount = dialog.getByLabel('Amount to waive');
  /** Opens what a key does to the fee of this amount. */
  const ask = async (key: string, fee: string): Promise<void> => {
    await standOn(table, fee);
    await press(page, key);
    await dialog.waitFor();
  };
  const away = async (): Promise<void> => {
    await press(page, 'Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  };
  const waive = async (word: string): Promise<void> => {
    await reach(comment);
    await press(page, 'Enter');
    await expect(dialog.getByRole('button', { name: word })).toBeFocused();
    await press(page, 'Enter');
  };
  /** What was done to Rivka's fees, and why. */
  const done = async () => {
    const path = { user_id: rivka.card };
    const fees = [];
    for (const status of ['ACTIVE', 'INDISPUTE'])
      fees.push(...(await service.client.call('users.fees.list', { path, query: { status } })).items);
    return fees.flatMap((fee) =>
      arrayOf(fee.transaction).map((entry) => [codeOf(entry.type), Number(entry.amount), entry.comment]),
    );
  };

  await test.step('a waiver, and a dispute of the same fee', async () => {
    await desk.open(rivka.card, rivka.name);
    await desk.tab('fees');
    await ask('w', '4.50');
    await choose(page, 'Reason', 'Goodwill');
    await reach(amount);
    await write(page, '1.50');
    await reach(comment);
    await write(page, 'The drop box was shut');
    await away();
    await ask('d', '4.50');
    await expect(comment).toHaveValue('');
    await write(page, 'Says it was returned');
    await next(desk, grace);
    await next(desk, rivka);
    await desk.tab('fees');
    for (const key of ['w', 'd']) {
      await ask(key, '8.00');
      await expect(comment).toHaveValue('');
      await expect(dialog).not.toContainText(m.lists_draft_again());
      await away();
    }
    await ask('d', '4.50');
    await expect(comment).toHaveValue('Says it was returned');
    await expect(dialog).toContainText(m.lists_draft_again());
    await reach(comment);
    await writeOver(page, ' ');
    await away();
    await ask('d', '4.50');
    await expect(dialog).not.toContainText(m.lists_draft_again());
    await away();

    await ask('w', '4.50');
    await expect(comment).toHaveValue('The drop box was shut');
    await expect(dialog).toContainText(m.lists_draft_again());
    await expect(dialog).toContainText('Goodwill');
    // The part of it too: without that, the whole would be waived.
    await expect(amount).toHaveValue('1.50');
    await expectAccessible(page, 'a waiver that is gone on with');
    await service.faults({ operation: 'users.fees.waive', fault: 'delay', ms: 3000 });
    await waive('Waive ₪1.50');
    await expect(dialog.getByText(m.lists_waiting())).toBeVisible();
    await next(desk, grace);
    expect(await done()).toEqual([['WAIVE', 1.5, 'The drop box was shut']]);
    await service.faults();
    await next(desk, rivka);
    await desk.tab('fees');
    await ask('w', '3.00');
    await expect(comment).toHaveValue('');
    await expect(amount).toHaveValue('');
    await expect(dialog).not.toContainText(m.lists_draft_again());
    await away();
  });

  await test.step('sent, and nobody knows whether it arrived', async () => {
    await ask('w', '8.00');
    await choose(page, 'Reason', 'Goodwill');
    await reach(amount);
    await write(page, '2.00');
    await reach(comment);
    await write(page, 'Ill in May');
    await service.faults(
      { operation: 'users.fees.waive', fault: 'drop-after' },
      { operation: 'users.fees.get', fault: 'html', after: 1 },
    );
    await waive('Waive ₪2.00');
    await expect(dialog.getByRole('alert')).toContainText('No answer: it may have gone through', {
      timeout: 60_000,
    });
    await away();
    await ask('w', '6.00');
    await expect(comment).toHaveValue('Ill in May');
    await expect(dialog).toContainText(m.lists_draft_unclear());
    await expectAccessible(page, 'a waiver that was sent perhaps');
    await away();
    // Nothing is found before somebody has it looked for: the program looks by itself, too.
    await reach(page.getByRole('button', { name: /1 not confirmed/ }));
    await press(page, 'Enter');
    const list = page.getByRole('region', { name: /1 not confirmed/ });
    await reach(list.getByRole('button', { name: 'Check again' }));
    await service.faults();
    await press(page, 'Enter');
    await expect(list).toHaveCount(0);
  });

  await test.step('a fee that is charged', async () => {
    await reach(table.locator('tbody tr[tabindex="0"]'));
    await press(page, 'n');
    const sum = dialog.getByLabel('Amount', { exact: true });
    await choose(page, 'Fee type', 'Other');
    await reach(sum);
    await write(page, '7.25');
    await reach(comment);
    await write(page, 'Locker key');
    await away();
    await expect(draft).toContainText('₪7.25 · Locker key');
    await expectAccessible(page, 'a fee that was begun');
    await next(desk, grace);
    await desk.tab('fees');
    await expect(draft).toHaveCount(0);
    await press(page, 'n');
    await expect(sum).toHaveValue('');
    await next(desk, rivka);
    await desk.tab('fees');
    await reach(draft.getByRole('button', { name: m.lists_draft_go_on() }));
    await press(page, 'Enter');
    await expect(dialog).toContainText(m.lists_draft_again());
    await expect(sum).toHaveValue('7.25');
    await reach(comment);
    await expect(comment).toHaveValue('Locker key');
    // Whom the fee is owed to is read a moment later.
    await expect(dialog).toContainText('Main Library');
    await press(page, 'Enter');
    await expect(dialog.getByRole('button', { name: /₪7\.25/ })).toBeFocused();
    await press(page, 'Enter');
    await expect(dialog).toHaveCount(0);
    await expect(table).toContainText('7.25');
    await expect(draft).toHaveCount(0);
    await ask('n', '7.25');
    await expect(sum).toHaveValue('');
    await expect(comment).toHaveValue('');
    await away();
  });

  await test.step('why a request is cancelled', async () => {
    const note = dialog.getByLabel('Note');
    await press(page, 'Alt+c');
    await expect(dialog).toContainText('Wolf Hall');
    await reach(note);
    await write(page, 'Found it at home');
    await next(desk, grace);
    await next(desk, rivka);
    await press(page, 'Alt+c');
    await expect(dialog).toContainText('Wolf Hall');
    await expect(note).toHaveValue('Found it at home');
    await expect(dialog).toContainText(m.lists_draft_again());
    // Refused for want of a reason: still a draft.
    await reach(note);
    await press(page, 'Enter');
    await expect(dialog.getByRole('button', { name: 'Cancel the request' })).toBeFocused();
    await press(page, 'Enter');
    await expect(dialog.getByTestId('field-error')).toBeVisible();
    await away();
    await press(page, 'Alt+c');
    await expect(note).toHaveValue('Found it at home');
  });

  await test.step('another service has other patrons, and nothing of these', async () => {
    const other = await startService();
    try {
      await away();
      await connect(carrel, other);
      await desk.open(rivka.card, rivka.name);
      await press(page, 'Alt+c');
      await expect(dialog).toContainText('Wolf Hall');
      await expect(dialog.getByLabel('Note')).toHaveValue('');
      await away();
    } finally {
      await connect(carrel, service);
      await other.close();
    }
  });
});

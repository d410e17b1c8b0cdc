import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { press, write } from './keyboard.ts';
import { Receiving } from './receiving.ts';
import { Scanner } from './scanner.ts';

/** A code that no library prints, what its row shows of it, and the sentence. */
const codes = [
  ['a slash', '12/34', '12/34', 'No such patron'],
  ['a query operator', 'last_name~1', 'last_name~1', 'No such patron'],
  ['an emoji', '1234😀', '1234😀', 'No such patron'],
  ['percent signs', '100%2F', '100%2F', 'No such patron'],
  ['marks of direction', '\u200f\u202b9912345\u202c\u200e', '9912345', 'No such patron'],
  ['a path', '../../etc1', '../../etc1', 'No such patron'],
  ['markup', '<b>1</b>', '<b>1</b>', 'No such patron'],
  ['a misread card', '21234000001017', '21234000001017', 'Misread: wrong check digit'],
  ['a misread item', '31234000001015', '31234000001015', 'Misread: wrong check digit'],
  ['an order line', 'POL-1001', 'POL-1001', 'Order line, not a book'],
] as const;

test.describe('typed or scanned in, it is refused in a clear sentence and stays in sight', () => {
  test('one code after the other, and the desk goes on', async ({ desk }) => {
    const scanner = await Scanner.for(desk.page);
    const row = desk.rows.first();
    for (const [what, text, shown, sentence] of codes) {
      await test.step(what, async () => {
        await scanner.scan(text);
        await expect(row.getByTestId('scan-what')).toHaveText(shown);
        await expect(row).toContainText(sentence);
        await expect(desk.box).toHaveValue('');
      });
    }
    await expect(desk.rows).toHaveCount(codes.length);
    await desk.open(code('patronNothing'), 'Grace Okafor');
    await desk.scanned(code('itemFree1'), 'Lent', 'The Overstory');
  });

  test('an order line is opened in Receiving by the key to it, once', async ({ carrel, desk }) => {
    const room = new Receiving(desk.page);
    await desk.scan('POL-1001');
    await expect(desk.stage).toContainText('Open it in Receiving: Alt+2.');
    await room.go();
    await expect(room.heading).toHaveText('Atlas of the Night Sky');
    // It is shown, and is no scan of that room.
    await expect(room.rows).toHaveCount(0);
    await press(desk.page, 'Alt+1');
    await expect(desk.rows).toHaveCount(1);
    await room.go();
    // Whatever was asked for by coming here has been answered once this is.
    await room.open('POL-1002', 'A Field Guide to Paper');
    await expect(room.rows).toHaveCount(1);
    await press(desk.page, 'F10');
    await expect(room.rows).toHaveCount(0);
    expect(await carrel.ask('receiving.close', {})).toMatchObject({ ok: true });
    await press(desk.page, 'Alt+1');
    await desk.open(code('patronNothing'), 'Grace Okafor');
  });

  test('nothing at all: nothing happens', async ({ desk }) => {
    await press(desk.page, 'Enter');
    await write(desk.page, '    ');
    await press(desk.page, 'Enter');
    await expect(desk.box).toBeFocused();
    await expect(desk.rows).toHaveCount(0);
    await expect(desk.page.getByRole('alert')).toHaveCount(0);
    await press(desk.page, 'Escape');
    await desk.open(code('patronNothing'), 'Grace Okafor');
  });

  test('control characters, pasted in', async ({ desk, carrel }) => {
    // What an input takes in is what a person can paste; the rest comes from a scanner by way of main.
    await carrel.ask('scans.submit', {
      id: crypto.randomUUID(),
      room: 'desk',
      text: '3123\u0000\u001d456',
      mode: 'auto',
      via: 'scanner',
    });
    const row = desk.rows.first();
    await expect(row).toContainText('Can’t be read as a whole');
    await expect(row.getByTestId('scan-what')).toHaveText('3123␀␝456');
    await desk.open(code('patronNothing'), 'Grace Okafor');
  });

  test('four thousand characters', async ({ desk }) => {
    test.setTimeout(540_000);
    await desk.page.keyboard.insertText('9'.repeat(4000));
    await press(desk.page, 'Enter');
    const row = desk.rows.first();
    await expect(row).toContainText('Scan: too long');
    await expect(row.getByTestId('scan-what')).toHaveText('9'.repeat(200));
    await expect(desk.box).toHaveValue('');
    await expectAccessible(desk.page, 'a scan of four thousand characters');
    const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await desk.page.evaluate(overflow)).toBe(0);
    await desk.open(code('patronNothing'), 'Grace Okafor');
  });

  test('four thousand characters to search for', async ({ desk }) => {
    await press(desk.page, 'F4');
    await desk.page.keyboard.insertText('ab '.repeat(1333));
    await expect(desk.page.getByRole('alert')).toContainText('too long');
    await press(desk.page, 'Escape');
    await desk.open(code('patronNothing'), 'Grace Okafor');
  });
});

test.describe('a card for a book, and a book for a card', () => {
  test('a card while items are scanned opens that patron: what follows is theirs', async ({
    desk,
    service,
  }) => {
    await desk.open(code('patronGood'), 'Rivka Ben-Ami');
    await desk.scanned(code('itemFree1'), 'Lent', 'The Overstory');
    await desk.open(code('patronNothing'), 'Grace Okafor');
    await desk.scanned(code('itemFree2'), 'Lent', 'Invisible Cities');
    const { items } = await service.client.call('users.loans.list', {
      path: { user_id: code('patronNothing') },
    });
    expect(items.map((loan) => loan.title)).toEqual(['Invisible Cities']);
  });

  test('a book with nobody at the desk is returned, and lent to nobody', async ({ desk }) => {
    await desk.scanned(code('itemOnLoan'), 'Returned', 'The Remains of the Day');
    await expect(desk.page.getByText('1 returned', { exact: true })).toBeVisible();
  });

  test('a card while items are returned (F2) still opens the patron', async ({ desk }) => {
    await press(desk.page, 'F2');
    await desk.scan(code('patronGood'));
    await expect(desk.heading).toHaveText('Rivka Ben-Ami');
  });

  test('a card where a request asks for a book is no book; the book in the hand, scanned, is', async ({
    desk,
  }) => {
    const scanner = await Scanner.for(desk.page);
    await desk.open(code('patronNothing'), 'Grace Okafor');
    await desk.tab('requests');
    await press(desk.page, 'h');
    const field = desk.dialog.getByRole('textbox', { name: 'Barcode' });
    await expect(field).toBeFocused();
    await write(desk.page, code('patronGood'));
    await press(desk.page, 'Enter');
    await expect(desk.dialog.getByRole('alert')).toContainText('No item with this barcode');
    await scanner.scan(code('itemFree1'));
    await expect(field).toHaveValue(code('itemFree1'));
    await expect(desk.dialog).toContainText('The Overstory');
    await press(desk.page, 'Escape');
    await desk.dialog.waitFor({ state: 'detached' });
    // Only the card was scanned into the session: the book was asked about, and not lent.
    await expect(desk.scans).toHaveCount(1);
  });
});

test('of a long session the newest stand there, and the earlier ones come as one scrolls to them', async ({
  desk,
  carrel,
}) => {
  const scans = 120;
  for (let number = 0; number < scans; number += 1) {
    await carrel.ask('scans.submit', {
      id: crypto.randomUUID(),
      room: 'desk',
      text: '31234000001015', // misread: refused without asking the service
      mode: 'auto',
      via: 'scanner',
    });
  }
  await expect(desk.rows.first()).toContainText(String(scans));
  // A pane full and some, and the line that says how many are not drawn.
  const earlier = desk.page.getByText(/^\d+ earlier$/);
  await expect(earlier).toHaveCount(1);
  const drawn = await desk.rows.count();
  expect(drawn).toBeLessThan(40);
  await expect(earlier).toHaveText(`${scans - drawn} earlier`);
  await expectAccessible(desk.page, 'a long session');
  await desk.drawn(scans);
  // The key scrolls to where the end is at that moment: rows that are still being laid out are below it.
  await expect(async () => {
    await press(desk.page, 'End');
    await expect(desk.rows.last()).toBeInViewport({ timeout: 1000 });
  }).toPass();
  await expect(desk.rows.last()).toContainText('31234000001015');
});

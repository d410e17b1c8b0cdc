import { expect } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { barcodeOf } from '../../src/server/sample/barcode.ts';
import { sampleCode } from '../../src/service/samples.ts';
import { choose, oneLine, press, reach, read, writeOver } from '../e2e/keyboard.ts';
import { Receiving } from '../e2e/receiving.ts';
import type { Flow } from './stage.ts';

/** Flow 6: the trolley is received. */
export const receiving: Flow = {
  number: 6,
  title: 'A trolley is received',
  play: async (stage) => {
    const { page } = await stage.open();
    const room = new Receiving(page);
    await room.go();
    const count = room.order.getByTestId('count');

    await stage.step('scanned an order line', async () => {
      await room.open(sampleCode('polSeveral'), 'Atlas of the Night Sky');
      await expect(room.items).toHaveCount(3);
      return `${await read(room.order.locator('header'))} · ${await read(count)}`;
    });
    await stage.step('received its first item (F3)', async () => {
      await press(page, 'F3');
      const row = room.row(m.receiving_word_received());
      await row.waitFor();
      await expect(count).toContainText(/^\s*1/);
      return `${await read(row)} · ${await read(count)}`;
    });
    await stage.step('chose another day and another department (Alt+D)', async () => {
      const form = page.getByRole('form', { name: m.receiving_changing() });
      await press(page, 'Alt+d');
      await reach(form.getByLabel(m.receiving_date()));
      await writeOver(page, new Date(Date.now() - 86_400_000).toISOString().slice(0, 10));
      await choose(page, m.receiving_department(), 'Cataloging');
      const keep = room.order.getByRole('button', { name: m.receiving_keep({ department: 'Cataloging' }) });
      await keep.waitFor();
      return `${await read(page.locator('details.settings > summary'))} · ${await read(keep)}`;
    });
    await stage.step('received the next item so (F3)', async () => {
      await press(page, 'F3');
      const row = room.row(m.receiving_word_received(), 'Cataloging');
      await row.waitFor();
      await expect(count).toContainText(/^\s*2/);
      return `${await read(row)} · ${oneLine((await room.items.allInnerTexts()).join(' | '))}`;
    });
    await stage.step('scanned the book that was received first', async () => {
      await room.scan(sampleCode('itemOrdered'));
      const item = room.items.filter({ hasText: m.receiving_item_scanned() });
      await expect(item).toContainText(sampleCode('itemOrdered'));
      return `${await read(item)} · ${await read(room.order.getByTestId('why'))}`;
    });
    await stage.step('scanned an order line whose item has no barcode', async () => {
      await room.open(sampleCode('polNoBarcode'), 'A Field Guide to Paper');
      await expect(room.items).toContainText(m.receiving_item_no_barcode());
      return read(room.items);
    });
    const label = barcodeOf('item', 9_000_001);
    await stage.step('gave it one: Ctrl+B, and scanned the label', async () => {
      await press(page, 'Control+B');
      await expect(room.order.getByLabel(/^Barcode for/)).toBeFocused();
      await room.scan(label);
      const row = room.row(m.receiving_word_barcode());
      await row.waitFor();
      await expect(room.items).toContainText(label);
      return read(row);
    });
    await stage.step('received it (F3)', async () => {
      await press(page, 'F3');
      const row = room.row(m.receiving_word_received(), 'A Field Guide to Paper');
      await row.waitFor();
      return read(row);
    });
    await stage.step('scanned an order line that somebody waits for', async () => {
      await room.open(sampleCode('polInterested'), 'Histoire de la reliure');
      const waiting = room.order.getByTestId('interested');
      await expect(waiting.getByRole('listitem')).toHaveCount(2);
      return read(waiting);
    });
    await stage.step('tried to receive what was received already', async () => {
      await room.open(sampleCode('polReceived'), 'ספרי המסע של בנימין');
      await press(page, 'F3');
      const why = room.order.getByTestId('why');
      await expect(why).toContainText(/^\s*Already received/);
      return read(why);
    });
    await stage.step('ended the trolley (F10)', async () => {
      await press(page, 'F10');
      const ended = page.getByRole('region', { name: m.receiving_trolley() }).last();
      await expect(ended).toContainText(m.receiving_ended());
      return read(ended);
    });
  },
};

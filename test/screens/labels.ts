import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { commonStock } from '../../src/shared/label-stock.ts';
import { choose, press, reach, writeOver } from '../e2e/keyboard.ts';
import { Paper } from '../e2e/paper.ts';
import { Receiving } from '../e2e/receiving.ts';
import { SettingsRoom } from '../e2e/settings.ts';
import { withFaults } from '../e2e/with-faults.ts';
import type { Camera } from './camera.ts';

/** What is printed in the receiving room: labels that wait, their stock in the settings, and the slips of that room. */
export async function labels(open: typeof Camera.open): Promise<void> {
  await using camera = await open('labels', { env: withFaults });
  const { page } = camera.carrel;
  const paper = await Paper.beside(camera.carrel.app);
  await camera.carrel.ask('labels.change', { printer: { at: 'system' } });
  const room = new Receiving(page);
  await room.go();
  await room.open(code('polSeveral'), 'Atlas of the Night Sky');
  await press(page, 'Alt+L');
  const row = room.order.getByRole('group', { name: m.labels_row() });
  await row.getByText(m.labels_waiting({ count: 2, shown: '2' })).waitFor();
  await camera.take('wait', { whole: true, low: true });
  await room.open(code('polReceived'), 'ספרי המסע של בנימין');
  await press(page, 'Alt+L');
  await row.getByText(m.labels_waiting({ count: 4, shown: '4' })).waitFor();
  await room.open(code('polNoBarcode'), 'A Field Guide to Paper');
  await press(page, 'Alt+L');
  await row.getByText(m.labels_waiting({ count: 5, shown: '5' })).waitFor();
  await camera.over('Alt+Shift+L', 'the list', { whole: true, low: true });
  await paper.breaks('Out of labels');
  await press(page, 'Alt+Shift+L');
  await reach(page.getByRole('button', { name: m.labels_print() }));
  await press(page, 'Enter');
  await page.getByRole('dialog').getByRole('alert').waitFor();
  await camera.take('not printed');
  await camera.close();
  await camera.take('not printed and the list closed');

  const settings = new SettingsRoom(page);
  await settings.go(m.labels_settings());
  await camera.carrel.ask('labels.change', { next: 6 });
  await camera.take('the layout', { whole: true, low: true });
  await reach(page.getByRole('textbox', { name: m.labels_columns(), exact: true }));
  await writeOver(page, '4');
  await press(page, 'Tab');
  await page.getByTestId('field-error').first().waitFor();
  await camera.take('a layout that does not fit');
  await choose(page, m.labels_stock(), m.labels_stock_letter_30());
  await camera.take('letter');
  await camera.carrel.ask('labels.change', { stock: commonStock.roll });
  await camera.take('a roll');
  await settings.open(m.slips_settings());
  for (const kind of [m.slips_kind_route(), m.slips_kind_work_order(), m.slips_kind_claim()]) {
    await choose(page, m.slips_kind(), kind);
    const preview = page.getByRole('group', { name: m.slips_preview_of({ slip: kind }) });
    await camera.take(kind.toLowerCase(), { at: preview });
  }
}

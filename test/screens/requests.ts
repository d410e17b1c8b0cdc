import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { press, reach, standOn, write } from '../e2e/keyboard.ts';
import { practiceLibrary, withFaults } from '../e2e/with-faults.ts';
import type { Camera } from './camera.ts';

/** The patron's requests: listed, placed, edited, moved on and cancelled. */
export async function requests(open: typeof Camera.open): Promise<void> {
  await using camera = await open('requests', { env: withFaults });
  const { carrel, desk } = camera;
  const { page } = carrel;
  await desk.open(code('patronBorrower'), 'נועה לוי');
  const panel = await desk.tab('requests');
  const table = panel.getByRole('grid', { name: m.requests_label() });
  await standOn(table, 'Encyclopedia of Library Science');
  await camera.take('active', { whole: true });
  await press(page, 'Enter');
  await panel.getByTestId('row-details').waitFor();
  await camera.take('one in full', { whole: true });
  await camera.over('n', 'next step');
  await camera.over('Delete', 'cancel');
  await camera.over('Alt+c', 'cancel which one');
  // A key of the desk leaves whoever pressed it at the scan box.
  await standOn(table, 'Encyclopedia of Library Science');
  await camera.over('e', 'edit', { whole: true });
  await reach(panel.getByRole('radio', { name: m.requests_shown_active(), exact: true }), 'Shift+Tab');
  await press(page, 'ArrowRight');
  await table.getByText(m.requests_status_cancelled()).first().waitFor();
  await camera.take('history');

  await press(page, 'h');
  await camera.settled();
  await camera.take('new');
  const type = desk.dialog.getByRole('radio', { name: m.requests_type_hold(), exact: true });
  await reach(type, 'Shift+Tab');
  await press(page, 'ArrowRight');
  await camera.take('new booking');
  await press(page, 'ArrowLeft');
  await press(page, 'ArrowLeft');
  await reach(desk.dialog.getByRole('radio', { name: m.requests_extent_whole() }));
  await press(page, 'ArrowRight');
  await camera.take('new digitization of a part', { whole: true });
  await reach(
    desk.dialog.getByRole('radio', { name: m.requests_type_digitization(), exact: true }),
    'Shift+Tab',
  );
  await press(page, 'ArrowRight');
  await reach(desk.dialog.getByRole('textbox', { name: m.requests_barcode() }));
  await write(page, code('itemHoldHere'));
  await press(page, 'Enter');
  await desk.dialog.getByText('Wolf Hall').first().waitFor();
  await camera.take('new hold with its item', { whole: true });
  await camera.close();

  await desk.open(code('patronGood'), 'Rivka Ben-Ami');
  await desk.tab('requests');
  await standOn(table, 'Wolf Hall');
  await press(page, 'h');
  await desk.dialog.getByRole('textbox', { name: m.requests_barcode() }).waitFor();
  await desk.scan(code('itemHoldHere'));
  await desk.dialog.getByText('Wolf Hall').first().waitFor();
  await press(page, 'Enter');
  await desk.dialog.getByRole('alert').waitFor();
  await camera.take('refused');
  await camera.close();
  await press(page, 'e');
  await reach(desk.dialog.getByLabel(m.requests_comment()));
  await write(page, 'Large print');
  const library = await practiceLibrary(carrel);
  const path = { user_id: code('patronGood') };
  const [before] = (await library.call('users.requests.list', { path })).items;
  await library.call('users.requests.update', {
    path: { ...path, request_id: String(before?.request_id) },
    body: { ...before, comment: 'By another desk', last_interest_date: '2099-06-01Z' },
  });
  await press(page, 'Enter');
  await desk.dialog.getByRole('alert').waitFor();
  await camera.take('changed meanwhile', { whole: true });
  await camera.close();
}

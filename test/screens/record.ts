import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import type { NewUser } from '../../src/service/shapes/user.ts';
import { press, reach, write, writeOver } from '../e2e/keyboard.ts';
import { practiceLibrary, withFaults } from '../e2e/with-faults.ts';
import type { Camera } from './camera.ts';

const card = code('patronGood');

/** A patron's record: read, begun, edited by two at once, and to be deleted. */
export async function record(open: typeof Camera.open): Promise<void> {
  await using camera = await open('record', { env: withFaults });
  const { carrel, desk } = camera;
  const { page } = carrel;
  const { dialog } = desk;
  await press(page, 'Shift+F4');
  await camera.settled();
  await camera.take('new', { whole: true });
  await camera.take('new to its end', { at: dialog.getByRole('group').last() });
  await reach(dialog.getByLabel(m.patrons_field_primary_id()));
  await write(page, card);
  await press(page, 'Enter');
  await dialog.getByRole('alert').or(dialog.getByTestId('field-error')).first().waitFor();
  await camera.take('with things missing');
  await press(page, 'Escape');
  await dialog.waitFor({ state: 'detached' });
  await camera.take('begun and left');

  await desk.open(card, 'Rivka Ben-Ami');
  await desk.tab('details');
  await camera.take('details', { whole: true });
  await press(page, 'Delete');
  await camera.settled();
  await reach(dialog.getByRole('button', { name: m.patrons_delete_act() }));
  await press(page, 'Enter');
  await dialog.getByRole('alert').waitFor();
  await camera.take('delete refused', { whole: true });
  await camera.close();

  await press(page, 'e');
  await camera.settled();
  await dialog.getByLabel(m.patrons_field_last_name()).waitFor();
  await camera.take('edit', { whole: true });
  const library = await practiceLibrary(carrel);
  const path = { user_id: card };
  const user = await library.call('users.get', { path });
  await library.call('users.update', {
    path,
    body: {
      ...user,
      last_name: 'Elsewhere',
      expiry_date: '2031-04-05Z',
      of_another: 'kept',
    } as NewUser,
  });
  await reach(dialog.getByLabel(m.patrons_field_last_name()));
  await writeOver(page, 'Ben-Ami Levi');
  await press(page, 'Enter');
  await dialog.getByRole('table').waitFor();
  await camera.take('two versions side by side', { whole: true });
  await press(page, 'Escape');
  await dialog.waitFor({ state: 'detached' });
  await camera.take('details, an edit begun');

  await desk.open(code('patronNothing'), 'Grace Okafor');
  await desk.tab('details');
  await camera.over('Delete', 'delete');
}

import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { choose, press, reach, standOn, write } from '../e2e/keyboard.ts';
import { withFaults, setFaults } from '../e2e/with-faults.ts';
import type { Camera } from './camera.ts';

/** What a patron owes, pays and leaves, and what the window took. */
export async function money(open: typeof Camera.open): Promise<void> {
  await using camera = await open('money', { env: withFaults });
  const { carrel, desk } = camera;
  const { page } = carrel;
  const done = desk.stage;
  await camera.over('Alt+t', 'takings of nothing');
  await desk.open(code('patronGood'), 'Rivka Ben-Ami');
  const fees = await desk.tab('fees');
  const list = fees.getByRole('grid', { name: m.fees_label() });
  await standOn(list, '8.00');
  await camera.take('fees', { whole: true });
  await camera.over('p', 'pay a fee', { whole: true });
  await camera.over('s', 'pay a sum');
  await camera.over('w', 'waive');
  await camera.over('d', 'dispute');
  await camera.over('n', 'add a fee', { whole: true });
  await press(page, 'Alt+Shift+P');
  await camera.settled();
  await write(page, '10');
  await camera.take('pay all and too little was taken');
  await camera.close();
  await standOn(list, '8.00');
  await press(page, 's');
  await desk.dialog.waitFor();
  await write(page, '10');
  await press(page, 'Enter');
  await desk.dialog.getByRole('table').waitFor();
  await camera.take('the split', { whole: true });
  await camera.close();
  await press(page, 'Alt+P');
  await camera.settled();
  await write(page, '2');
  await press(page, 'Enter');
  await done.waitFor();
  await camera.take('paid in part');
  await standOn(list, '6.00');
  if ((await fees.getByTestId('row-details').count()) === 0) await press(page, 'Enter');
  await fees.getByTestId('row-details').waitFor();
  await camera.take('what was paid');

  const deposits = await desk.tab('deposits');
  await camera.take('no deposits', { whole: true });
  await press(page, 'n');
  await camera.settled();
  await choose(page, m.deposits_profile(), 'Locker deposit');
  await camera.take('note a deposit');
  await reach(desk.dialog.getByRole('button', { name: /20\.00/ }));
  await press(page, 'Enter');
  await done.waitFor();
  await standOn(deposits.getByRole('grid', { name: m.deposits_label() }), 'Locker deposit');
  await camera.take('a deposit', { whole: true });
  await camera.over('p', 'take a deposit');
  await press(page, 'p');
  await camera.settled();
  await press(page, 'Enter');
  await desk.dialog.waitFor({ state: 'detached' });
  await deposits.getByRole('button', { name: /^Refund/, disabled: false }).waitFor();
  await camera.over('r', 'give a deposit back');
  await camera.over('o', 'another operation');
  await standOn(deposits.getByRole('grid', { name: m.deposits_label() }), 'Locker deposit');
  await press(page, 'Enter');
  await deposits.getByTestId('row-details').waitFor();
  await camera.take('what was done with a deposit');
  await camera.over('Alt+t', 'takings', { whole: true });

  await desk.tab('fees');
  await standOn(list, '4.50');
  await press(page, 'p');
  await camera.settled();
  await setFaults(
    carrel,
    { fault: 'drop-before', operation: 'users.fees.pay' },
    { fault: 'html', operation: 'users.fees.get', after: 1 },
  );
  await press(page, 'Enter');
  await desk.dialog.getByRole('alert').waitFor({ timeout: 60_000 });
  await camera.take('not known whether it was paid');
  await camera.close();
  await standOn(list, '4.50');
  await press(page, 'p');
  await camera.settled();
  await press(page, 'Enter');
  await desk.dialog.getByRole('alert').waitFor();
  await camera.take('paid again while that is not known');
  await camera.close();
  await reach(page.getByRole('button', { name: /not confirmed/ }));
  await press(page, 'Enter');
  await camera.take('the unclear list', { whole: true });
  await reach(page.getByRole('button', { name: m.desk_did_not_happen() }));
  await press(page, 'Enter');
  await page.getByRole('alertdialog').waitFor();
  await camera.take('asked whether it happened');
  await camera.close();
  await setFaults(carrel);
  // Somebody else pays with a banknote that is too large.
  await desk.open(code('patronOwing'), 'Γιώργος Παπαδόπουλος');
  await press(page, 'Alt+Shift+P');
  await camera.settled();
  await write(page, '50');
  await camera.take('pay all and given more', { whole: true });
  await press(page, 'Enter');
  await done.filter({ hasText: m.fees_paid() }).waitFor();
  await camera.take('change to give back', { whole: true });
}

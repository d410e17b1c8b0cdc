import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { addressFile } from '../entry/address.ts';
import { expectAccessible } from './accessible.ts';
import { openCarrel, type Carrel } from './app.ts';
import { Desk } from './desk.ts';
import { expect, test } from './fixtures.ts';
import { press, reach } from './keyboard.ts';
import { barcodesAt, changeAt, quiet, receivedAt } from './practice-orders.ts';
import { openWithMode } from './receiving-room.ts';
import { runProgram } from './second-start.ts';
import { withFaults } from './with-faults.ts';

test.use({ alone: true });

let folder: string;
test.beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'carrel-opened-'))));
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, content: string | object): string => {
  const file = path.join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
};

/** Opens a file as the system does: by a start of the program, which hands it to the one that runs. */
async function openFile({ userData }: Carrel, ...args: readonly string[]): Promise<void> {
  // Each start of the program for tests removes the address of the practice library that the first one wrote.
  const file = addressFile(userData);
  const address = existsSync(file) ? readFileSync(file) : null;
  expect(await runProgram({ userData, args })).toMatchObject({ code: 0, stdout: '' });
  if (address) writeFileSync(file, address);
}

const list = (codes: readonly string[], more: object = {}) => ({
  ...{ schema: 'carrel-trolley/1', library: 'practice', codes },
  settings: {
    ...{ mode: 'receive', date: '', confirmedFuture: false, department: 'ACQ', departmentLibrary: 'MAIN' },
    ...{ workOrderType: '', status: '' },
  },
  ...more,
});

test('a policy that is opened is shown as --check-policy judges it, and is not in force', async () => {
  await using carrel = await openCarrel();
  const { page } = carrel;
  const bad = write(
    'fleet.carrel-policy',
    '{"schema": "carrel-policy/1",\n "mandatory": {"blurAfter": "60"}}',
  );
  // The folder of the second start is not that of the first.
  await openFile(carrel, '--', path.relative(process.cwd(), bad));
  const dialog = page.getByRole('dialog', { name: m.opened_policy_title({ name: 'fleet.carrel-policy' }) });
  await expect(dialog.getByText(m.opened_policy_bad(), { exact: true })).toBeVisible();
  await expect(dialog.getByRole('row').nth(1)).toContainText('mandatory.blurAfter');
  await expect(dialog.getByRole('row').nth(1).getByRole('cell').nth(1)).toHaveText('2, 16');
  await expectAccessible(page, 'a policy file with faults');

  const good = write('good.carrel-policy', {
    schema: 'carrel-policy/1',
    mandatory: { allowExports: false },
    recommended: { blurAfter: 60 },
  });
  await openFile(carrel, good);
  const next = page.getByRole('dialog', { name: m.opened_policy_title({ name: 'good.carrel-policy' }) });
  await expect(next.getByText(m.opened_policy_good(), { exact: true })).toBeVisible();
  await expect(next.getByRole('row')).toHaveCount(3);
  await expect(next).toContainText(m.opened_policy_held());
  await expectAccessible(page, 'a policy file without faults');
  await press(page, 'Escape');
  await expect(next).toHaveCount(0);
  const settings = await carrel.ask('policy.settings', {});
  expect(settings.ok && settings.value.every(({ origin }) => !('place' in origin))).toBe(true);

  mkdirSync(path.join(folder, 'a folder.carrel-policy'));
  await openFile(carrel, '--', path.join(folder, 'a folder.carrel-policy'));
  const last = page.getByRole('dialog', { name: m.opened_policy_title({ name: 'a folder.carrel-policy' }) });
  await expect(last).toContainText(m.policy_fault_notAFile());
});

test('over an open patron a file is offered, and takes no scan', async () => {
  await using carrel = await openCarrel();
  const { page } = carrel;
  const desk = new Desk(page);
  await desk.open(code('patronGood'), 'Rivka Ben-Ami');
  await openFile(carrel, '--', write('fleet.carrel-policy', { schema: 'carrel-policy/1' }));
  const offer = page.getByRole('status').filter({ hasText: m.opened_policy() });
  await expect(offer).toContainText(m.opened_policy_note({ name: 'fleet.carrel-policy' }));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectAccessible(page, 'a file that is offered over an open patron');
  await reach(offer.getByRole('button', { name: m.opened_show() }));
  await press(page, 'Enter');
  await expect(page.getByRole('dialog')).toContainText(m.opened_policy_sets_nothing());
  await press(page, 'Escape');
  await expect(offer).toHaveCount(0);
  await expect(desk.heading).toHaveText('Rivka Ben-Ami');

  await openFile(carrel, '--', write('desk.carrel-trolley', list([code('itemOrdered')])));
  const listOffer = page.getByRole('status').filter({ hasText: m.opened_list() });
  await expect(listOffer).toContainText(m.opened_list_note({ name: 'desk.carrel-trolley' }));
  await reach(listOffer.getByRole('button', { name: m.opened_leave() }));
  await press(page, 'Enter');
  await expect(listOffer).toHaveCount(0);
});

test('a list is received on a trolley of its own once a person says so; what is none is said', async () => {
  await using carrel = await openCarrel({ env: withFaults });
  const { page } = carrel;
  const pol = code('polSeveral');
  await changeAt(carrel, pol, quiet);
  const [first = '', second = '', third = ''] = await barcodesAt(carrel, pol);
  const room = await openWithMode(carrel, 'Shift+F3');
  await room.scan(first);
  await expect(
    room
      .row('Received', first)
      .or(room.rows.filter({ hasText: 'Received' }))
      .first(),
  ).toBeVisible();

  await openFile(carrel, '--', write('rest.carrel-trolley', list([second, third])));
  const offer = page.getByRole('status').filter({ hasText: m.opened_list() });
  const dialog = page.getByRole('dialog', { name: m.receiving_list_title({ count: 2, shown: '2' }) });
  await expect(offer.or(dialog).first()).toBeVisible();
  if (await offer.isVisible()) {
    await reach(offer.getByRole('button', { name: m.opened_show() }));
    await press(page, 'Enter');
  }
  await expect(dialog).toContainText(second);
  await expectAccessible(page, 'a list of a trolley that was opened');
  expect(await receivedAt(carrel, pol)).toBe(1);
  await reach(dialog.getByRole('button', { name: m.receiving_list_receive({ count: 2, shown: '2' }) }));
  await press(page, 'Enter');
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => receivedAt(carrel, pol)).toBe(3);
  await expect(room.rows.filter({ hasText: 'Received' })).toHaveCount(2);
  await expect(page.getByText(m.receiving_aside_title({ count: 1, shown: '1' })).first()).toBeVisible();

  const refused = page.getByRole('status').filter({ hasText: m.opened_no_list() });
  for (const [name, content, words] of [
    ['other.carrel-trolley', list(['x'], { library: 'api.elsewhere.example' }), m.opened_other_library],
    ['command.carrel-trolley', list(['CRLFINISHLIST']), m.opened_not_a_list],
    ['large.carrel-trolley', ' '.repeat(10_000_000), m.opened_too_large],
  ] as const) {
    await openFile(carrel, '--', write(name, content));
    await expect(refused).toContainText(words({ name }));
    await reach(refused.getByRole('button', { name: m.links_close() }));
    await press(page, 'Enter');
    await expect(refused).toHaveCount(0);
  }
  await openFile(carrel, '--', path.join(folder, 'gone.carrel-trolley'));
  await expect(refused).toContainText(m.opened_missing({ name: 'gone.carrel-trolley' }));
});

test('what waits for a person is saved as a list, which opens again at the first start', async () => {
  const userData = path.join(folder, 'station');
  const file = path.join(folder, 'left.carrel-trolley');
  const carrel = await openCarrel({ userData, env: withFaults });
  const room = await openWithMode(carrel, 'Shift+F3');
  await room.scan(code('itemFree1'));
  const save = carrel.page.getByRole('button', { name: m.receiving_keys_save_list() });
  await expect(save).toBeVisible();
  await carrel.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);
  await reach(save);
  await press(carrel.page, 'Enter');
  await expect.poll(() => existsSync(file)).toBe(true);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    ...{ schema: 'carrel-trolley/1', library: 'practice', codes: [code('itemFree1')] },
  });
  await carrel.close();

  const other = await openCarrel({ args: ['--', file] });
  const dialog = other.page.getByRole('dialog', { name: m.receiving_list_title({ count: 1, shown: '1' }) });
  await expect(dialog).toContainText(code('itemFree1'));
  await other[Symbol.asyncDispose]();
});

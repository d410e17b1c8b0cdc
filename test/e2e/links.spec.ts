import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { openCarrel, type Carrel } from './app.ts';
import { Desk } from './desk.ts';
import { expect, test } from './fixtures.ts';
import { press, reach, write } from './keyboard.ts';
import { Orders } from './orders.ts';
import { runProgram } from './second-start.ts';

test.use({ alone: true });

/** Follows a link as the system does: by a start of the program, which hands it to the one that runs. */
async function follow({ userData }: Carrel, ...link: readonly string[]): Promise<void> {
  expect(await runProgram({ userData, args: ['--', ...link] })).toMatchObject({ code: 0, stdout: '' });
}

test('a link opens its patron, its order line, and never over what is open', async ({ carrel, desk }) => {
  const { page } = carrel;
  await follow(carrel, `carrel://patron/${code('patronGood')}`);
  await expect(desk.heading).toHaveText('Rivka Ben-Ami');
  await expect(page.getByText(m.links_patron())).toHaveCount(0);

  await follow(carrel, `carrel://patron/${code('patronNothing')}`);
  const offer = page.getByRole('status').filter({ hasText: m.links_patron() });
  await expect(offer).toContainText(m.links_in_the_way());
  await expect(desk.heading).toHaveText('Rivka Ben-Ami');
  await expectAccessible(page, 'a link that is offered over an open patron');
  await reach(offer.getByRole('button', { name: m.links_not_now() }));
  await press(page, 'Enter');
  await expect(offer).toHaveCount(0);
  await expect(desk.heading).toHaveText('Rivka Ben-Ami');

  await follow(carrel, `carrel://order-line/${code('polSeveral')}`);
  const orderOffer = page.getByRole('status').filter({ hasText: m.links_order_line() });
  await expect(orderOffer).toBeVisible();
  // A later link takes its place.
  await follow(carrel, `carrel://patron/${code('patronNothing')}`);
  await expect(orderOffer).toHaveCount(0);
  await reach(offer.getByRole('button', { name: m.links_open_patron() }));
  await press(page, 'Enter');
  await expect(desk.heading).toHaveText('Grace Okafor');
  await press(page, 'F10');

  await follow(carrel, `carrel://order-line/${code('polSeveral')}`);
  const orders = new Orders(page);
  await expect(orders.heading).toHaveText('Atlas of the Night Sky');
  // Nothing of it is a scan: only who looks can say what is scanned next.
  await press(page, 'Alt+1');
  await expect(desk.rows).toHaveCount(0);
});

test('with a pile of returns on the table, or a name half typed, nobody is put on the screen', async ({
  carrel,
  desk,
}) => {
  const { page } = carrel;
  await desk.scan(code('itemFree1'));
  await expect(desk.rows).toHaveCount(1);
  await follow(carrel, `carrel://patron/${code('patronGood')}`);
  const offer = page.getByRole('status').filter({ hasText: m.links_patron() });
  await expect(offer).toBeVisible();
  await expect(desk.heading).not.toHaveText('Rivka Ben-Ami');
  await reach(offer.getByRole('button', { name: m.links_not_now() }));
  await press(page, 'Enter');
  await press(page, 'F10');
  await desk.box.focus();
  await write(page, 'oka');
  await follow(carrel, `carrel://patron/${code('patronGood')}`);
  await expect(offer).toBeVisible();
  await expect(desk.box).toHaveValue('oka');
});

test('what is no link of this library is refused in words, whatever a browser made of it', async ({
  carrel,
  service,
}) => {
  const { page } = carrel;
  const refused = page.getByRole('status').filter({ hasText: m.links_refused() });
  const patron = `carrel://patron/${code('patronGood')}`;
  for (const [link, words] of [
    [[`${patron}?library=api.elsewhere.example`], m.links_other_library()],
    [[`${patron}?library=practice`], m.links_other_library()],
    [['carrel://fee/1?pay=all'], m.links_unknown_thing()],
    [[patron, '--drain', ''], m.links_malformed()],
    [[`${patron}${'0'.repeat(65_536)}`], m.links_malformed()],
    [[`${patron}\n`], m.links_malformed()],
    [['--provision'], m.links_malformed()],
  ] as const) {
    await follow(carrel, ...link);
    await expect(refused).toContainText(words);
    await reach(refused.getByRole('button', { name: m.links_close() }));
    await press(page, 'Enter');
    await expect(refused).toHaveCount(0);
  }
  const desk = new Desk(page);
  await expect(desk.rows).toHaveCount(0);
  await follow(carrel, `${patron}?library=${new URL(service.origin).host}`);
  await expect(desk.heading).toHaveText('Rivka Ben-Ami');
});

test('twice quickly, and with what turns or hides text in it, a link opens once or not at all', async ({
  carrel,
  desk,
}) => {
  const { page } = carrel;
  const refused = page.getByRole('status').filter({ hasText: m.links_refused() });
  for (const link of [
    'carrel://patron/%E2%80%AE1',
    'carrel://patron/\u202e1',
    'carrel://patron/%FF%',
    'carrel://patron/1" --drain "',
    'carrel://patron/1^&calc.exe&%PATH%',
  ]) {
    await follow(carrel, link);
    await expect(refused).toContainText(m.links_malformed());
    await reach(refused.getByRole('button', { name: m.links_close() }));
    await press(page, 'Enter');
    await expect(refused).toHaveCount(0);
  }
  const patron = `carrel://patron/${code('patronGood')}`;
  await Promise.all([follow(carrel, patron), follow(carrel, patron)]);
  await expect(desk.heading).toHaveText('Rivka Ben-Ami');
  await expect(desk.rows).toHaveCount(0);
});

test('the first start opens a link too; of nobody it says so', async () => {
  const userData = mkdtempSync(path.join(tmpdir(), 'carrel-link-'));
  try {
    const first = await openCarrel({
      userData,
      args: ['--', `carrel://patron/${code('patronNothing')}?library=practice`],
    });
    await expect(new Desk(first.page).heading).toHaveText('Grace Okafor');
    await first.close();
    const second = await openCarrel({ userData, args: ['--', 'carrel://patron/nobody'] });
    await expect(second.page.getByRole('alert').first()).toBeVisible();
    await second.close();
  } finally {
    rmSync(userData, { recursive: true, force: true });
  }
});

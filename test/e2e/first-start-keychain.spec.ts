import { expect, test } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import type { Carrel } from './app.ts';
import { Desk } from './desk.ts';
import { FirstStart, managed, oneDesk } from './first-start.ts';
import { Hand } from './hand.ts';
import { runProgram } from './second-start.ts';
import { sessionBus } from './session-bus.ts';
import { institution } from './strange-services.ts';
import { workplace } from './workplace.ts';

test.skip(process.platform !== 'linux', 'the secret service is Linux’ own');

const key = 'l7xx-branch-1205';

/** The desk of the branch: of its own library, at its own place, and ready. */
async function openedDesk({ page }: Carrel): Promise<Desk> {
  const desk = new Desk(page);
  await expect(page.getByRole('region', { name: m.app_bar(), exact: true })).toContainText('Main Library');
  await expect(page.getByText(m.app_bar_practice())).toHaveCount(0);
  await expect(desk.readiness).toHaveText(m.app_scan_ready());
  await expect(desk.box).toBeFocused();
  return desk;
}

async function lends(hand: Hand, desk: Desk, book: string, title: string): Promise<void> {
  await hand.scan(code('patronGood'));
  await expect(desk.heading).toHaveText('Rivka Ben-Ami');
  await hand.scan(book);
  await expect(desk.row('Lent', title)).toBeVisible();
}

test('after a silent install with a policy a branch types the key, Enter, scans a card and a book: 4', async () => {
  await using bus = await sessionBus('unlocked');
  await using library = await institution(key);
  await using policy = await managed(oneDesk(library.address));
  await using place = await workplace({ ...bus.env, ...policy.env });

  await test.step('the first start', async () => {
    const carrel = await place.open();
    await expect(new FirstStart(carrel.page).settings.key).toBeFocused();
    const hand = new Hand(carrel.page);
    await hand.write(key);
    await hand.press('Enter');
    await lends(hand, await openedDesk(carrel), code('itemFree1'), 'The Overstory');
    hand.took(4, 4);
    const { value } = (await carrel.ask('station.get', {})) as { value: { libraryId: string } };
    expect(await bus.secret(`${library.account} ${value.libraryId}`)).toBe(key);
  });

  await test.step('every other: a card and a book', async () => {
    const carrel = await place.open();
    const hand = new Hand(carrel.page);
    await lends(hand, await openedDesk(carrel), code('itemFree2'), 'Invisible Cities');
    hand.took(2, 2);
  });
});

test('where IT has brought the key as well, nothing is asked: 2', async () => {
  await using bus = await sessionBus('unlocked');
  await using library = await institution(key);
  await using policy = await managed(oneDesk(library.address));
  await using place = await workplace({ ...bus.env, ...policy.env });
  const { userData } = place;
  const env = { ...bus.env, ...policy.env };
  // Into a computer on which nobody has started the program yet: the policy alone says where the library system is.
  const brought = await runProgram({ userData, args: ['--provision'], input: `${key}\n`, env });
  expect(brought).toMatchObject({ code: 0 });
  expect(brought.stdout).toContain(m.provision_stored({ address: library.address }));
  const carrel = await place.open();
  const hand = new Hand(carrel.page);
  await lends(hand, await openedDesk(carrel), code('itemFree1'), 'The Overstory');
  hand.took(2, 2);
});

test('a key that was there before the policy is taken from the keychain', async () => {
  await using bus = await sessionBus('unlocked');
  await using library = await institution(key);
  await using place = await workplace(bus.env);
  const request = { address: library.address, root: 'svcws', key, keep: 'keychain', commit: true } as const;
  const before = await place.open();
  expect(await before.ask('station.connect', { ...request, library: null, leave: true })).toMatchObject({
    ok: true,
  });
  expect(await before.ask('station.practice', { leave: true })).toMatchObject({ ok: true });
  // It stays there: without a policy nobody is brought back.
  await expect(before.page.getByText(m.app_bar_practice())).toBeVisible();
  await using policy = await managed(oneDesk(library.address));
  const carrel = await place.open({ env: policy.env });
  const hand = new Hand(carrel.page);
  await lends(hand, await openedDesk(carrel), code('itemFree1'), 'The Overstory');
  hand.took(2, 2);
});

import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { connect, expect, startService, test } from './fixtures.ts';
import { press } from './keyboard.ts';
import { standBetween } from './proxy.ts';

/** What is wrong with the answer to a card, and what is said about it. */
const wrongAnswers = [
  ['html', 'Something else answers at this address'],
  ['empty', 'Answer could not be read'],
  ['half-json', 'Answer could not be read'],
] as const;

test.describe('an answer that is none', () => {
  for (const [fault, sentence] of wrongAnswers) {
    test(`${fault}: said, the card in sight, and it works again once the service does`, async ({
      desk,
      service,
    }) => {
      await service.faults({ fault, operation: 'users.get' });
      await desk.scan(code('patronGood'));
      await expect(desk.stageThen).toHaveText(sentence);
      await expect(desk.stageWhat).toHaveText(code('patronGood'));
      await expect(desk.heading).toHaveText('No patron opened');
      await expect(desk.row(code('patronGood'), 'No connection')).toBeVisible();
      await expectAccessible(desk.page, `a card answered with ${fault}`);
      await service.faults();
      await desk.open(code('patronGood'), 'Rivka Ben-Ami');
    });
  }

  test('a list without its key is an empty list, or said to be unreadable, and never a crash', async ({
    desk,
    service,
  }) => {
    await service.faults({ fault: 'list-without-key' });
    await desk.open(code('patronGood'), 'Rivka Ben-Ami');
    for (const tab of ['loans', 'requests', 'fees'] as const) {
      const panel = await desk.tab(tab);
      await expect(panel.locator('h3').or(panel.getByRole('alert')).first()).toBeVisible();
    }
    await service.faults();
    const panel = await desk.tab('loans');
    await press(desk.page, 'F5');
    await expect(panel.getByRole('grid').locator('tbody tr[data-key]')).toHaveCount(4);
  });

  test('numbers where strings were: everything is shown all the same', async ({ desk, service }) => {
    await service.faults({ fault: 'numbers-for-strings' });
    await desk.open(code('patronGood'), 'Rivka Ben-Ami');
    await expect(desk.patron.getByRole('note')).toContainText('₪12.50');
    await expect((await desk.tab('loans')).locator('tbody tr[data-key]')).toHaveCount(4);
    await expect((await desk.tab('requests')).locator('tbody tr[data-key]')).toHaveCount(1);
    await expect((await desk.tab('fees')).locator('tbody tr[data-key]')).toHaveCount(2);
    await desk.scanned(code('itemFree1'), 'Lent', 'The Overstory');
  });

  for (const fault of ['no-tracking-id', 'error-as-object'] as const) {
    test(`an error with ${fault} is told in the same words`, async ({ desk, service }) => {
      await service.faults({ fault });
      await desk.open(code('patronNothing'), 'Grace Okafor');
      await desk.scanned(code('itemReference'), 'Refused', 'Not for loan');
      const row = desk.row('Not for loan');
      await desk.reach(row.getByRole('button', { name: 'Details' }));
      await press(desk.page, 'Enter');
      const note = row.getByRole('alert');
      await expect(note).toContainText('401651');
      if (fault === 'no-tracking-id') await expect(note).not.toContainText('Tracking ID');
      else await expect(note).toContainText('Tracking ID');
    });
  }
});

test.describe('a command whose answer is none', () => {
  test.use({ alone: true });

  for (const fault of ['html', 'empty', 'half-json', 'drop-after'] as const) {
    test(`a loan answered with ${fault} is looked for: lent once, or not known`, async ({
      desk,
      service,
    }) => {
      test.setTimeout(540_000);
      await desk.open(code('patronNothing'), 'Grace Okafor');
      await service.faults({ fault, operation: 'users.loans.create' });
      await desk.scan(code('itemFree1'));
      const row = desk.rows.first();
      const happened = fault !== 'html';
      const report = happened ? 'Lent' : 'No answer: it may have gone through';
      await expect(row).toContainText(report, { timeout: 75_000 });
      if (!happened) await expect(row).toContainText(code('itemFree1'));
      const { items } = await service.client.call('users.loans.list', {
        path: { user_id: code('patronNothing') },
      });
      expect(items).toHaveLength(happened ? 1 : 0);
      await service.faults();
      await desk.scanned(code('itemFree2'), 'Lent', 'Invisible Cities');
    });
  }
});

test.describe('a service that goes away', () => {
  test('in the middle of a session: said per scan, the scans in sight, the program usable', async ({
    desk,
    service,
  }) => {
    test.setTimeout(540_000);
    await desk.open(code('patronNothing'), 'Grace Okafor');
    await service.close();
    await desk.scan(code('itemFree1'));
    const row = desk.row(code('itemFree1'));
    await expect(row).toContainText('No connection', { timeout: 60_000 });
    await expect(row).toContainText('Library system not answering');
    const bar = desk.page.getByRole('region', { name: m.app_bar(), exact: true });
    await expect(bar.getByText(m.app_service_away())).toBeVisible();
    await expect(desk.heading).toHaveText('Grace Okafor');
    await expectAccessible(desk.page, 'a service that is away');
    const panel = await desk.tab('fees');
    await expect(panel.getByRole('alert')).toContainText('Library system not answering', {
      timeout: 60_000,
    });
    await expect(panel.getByRole('button', { name: 'Try again' })).toBeVisible();
    await press(desk.page, 'Escape');
    await press(desk.page, 'Control+H');
    await expect(desk.dialog).toBeVisible();
    await press(desk.page, 'Escape');
  });

  test('and comes back with another key: said plainly, nothing lent', async ({ desk, carrel, service }) => {
    await desk.open(code('patronNothing'), 'Grace Okafor');
    await service.close();
    await using other = Object.assign(await startService({ port: service.port, key: 'another-key' }), {
      [Symbol.asyncDispose]: () => other.close(),
    });
    await desk.scan(code('itemFree1'));
    const row = desk.row(code('itemFree1'));
    await expect(row).toContainText('No access');
    await expect(row).toContainText('API key not accepted');
    await desk.scan(code('patronGood'));
    await expect(desk.stageThen).toHaveText('API key not accepted');
    await expect(desk.stage).toContainText(m.failures_unauthorized_do());
    await expectAccessible(desk.page, 'a key that is refused');
    await connect(carrel, other);
    await desk.open(code('patronGood'), 'Rivka Ben-Ami');
  });

  test('a service that answers 503: waited for, then said', async ({ desk, carrel, service }) => {
    test.setTimeout(540_000);
    await using proxy = await standBetween(service.origin, ({ url }) =>
      url.includes(code('patronGood')) ? { status: 503, body: '{}' } : null,
    );
    await connect(carrel, { ...service, origin: proxy.origin });
    await desk.scan(code('patronGood'));
    await expect(desk.patron).toContainText('Opening …');
    await expect(desk.heading).not.toHaveText('Opening …', { timeout: 90_000 });
    await expect(desk.stageWhat).toHaveText(code('patronGood'));
    await expect(desk.stageWord).toHaveText(/Refused|No connection/);
    await desk.open(code('patronNothing'), 'Grace Okafor');
  });
});

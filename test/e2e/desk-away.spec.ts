import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expect, test } from './fixtures.ts';
import { press, write } from './keyboard.ts';

test.use({ alone: true });

test('a half-typed dialog goes out of sight too; the key that brings it back does nothing else to it', async ({
  desk,
  carrel,
}) => {
  const { page } = desk;
  await page.clock.install();
  await carrel.ask('station.appearance', { blurAfter: 2, clearAfter: 3 });
  await desk.open(code('patronGood'), 'Rivka Ben-Ami');
  await desk.tab('fees');
  await press(page, 'n');
  const amount = desk.dialog.getByLabel(m.fees_amount(), { exact: true });
  await amount.focus();
  await write(page, '4.5');
  const away = page.getByText(m.app_away());
  await page.clock.fastForward(2500);
  await expect(away).toBeVisible();
  const isBlurred = `getComputedStyle(document.querySelector('[role="dialog"]')).filter.includes('blur')`;
  expect(await page.evaluate(isBlurred)).toBe(true);
  // As long after that as would end a session in which nothing is typed.
  await page.clock.fastForward(3500);
  await expect(away).toBeVisible();
  await press(page, 'Escape');
  await expect(away).toHaveCount(0);
  expect(await page.evaluate(isBlurred)).toBe(false);
  await expect(amount).toHaveValue('4.5');
  await expect(desk.heading).toHaveText('Rivka Ben-Ami');
  await press(page, 'Escape');
  await expect(desk.dialog).toHaveCount(0);
});

for (const event of ['lock-screen', 'suspend'] as const) {
  test(`${event}: the patron is out of sight at once, and what is half typed waits there`, async ({
    desk,
    carrel,
  }) => {
    const { page } = desk;
    await page.clock.install();
    await carrel.ask('station.appearance', { blurAfter: 0, clearAfter: 2 });
    const machine = (text: string): Promise<unknown> =>
      carrel.app.evaluate(({ powerMonitor }, name) => powerMonitor.emit(name), text);
    await desk.open(code('patronGood'), 'Rivka Ben-Ami');
    await desk.tab('fees');
    await press(page, 'n');
    const amount = desk.dialog.getByLabel(m.fees_amount(), { exact: true });
    await amount.focus();
    await write(page, '4.5');
    const away = page.getByText(m.app_away());
    await machine(event);
    await expect(away).toBeVisible();
    await page.clock.fastForward(2500);
    await expect(away).toBeVisible();
    await machine('resume');
    await press(page, 'Escape');
    await expect(away).toHaveCount(0);
    await expect(amount).toHaveValue('4.5');
    await expect(desk.heading).toHaveText('Rivka Ben-Ami');
    await press(page, 'Control+A');
    await press(page, 'Delete');
    await press(page, 'Escape');
    await expect(desk.dialog).toHaveCount(0);

    // Nothing is half typed any more: whoever is away for long leaves, and on waking nobody is there.
    await machine(event);
    await expect(away).toBeVisible();
    await expect(page.getByText('Rivka Ben-Ami')).toHaveCount(0);
    await machine('resume');
    await expect(away).toHaveCount(0);
  });
}

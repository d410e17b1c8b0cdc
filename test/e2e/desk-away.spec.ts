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
  await carrel.ask('station.appearance', { blurAfter: 2, clearAfter: 3 });
  await desk.open(code('patronGood'), 'Rivka Ben-Ami');
  await desk.tab('fees');
  await press(page, 'n');
  const amount = desk.dialog.getByLabel(m.fees_amount(), { exact: true });
  await amount.focus();
  await write(page, '4.5');
  const away = page.getByText(m.shell_away());
  await expect(away).toBeVisible();
  const isBlurred = `getComputedStyle(document.querySelector('[role="dialog"]')).filter.includes('blur')`;
  expect(await page.evaluate(isBlurred)).toBe(true);
  // As long after that as would end a session in which nothing is typed.
  await page.evaluate(`new Promise((resolve) => setTimeout(resolve, 3500))`);
  await expect(away).toBeVisible();
  await press(page, 'Escape');
  await expect(away).toHaveCount(0);
  expect(await page.evaluate(isBlurred)).toBe(false);
  await expect(amount).toHaveValue('4.5');
  await expect(desk.heading).toHaveText('Rivka Ben-Ami');
  await press(page, 'Escape');
  await expect(desk.dialog).toHaveCount(0);
});

import { spawnSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { openCarrel } from '../e2e/app.ts';
import { Desk } from '../e2e/desk.ts';
import { sampleCode } from '../../src/service/samples.ts';

const longestStartMs = 5000;

test('the window is there within five seconds', { tag: '@smoke:window' }, async () => {
  const began = performance.now();
  await using carrel = await openCarrel();
  const ms = performance.now() - began;
  const isVisible = await carrel.app.evaluate(
    ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() === true,
  );
  expect(isVisible).toBe(true);
  expect(ms).toBeLessThan(longestStartMs);
});

test('its own typefaces are there', { tag: '@smoke:page' }, async () => {
  await using carrel = await openCarrel();
  const loaded = await carrel.page.evaluate(`document.fonts.ready.then((fonts) =>
    [...fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family))`);
  expect(loaded).toContainEqual(expect.stringMatching(/Atkinson Hyperlegible Next/));
});

test('nothing is left running', { tag: '@smoke:day' }, async () => {
  test.skip(process.platform === 'win32', 'the list of processes is that of ps');
  const carrel = await openCarrel();
  const desk = new Desk(carrel.page);
  await desk.open(sampleCode('patronNothing'), 'Grace Okafor');
  await carrel.close();
  const running = (): string[] =>
    spawnSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
      .stdout.split('\n')
      .filter((line) => line.includes(carrel.userData));
  await expect.poll(running).toEqual([]);
});

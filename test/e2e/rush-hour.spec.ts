import { test } from '@playwright/test';
import { playRushHour } from '../rush/play.ts';
import { openCarrel } from './app.ts';
import { withFaults } from './with-faults.ts';

// One of which the short hour has everything in it: notes, an UNDO, a misread card, a typed one, a hold.
const seed = 118;
const isLong = process.env.CARREL_LONG === '1';
const scans = isLong ? 600 : 60;

test(`a rush hour of ${scans} scans: each has its outcome, and the library is as a pencil would have it`, async () => {
  test.setTimeout(isLong ? 1_200_000 : 240_000);
  await using carrel = await openCarrel({ env: withFaults });
  await playRushHour(carrel, { seed, scans });
});

import { openCarrel } from '../e2e/app.ts';
import { withFaults } from '../e2e/with-faults.ts';
import { playRushHour } from '../rush/play.ts';
import { megabytes, usedInPage } from './memory.ts';
import type { Findings } from './target.ts';
import { size } from './window.ts';

const scans = 600;
const minute = 60_000;
const mostTimes = 1.2;

/**
 * The test's rush hour once more, and what the window's memory has grown by from the end of its first minute on: what a
 * desk keeps that it should have let go grows for as long as the desk is open.
 */
export async function measureRush(): Promise<Findings> {
  await using carrel = await openCarrel({ env: withFaults, size });
  const cdp = await carrel.page.context().newCDPSession(carrel.page);
  const seen = { first: Number.NaN, lasted: 0 };
  const meanwhile = async (passed: number): Promise<void> => {
    seen.lasted = passed;
    if (passed >= minute && Number.isNaN(seen.first)) seen.first = await usedInPage(cdp);
  };
  await playRushHour(carrel, { seed: 1, scans, meanwhile });
  const last = await usedInPage(cdp);
  return {
    series: [],
    targets: [
      {
        what: 'Rush hour: memory of the window at its end against its first minute',
        unit: 'times',
        atMost: mostTimes,
        measured: last / seen.first,
      },
    ],
    notes: [
      `Rush hour: ${scans} scans in ${Math.round(seen.lasted / 1000)} s, each with its outcome, the library as modelled; the window held ${megabytes(seen.first)} MB after the first minute and ${megabytes(last)} MB at the end.`,
    ],
  };
}

import { barcodeOf } from '../../src/server/sample/barcode.ts';
import { burstsOf } from './burst.ts';
import { openEmpty } from './empty-app.ts';
import { figuresOf, type Figures } from './figures.ts';
import { watchPage } from './page-watch.ts';
import type { Findings } from './target.ts';

const scans = 100;

/** What was measured of bare rows. */
interface Floor {
  readonly first: Figures;
  readonly rows: Figures;
  readonly answers: Figures;
}

/** The floor under the scans at the desk, for the table. */
export async function measureFloor(): Promise<Findings> {
  const { first, rows, answers } = await scanBareRows();
  return {
    series: [
      { what: 'Floor: last key → first frame', figures: first },
      { what: 'Floor: last key → row painted', figures: rows },
      { what: 'Floor: answer in main → painted', figures: answers },
    ],
    targets: [],
  };
}

/**
 * What the same scans take where a row is nothing but a row and an answer nothing but a number: the host's own part,
 * on this machine as busy as it now is.
 */
export async function scanBareRows(): Promise<Floor> {
  await using empty = await openEmpty('--list');
  const { app, page, userData } = empty;
  const readPage = await watchPage(app, page);
  await page.locator('input').focus();
  const codes = Array.from({ length: scans }, (_, index) => barcodeOf('item', index));
  await burstsOf(userData, codes);
  await page.waitForFunction((count) => {
    const { answered } = globalThis as unknown as { answered: readonly unknown[] };
    return answered.length === count;
  }, scans);
  await page.waitForTimeout(300); // what came last is told some frames after it was on the screen
  const seen = await readPage();
  const answered = await page.evaluate(
    () => (globalThis as unknown as { answered: readonly { code: string; at: number }[] }).answered,
  );
  const reports = new Map(answered.map(({ code, at }) => [code, at]));
  return {
    first: figuresOf(seen.scans.map(({ enter, begun: pending }) => pending - enter)),
    rows: figuresOf(seen.scans.map(({ enter, shown }) => shown - enter)),
    answers: figuresOf(seen.scans.map(({ code, settled }) => settled - (reports.get(code) ?? Number.NaN))),
  };
}

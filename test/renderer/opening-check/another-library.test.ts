import { expect, test } from 'vitest';
import type { OpeningReport } from '../../../src/contract/opening-check.ts';
import { OpeningCheck } from '../../../src/renderer/opening-check/opening-check.svelte.ts';
import { main } from '../support/main.ts';

const report: OpeningReport = {
  ...{ at: '2026-11-02T08:00:00.000Z', mode: 'institution', address: 'https://a.example', library: 'a' },
  lines: [],
};

test('a report is shown only at its own library', async () => {
  const check = new OpeningCheck();
  const running = check.run();
  await main.open('openingCheck.run').answer(report);
  await running;
  expect(check.reportAt({ mode: 'institution', libraryId: 'a' })).toBe(report);
  expect(check.reportAt({ mode: 'institution', libraryId: null })).toBe(report);
  expect(check.reportAt({ mode: 'institution', libraryId: 'b' })).toBeNull();
  expect(check.reportAt({ mode: 'practice', libraryId: null })).toBeNull();
  const again = check.run();
  const call = main.open('openingCheck.run');
  check.forget();
  await call.answer(report);
  await again;
  expect(check.report).toBeNull();
});

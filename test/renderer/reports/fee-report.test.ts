import { expect, test } from 'vitest';
import { FeeReport } from '../../../src/renderer/reports/fee-transactions/report.svelte.ts';

test('another library has codes of its own: none of the former is asked for there', () => {
  const report = new FeeReport({ station: { status: { remaining: null } } } as never);
  Object.assign(report, {
    status: 'EXPORTED',
    type: 'WAIVE',
    library: 'MAIN',
    currency: 'ILS',
    grouping: 'month',
  });
  report.forget();
  expect(report).toMatchObject({ status: '', type: '', library: '', currency: '' });
  // How it is looked at is no matter of the library.
  expect(report.grouping).toBe('month');
});

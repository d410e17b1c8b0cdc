import { expect, test, vi } from 'vitest';
import { Results } from '../../../src/renderer/app/results.svelte.ts';

const text = (what: string) =>
  ({ meaning: 'done', outcome: '', what, code: false, consequence: '', sound: null }) as const;

test('the newest result is news for an hour, however old the one before it is', () => {
  vi.useFakeTimers();
  const results = new Results({ play: () => undefined } as never);
  results.reportText(text('Emma'));
  vi.advanceTimersByTime(3_599_999);
  results.reportText(text('Dune'));
  vi.advanceTimersByTime(3_599_999);
  expect(results.latest?.text.what).toBe('Dune');
  vi.advanceTimersByTime(1);
  expect(results.latest).toBeNull();
});

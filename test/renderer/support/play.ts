import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { noteKey } from '../../../src/renderer/scan/until-no-scan.ts';
import { main, page } from './main.ts';

// Run before each file: main is played in each case, on a clock that stands still until the test moves it. The files
// share their modules, so each puts back what it changed.
vi.stubGlobal('window', page);
// A clock has frames where the page has.
vi.stubGlobal('requestAnimationFrame', () => 0);
vi.stubGlobal('cancelAnimationFrame', () => undefined);

beforeEach(() => {
  // The day is not today's: what is due soon would be so only for as long as its date is near.
  vi.useFakeTimers({ now: new Date(2026, 10, 23, 12) });
  // A key of another case's time is none.
  noteKey(Number.NEGATIVE_INFINITY, true);
});

afterEach(async () => {
  await main.forget();
  vi.clearAllTimers();
  vi.useRealTimers();
});

afterAll(() => {
  vi.unstubAllGlobals();
});

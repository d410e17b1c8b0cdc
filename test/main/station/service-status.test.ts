import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ServiceStatus } from '../../../src/contract/station.ts';
import { ServiceMeter } from '../../../src/main/station/service-status.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the service’s state', () => {
  test('is told at once when it changes, and otherwise once a second', () => {
    const reports: ServiceStatus[] = [];
    const meter = new ServiceMeter((status) => reports.push(status));
    for (let ms = 1; ms <= 50; ms++) meter.answered({ ms, remaining: 100 - ms });
    expect(reports).toEqual([{ state: 'answering', ms: 1, remaining: 99 }]);
    vi.advanceTimersByTime(1000);
    expect(reports.at(-1)).toEqual({ state: 'answering', ms: 50, remaining: 50 });
    meter.answered({ ms: 1501, remaining: null });
    expect(reports.at(-1)).toEqual({ state: 'slow', ms: 1501, remaining: 50 });
    meter.away();
    expect(reports.at(-1)).toMatchObject({ state: 'away' });
    meter.reset();
    expect(reports.at(-1)).toEqual({ state: 'unknown', ms: null, remaining: null });
    expect(reports).toHaveLength(5);
  });
});

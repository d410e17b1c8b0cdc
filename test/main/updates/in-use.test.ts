import { describe, expect, it } from 'vitest';
import { busyReasons } from '../../../src/contract/quiet.ts';
import type { QuietView } from '../../../src/main/quiet/quiet.ts';
import type { UpdateSettings } from '../../../src/main/updates/parts.ts';
import { deskInUse } from '../../../src/main/updates/in-use.ts';
import { obstacleOf } from '../../../src/main/updates/obstacle.ts';

const quiet = { reasons: [], unsettled: { unclear: 0, unfinished: 0 }, idleMs: Infinity };
const closing = new AbortController().signal;
const night = { from: '20:00', to: '22:00' };

/** What an update that is ready waits for, at noon. */
function obstacle(
  now: Partial<QuietView> = {},
  settings: Partial<UpdateSettings> = {},
  given: { readonly isAsked?: boolean; readonly rests?: boolean; readonly times?: number } = {},
) {
  const ready = { version: '0.2.0', file: '', sha512: '', journal: 5 };
  const begun = given.times
    ? { version: '0.2.0', from: '0.1.0', times: given.times, isGoneBackFrom: false }
    : null;
  return obstacleOf(
    {
      settings: () => ({
        ...{ mode: 'automatic', ring: null, pinned: null, window: null, overdueAfterDays: 14 },
        ...settings,
      }),
      clock: { now: () => new Date('2026-11-25T12:00:00') } as never,
      desk: deskInUse({ now: { ...quiet, ...now }, ask: () => Promise.resolve() }, closing),
      memory: { now: { ready, begun } } as never,
    },
    { isAsked: given.isAsked ?? false, rests: given.rests ?? false },
  );
}

describe('an update that is ready is installed', () => {
  it('where nobody is at the desk, and nothing is open or unclear', () => {
    expect(obstacle()).toBeNull();
  });

  it.each(busyReasons)('never during work, whoever asks for it: %s', (reason) => {
    for (const isAsked of [false, true])
      for (const window of [null, { from: '11:00', to: '13:00' }])
        expect(obstacle({ reasons: [reason] }, { window }, { isAsked })).toBe('desk');
  });

  it.each(['unclear', 'unfinished'] as const)('never while something is %s, whoever asks', (which) => {
    const unsettled = { ...quiet.unsettled, [which]: 1 };
    expect(obstacle({ unsettled })).toBe('clarity');
    expect(obstacle({ unsettled }, {}, { isAsked: true })).toBe('clarity');
  });

  it('after ten minutes without a touch, or when a person says so', () => {
    expect(obstacle({ idleMs: 599_999 })).toBe('idle');
    expect(obstacle({ idleMs: 600_000 })).toBeNull();
    expect(obstacle({ idleMs: 0 }, {}, { isAsked: true })).toBeNull();
  });

  it('in its hours, or when a person says so', () => {
    expect(obstacle({}, { window: night })).toBe('window');
    expect(obstacle({}, { window: night }, { isAsked: true })).toBeNull();
  });

  it('only when a person says so: after asking, where it is off, after two failures, and after one for a while', () => {
    expect(obstacle({}, { mode: 'ask' })).toBe('person');
    expect(obstacle({}, { mode: 'off' })).toBe('person');
    expect(obstacle({}, {}, { times: 1 })).toBeNull();
    expect(obstacle({}, {}, { times: 2 })).toBe('person');
    expect(obstacle({}, {}, { rests: true })).toBe('person');
    expect(obstacle({}, { mode: 'ask' }, { isAsked: true, times: 2, rests: true })).toBeNull();
  });
});

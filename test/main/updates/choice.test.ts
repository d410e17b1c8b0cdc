import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { machineNumber, releaseFor } from '../../../src/main/updates/choice.ts';
import { readFeed } from '../../../src/main/updates/feed.ts';
import { aFeed, aRelease, envelope, newKey } from './signing.ts';

const now = new Date('2026-11-25T12:00:00Z');

const machine = { system: 'win32', arch: 'x64', version: '0.1.0', number: 40 };
const versionFor = (releases: Parameters<typeof aRelease>[0][], pinned: string | null = null, of = machine) =>
  releaseFor(aFeed({ releases: releases.map(aRelease) }), of, pinned)?.version ?? null;

describe('the release for a machine', () => {
  it('is the newest that has reached it', () => {
    expect(versionFor([{ version: '0.2.0' }, { version: '0.10.0' }, { version: '0.9.0' }])).toBe('0.10.0');
    expect(versionFor([{ version: '0.2.0' }, { version: '0.3.0', ring: 40 }])).toBe('0.2.0');
    expect(versionFor([{ version: '0.3.0', ring: 41 }])).toBe('0.3.0');
  });

  it('is never an older one, the same one, or one for another system', () => {
    expect(versionFor([{ version: '0.1.0' }, { version: '0.0.9' }, { version: '0.1.0-beta.1' }])).toBeNull();
    expect(versionFor([{ system: 'darwin' }, { arch: 'arm64' }])).toBeNull();
    expect(versionFor([])).toBeNull();
  });

  it('is the pinned one alone, whatever its ring', () => {
    expect(versionFor([{ version: '0.2.0', ring: 0 }, { version: '0.3.0' }], '0.2.0')).toBe('0.2.0');
    expect(versionFor([{ version: '0.3.0' }], '0.2.0')).toBeNull();
    expect(versionFor([{ version: '0.0.9' }], '0.0.9')).toBeNull();
  });

  it('reaches nobody with ring 0 and all with ring 100', () => {
    fc.assert(
      fc.property(fc.string(), (id) => {
        const of = { ...machine, number: machineNumber(id) };
        expect(versionFor([{ ring: 0 }], null, of)).toBeNull();
        expect(versionFor([{ ring: 100 }], null, of)).toBe('0.2.0');
      }),
    );
  });
});

describe('the number of a machine', () => {
  it('stays, and is spread over 0 to 99', () => {
    const numbers = Array.from({ length: 5000 }, (_, index) => machineNumber(`machine ${String(index)}`));
    expect(machineNumber('machine 7')).toBe(numbers[7]);
    expect(Math.min(...numbers)).toBe(0);
    expect(Math.max(...numbers)).toBe(99);
    const below20 = numbers.filter((number) => number < 20).length;
    expect(below20 / numbers.length).toBeGreaterThan(0.17);
    expect(below20 / numbers.length).toBeLessThan(0.23);
  });
});

describe('a number that is none', () => {
  it.each([NaN, -NaN, Infinity, 100, 1000])('is never everyone: %s', (number) => {
    const of = { ...machine, number };
    for (const ring of [0, 1, 50, 99]) expect(versionFor([{ ring }], null, of)).toBeNull();
    expect(versionFor([{ ring: 100 }], null, of)).toBeNull();
  });

  it.each(['NaN', '"100"', 'null', '-1', '101', '1e9', '99.5'])('is no ring of a feed: %s', (ring) => {
    const feed = JSON.stringify(aFeed({ sequence: 8 })).replace('"ring":100', `"ring":${ring}`);
    const key = newKey();
    const read = () => readFeed(envelope(feed, key), { keys: [key.publicKey], seen: null, now });
    expect(read).toThrow(expect.objectContaining({ trouble: 'malformed' }));
  });
});

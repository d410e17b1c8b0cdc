import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { Failed } from '../../../src/main/failure.ts';
import { chosenIn, effectiveSettings } from '../../../src/main/policy/settings.ts';
import { fits, placeOfHost } from '../../../src/main/policy/host-place.ts';
import { settingsView } from '../../../src/main/policy/effective.ts';
import { defaultSettings, type Settings } from '../../../src/main/station/settings.ts';
import { memorySettings } from '../station/support.ts';
import { etc, policyText, testRoot } from './support.ts';

/** Settings under a policy that can be changed. */
function under(mandatory: object, recommended: object = {}, start: Partial<Settings> = {}) {
  const at = testRoot();
  const file = at.write(`${etc}/a.json`, policyText(mandatory, recommended));
  const policy = at.open();
  const own = memorySettings(start);
  const settings = effectiveSettings(own, policy);
  const say = (nextMandatory: object, nextRecommended: object = {}): void => {
    fs.writeFileSync(file, policyText(nextMandatory, nextRecommended));
    policy.reread();
  };
  const spoil = (): void => {
    fs.writeFileSync(file, '{');
    fs.rmSync(`${at.own}/policy-last-good.json`);
  };
  return { at, file, policy, own, settings, say, spoil };
}
const idle = (settings: { readonly now: Settings }): readonly number[] => [
  settings.now.appearance.blurAfter,
  settings.now.appearance.clearAfter,
];
const blurAfter = (settings: { readonly now: Settings }, seconds: number): Partial<Settings> => ({
  appearance: { ...settings.now.appearance, blurAfter: seconds },
});
const failure = (act: () => void): unknown => {
  try {
    act();
  } catch (error) {
    if (error instanceof Failed) return error.failure;
    throw error;
  }
  return null;
};
const institution = { address: 'https://library.example', root: 'svcws', library: 'l1' };

describe('a setting', () => {
  test('is what the policy holds, before what the user chose, before what it recommends, before the default', () => {
    const { settings, own, say } = under({ blurAfter: 10 }, { blurAfter: 11, clearAfter: 12 });
    expect(idle(settings)).toEqual([10, 12]);
    settings.change({ appearance: { ...settings.now.appearance, clearAfter: 13 } });
    expect(idle(settings)).toEqual([10, 13]);
    expect(own.now.appearance).toMatchObject({ blurAfter: 180, clearAfter: 13 });
    say({}, { blurAfter: 11, clearAfter: 12 });
    expect(idle(settings)).toEqual([11, 13]);
    settings.change(blurAfter(settings, 14));
    say({});
    expect(idle(settings)).toEqual([14, 13]);
  });

  test('that is held is not changed, nor anything with it, and the place that holds it is said', () => {
    const { settings, own, file } = under({ blurAfter: 10 });
    const before = own.now;
    const change = { appearance: { ...settings.now.appearance, blurAfter: 20, theme: 'dark' } } as const;
    expect(failure(() => settings.change(change))).toEqual({
      ...{ kind: 'settings', why: 'locked', setting: 'blurAfter', place: file },
    });
    expect(own.now).toBe(before);
    settings.change({ appearance: { ...settings.now.appearance, theme: 'dark' } });
    expect(settings.now.appearance).toMatchObject({ blurAfter: 10, theme: 'dark' });
  });

  test('what the user had chosen is there again when the policy goes', () => {
    const { settings, say } = under({});
    settings.change(blurAfter(settings, 20));
    say({ blurAfter: 10 });
    settings.change({ appearance: { ...settings.now.appearance, sounds: false } });
    say({});
    expect(idle(settings)).toEqual([20, 900]);
  });

  test('of a file of an earlier version counts as chosen where it is not as at the first start', () => {
    const appearance = { ...defaultSettings.appearance, blurAfter: 77 };
    const { settings, own } = under({}, { blurAfter: 11, clearAfter: 12 }, { appearance, chosen: null });
    expect(chosenIn(own.now)).toEqual(['blurAfter']);
    expect(idle(settings)).toEqual([77, 12]);
    settings.change({ window: null });
    expect(own.now.chosen).toEqual(['blurAfter']);
  });

  test('a printer is held kind by kind', () => {
    const { settings } = under({
      slipPrinters: { due: { printer: 'Desk', roll: 80 }, pages: { printer: 'Office' } },
    });
    const { slips } = settings.now;
    expect(slips.kinds.due).toMatchObject({
      printer: { at: 'printer', name: 'Desk' },
      roll: 80,
      when: 'always',
    });
    expect(slips.pages).toEqual({ at: 'printer', name: 'Office' });
    const withKind = (kind: 'due' | 'hold', change: object): Partial<Settings> => ({
      slips: { ...slips, kinds: { ...slips.kinds, [kind]: { ...slips.kinds[kind], ...change } } },
    });
    settings.change(withKind('hold', { printer: { at: 'ask' } }));
    settings.change(withKind('due', { when: 'never' }));
    expect(settings.now.slips.kinds.due).toMatchObject({ printer: { name: 'Desk' }, when: 'never' });
    expect(failure(() => settings.change(withKind('due', { roll: 58 })))).toMatchObject({
      setting: 'slipPrinters',
    });
  });

  test('whatever is changed, a policy is never kept as what the user chose', () => {
    const value = fc.integer({ min: 0, max: 999 });
    const step = fc.record({ by: fc.constantFrom('user', 'mandatory', 'recommended', 'none'), value });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const { settings, say } = under({});
        let chosen: number | null = null;
        let held = false;
        for (const { by, value: seconds } of steps) {
          if (by === 'user') {
            const before = idle(settings)[0];
            const refused = failure(() => settings.change(blurAfter(settings, seconds)));
            expect(refused !== null).toBe(held && seconds !== before);
            if (!held && seconds !== before) chosen = seconds;
            continue;
          }
          held = by === 'mandatory';
          say(held ? { blurAfter: seconds } : {}, by === 'recommended' ? { blurAfter: seconds } : {});
          const wanted = by === 'none' ? 180 : seconds;
          expect(idle(settings)[0]).toBe(held ? seconds : (chosen ?? wanted));
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe('the service and the place', () => {
  test('that are held can be left for no other, and forgotten', () => {
    const { settings, file } = under(
      {
        serviceAddress: 'https://library.example/',
        placeByHost: [{ host: 'main-*', library: 'MAIN', desk: 'D' }],
      },
      {},
      { institution },
    );
    const other = { ...institution, address: 'https://other.example' };
    expect(failure(() => settings.change({ institution: other }))).toEqual({
      ...{ kind: 'settings', why: 'locked', setting: 'serviceAddress', place: file },
    });
    const coded = (code: string) => ({ code, label: code });
    const place = { library: coded('MAIN'), desk: coded('D'), department: null, currency: 'EUR' };
    settings.change({ institutionPlace: place });
    expect(
      failure(() => settings.change({ institutionPlace: { ...place, desk: coded('E') } })),
    ).toMatchObject({
      setting: 'placeByHost',
    });
    settings.change({ institutionPlace: { ...place, currency: 'USD' } });
    settings.change({ institution: null, institutionPlace: defaultSettings.institutionPlace });
    expect(settings.now.institution).toBeNull();
  });

  test('stay as they are under a policy that broke and was never good', () => {
    const { at, own, spoil } = under({}, {}, { institution });
    spoil();
    const settings = effectiveSettings(own, at.open());
    const other = { ...institution, address: 'https://other.example' };
    expect(failure(() => settings.change({ institution: other }))).toMatchObject({
      setting: 'serviceAddress',
    });
    settings.change({ institution: { ...institution, library: 'l2' } });
    expect(settings.now.institution?.library).toBe('l2');
  });

  test('a pattern fits a name in full or up to its dot, in any case', () => {
    const places = [
      { host: 'MAIN-desk-?', library: 'A' },
      { host: '*.branch.example', library: 'B' },
      { host: '*', library: 'C' },
    ];
    const at = (host: string) => placeOfHost(places, host)?.library;
    expect([
      at('main-DESK-1'),
      at('main-desk-1.library.example'),
      at('main-desk-12'),
      at('x.branch.example'),
    ]).toEqual([...['A', 'A', 'C', 'B']]);
    expect(placeOfHost(places.slice(0, 1), 'elsewhere')).toBeNull();
  });

  test('a pattern means what it would as a regular expression', () => {
    const letters = fc.stringMatching(/^[ab]{0,8}$/);
    fc.assert(
      fc.property(fc.stringMatching(/^[ab*?]{0,8}$/), letters, (pattern, name) => {
        const regular = new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`);
        expect(fits(pattern, name)).toBe(regular.test(name));
      }),
    );
    const started = performance.now();
    expect(fits(`${'*a'.repeat(100)}b`, 'a'.repeat(253))).toBe(false);
    expect(performance.now() - started).toBeLessThan(500);
  });
});

test('each setting is shown with its value and where it is from', () => {
  const { policy, settings, file } = under(
    { blurAfter: 10, allowExports: false },
    { clearAfter: 12, updateRing: 7 },
  );
  const rows = new Map(settingsView(policy, settings).map((row) => [row.id, [row.value, row.origin]]));
  expect(rows.get('blurAfter')).toEqual(['10 seconds', { from: 'mandatory', place: file }]);
  expect(rows.get('clearAfter')).toEqual(['12 seconds', { from: 'recommended', place: file }]);
  expect(rows.get('allowExports')).toEqual(['Switched off', { from: 'mandatory', place: file }]);
  expect(rows.get('allowFeeWaiving')).toEqual(['Allowed', { from: 'default' }]);
  expect(rows.get('updateRing')).toEqual(['7', { from: 'recommended', place: file }]);
  expect(rows.get('serviceAddress')).toEqual(['', { from: 'default' }]);
});

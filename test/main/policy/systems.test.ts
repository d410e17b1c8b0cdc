import path from 'node:path';
import { build, buildBinary } from 'plist';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { machineFolderOf } from '../../../src/main/command-line/machine-folder.ts';
import { bundleId, macPolicies } from '../../../src/main/policy/mac.ts';
import { parsePreferences } from '../../../src/main/policy/preferences.ts';
import type { Registry, RegistryValue } from '../../../src/main/policy/registry.ts';
import { windowsTrust } from '../../../src/main/policy/trust.ts';
import { policyKey, windowsPolicies } from '../../../src/main/policy/windows.ts';
import { testRoot } from './support.ts';

/** A registry of these keys; a key that is an error cannot be read. */
const registryOf = (
  keys: Readonly<Record<string, Readonly<Record<string, RegistryValue>> | Error>>,
): Registry => ({
  values(hive, key) {
    const values = keys[`${hive}\\${key}`];
    if (values instanceof Error) throw values;
    return values ? new Map(Object.entries(values)) : null;
  },
});
const machine = `HKLM\\${policyKey}`;
const user = `HKCU\\${policyKey}`;
const windows = (keys: Parameters<typeof registryOf>[0]) =>
  testRoot(() => windowsPolicies(registryOf(keys), () => () => null)).open();

describe('Windows', () => {
  test('the machine counts before the user, and numbers are yes and no', () => {
    const policy = windows({
      [machine]: { AllowExports: 0, blurAfter: 60, '': 'the default value' },
      [`${machine}\\Recommended`]: { clearAfter: 600 },
      [user]: { blurAfter: 5, placeByHost: ['[{"host": "*",', '"library": "MAIN"}]'], updateMode: 'off' },
    });
    expect(policy.problems).toEqual([]);
    expect(policy.mandatory('allowExports')).toEqual({ value: false, place: machine });
    expect(policy.mandatory('blurAfter')).toEqual({ value: 60, place: machine });
    expect(policy.recommended('clearAfter')?.value).toBe(600);
    expect(policy.mandatory('placeByHost')).toEqual({ value: [{ host: '*', library: 'MAIN' }], place: user });
    expect(policy.mandatory('updateMode')?.place).toBe(user);
  });

  test.each<[Readonly<Record<string, RegistryValue>>, string, string]>([
    [{ allowExports: 'false' }, 'type', 'mandatory.allowExports'],
    [{ allowExports: 2 }, 'type', 'mandatory.allowExports'],
    [{ blurAfter: '60' }, 'type', 'mandatory.blurAfter'],
    [{ placeByHost: '[{' }, 'syntax', 'mandatory.placeByHost'],
    [{ placeByHost: 7 }, 'syntax', 'mandatory.placeByHost'],
    [{ proxy: null }, 'type', 'mandatory.proxy'],
    [{ ApiKey: 'x' }, 'secret', 'mandatory.ApiKey'],
    [{ Whatever: 1 }, 'unknown', 'mandatory.Whatever'],
  ])('%j is refused', (values, why, key) => {
    const { state, problems } = windows({ [machine]: values });
    expect([state, problems.map((one) => [one.why, one.key])]).toEqual(['broken', [[why, key]]]);
  });

  test('a registry that cannot be read is a broken place', () => {
    const policy = windows({ [machine]: Object.assign(new Error('denied'), { code: 'EACCES' }) });
    expect(policy.problems).toMatchObject([{ place: machine, why: 'notRead', detail: 'EACCES' }]);
    expect(policy.off('forcedPayment')).toEqual({ place: machine, broken: true });
  });

  test('the file counts in the folder that Windows names', () => {
    const key = String.raw`HKLM\Software\Microsoft\Windows\CurrentVersion\Explorer\Shell Folders`;
    const policy = windows({ [key]: { 'Common AppData': String.raw`D:\Data` } });
    const file = String.raw`D:\Data\Carrel\policy.json`;
    expect(policy.places.map(({ place }) => place)).toEqual([machine, user, file]);
  });

  test('the folder of the machine is where Windows says, whatever a user’s environment says', () => {
    const key = String.raw`HKLM\Software\Microsoft\Windows\CurrentVersion\Explorer\Shell Folders`;
    vi.stubEnv('ProgramData', String.raw`C:\Users\anna`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const folder = (keys: Parameters<typeof registryOf>[0]) => machineFolderOf('win32', registryOf(keys));
    expect(folder({ [key]: { 'Common AppData': String.raw`D:\Data` } })).toBe(String.raw`D:\Data\Carrel`);
    for (const keys of [{}, { [key]: { 'Common AppData': '' } }, { [key]: new Error('denied') }])
      expect(folder(keys)).toBe(String.raw`C:\ProgramData\Carrel`);
  });
});

describe('macOS', () => {
  const settings = {
    blurAfter: 60,
    allowExports: false,
    placeByHost: [{ host: '*', library: 'MAIN' }],
    Recommended: { clearAfter: 600 },
    PayloadUUID: 'x',
  };
  const good = {
    ok: true,
    content: {
      mandatory: { blurAfter: 60, allowExports: false, placeByHost: [{ host: '*', library: 'MAIN' }] },
      recommended: { clearAfter: 600 },
    },
  };

  test('a profile is read as XML and binary', () => {
    expect(parsePreferences(Buffer.from(build(settings)))).toEqual(good);
    expect(parsePreferences(buildBinary(settings))).toEqual(good);
  });

  test.each([
    ['nothing', ''],
    ['JSON', '{}'],
    ['half a list', '<plist><dict><key>blurAfter</key>'],
    ['a list', build([1])],
  ])('%s is no profile', (_, text) => {
    expect(parsePreferences(Buffer.from(text))).toMatchObject({ ok: false, problems: [{ why: 'syntax' }] });
  });

  test('half a binary one, and whatever else, is refused and never an error', () => {
    const whole = buildBinary(settings);
    for (let length = 6; length < whole.length; length += 7)
      expect(parsePreferences(whole.subarray(0, length))).toHaveProperty('ok');
    expect(parsePreferences(Buffer.from(build({ blurAfter: '60' })))).toMatchObject({
      problems: [{ why: 'type', key: 'mandatory.blurAfter' }],
    });
  });

  test('the Mac counts before the user, and both before the file', () => {
    const at = testRoot((trust, root) => macPolicies(trust, 'anna', root));
    at.write(`Library/Managed Preferences/anna/${bundleId}.plist`, build({ blurAfter: 2, clearAfter: 2 }));
    at.write('Library/Application Support/Carrel/policy.json', {
      blurAfter: 3,
      clearAfter: 3,
      updateRing: 3,
    });
    at.write(`Library/Managed Preferences/${bundleId}.plist`, build({ blurAfter: 1 }));
    const policy = at.open();
    expect(['blurAfter', 'clearAfter', 'updateRing'].map((id) => policy.value(id as 'blurAfter'))).toEqual([
      1, 2, 3,
    ]);
  });

  test('a name of a user is never a way elsewhere', () => {
    const at = testRoot((trust, root) => macPolicies(trust, '../..', root));
    expect(at.open().places).toHaveLength(2);
    expect(at.open().places.every(({ place }) => path.resolve(place) === place)).toBe(true);
  });
});

describe('who could have written a file on Windows', () => {
  const file = String.raw`C:\ProgramData\Carrel\policy.json`;
  const folder = String.raw`C:\ProgramData\Carrel`;
  const closed = 'O:BAG:SYD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)';
  const inherited = 'O:BAG:SYD:AI(A;ID;FA;;;SY)(A;ID;FA;;;BA)(A;ID;0x1200a9;;;BU)';
  const anna = 'S-1-5-21-1004336348-1177238915-682003330-1001';
  const installer = 'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464';
  const judged = (ofFile: string, ofFolder: string) =>
    windowsTrust(String.raw`C:\PROGRAMDATA`, (places) => {
      expect(places).toEqual([file, folder]);
      return [ofFile, ofFolder];
    })(file);

  test.each([
    ['inherits from the folder', inherited],
    ['is the system’s', 'O:SYG:SYD:(A;;FA;;;SY)(A;;FA;;;S-1-5-32-544)(A;;FR;;;WD)'],
    ['is TrustedInstaller’s', `O:${installer}G:${installer}D:PAI(A;;FA;;;${installer})(A;;0x1200a9;;;AC)`],
    ['is denied to some', 'O:BAG:SYD:P(D;;FA;;;BG)(A;;FA;;;BA)(A;;GRGX;;;BU)'],
    ['is for what will be made below it alone', 'O:BAD:P(A;;FA;;;BA)(A;OICIIO;GA;;;CO)'],
    ['is watched', 'O:BAG:SYD:P(A;;FA;;;BA)S:AI(AU;FA;FA;;;WD)'],
  ])('the system alone: one that %s', (_, text) => {
    expect(judged(text, closed)).toBeNull();
    expect(judged(closed, text)).toBeNull();
  });

  test.each([
    [
      'belongs to a user, who has closed it to all others',
      `O:${anna}G:SYD:PAI(A;;FA;;;SY)(A;;0x1200a9;;;BU)`,
    ],
    ['users may write', 'O:BAG:SYD:AI(A;ID;FA;;;BA)(A;ID;0x1301bf;;;BU)'],
    ['users may add to, as in ProgramData', 'O:SYG:SYD:PAI(A;OICI;FA;;;SY)(A;CI;DCLCRPCR;;;BU)'],
    ['one user may write', `O:BAG:SYD:P(A;;FA;;;BA)(A;;FW;;;${anna})`],
    ['one user may give to themselves', `O:BAG:SYD:P(A;;FA;;;BA)(A;;0x40000;;;${anna})`],
    ['one user may delete', `O:BAG:SYD:P(A;;FA;;;BA)(A;;FRSD;;;${anna})`],
    ['whoever signs in may change', 'O:BAG:SYD:AI(A;;FA;;;BA)(A;OICIID;0x1301bf;;;AU)'],
    ['nobody closes', 'O:BAG:SYD:NO_ACCESS_CONTROL'],
    ['has no list', 'O:BAG:SY'],
    ['has no owner', 'D:PAI(A;;FA;;;BA)'],
    ['has a condition', 'O:BAG:SYD:P(XA;;FA;;;WD;(@User.Title=="PM"))'],
    ['has a right that is unknown', `O:BAG:SYD:P(A;;ZZ;;;${anna})`],
    ['is a link', 'link'],
    ['has no answer', ''],
  ])('another could: one that %s', (_, text) => {
    expect(judged(text, closed)).toBe(file);
    expect(judged(closed, text)).toBe(folder);
  });

  test('where Windows does not say, nothing is trusted', () => {
    const broken = windowsTrust(String.raw`C:\ProgramData`, () => {
      throw new Error('timed out');
    });
    expect(broken(file)).toBe(file);
    expect(windowsTrust(String.raw`C:\ProgramData`, () => [closed])(file)).toBe(folder);
  });

  test('every folder below the drive is looked at', () => {
    const asked: string[] = [];
    const trust = windowsTrust(String.raw`C:\ProgramData`, (places) => {
      asked.push(...places);
      return places.map(() => closed);
    });
    expect(trust('D:/it/pki/ca.pem')).toBeNull();
    expect(asked).toEqual([String.raw`D:\it\pki\ca.pem`, String.raw`D:\it\pki`, String.raw`D:\it`]);
  });
});

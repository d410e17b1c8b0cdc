import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { posixTrust } from '../../../src/main/policy/trust.ts';
import { etc, policyText, testRoot, usr } from './support.ts';

const allOff = ['feeWaiving', 'exports', 'forcedPayment'] as const;

describe('the policy of a computer', () => {
  test('without a file there is none, and nothing is off', () => {
    const policy = testRoot().open();
    expect(policy.state).toBe('none');
    expect(policy.places.map(({ state }) => state)).toEqual(['none', 'none']);
    for (const feature of allOff) expect(policy.off(feature)).toBeNull();
  });

  test('files count in the order of their names, and what IT wrote before what a package brought', () => {
    const at = testRoot();
    at.write(`${etc}/20-b.json`, { blurAfter: 20, clearAfter: 20 });
    at.write(`${etc}/10-a.json`, { blurAfter: 10 });
    at.write(`${etc}/.30.json`, 'hidden');
    at.write(`${etc}/readme.txt`, 'no policy');
    at.write(`${usr}/00.json`, { blurAfter: 0, clearAfter: 0, updateRing: 7 });
    const policy = at.open();
    expect(policy.state).toBe('inForce');
    expect(policy.mandatory('blurAfter')).toEqual({ value: 10, place: path.join(at.root, etc, '10-a.json') });
    expect(policy.value('clearAfter')).toBe(20);
    expect(policy.value('updateRing')).toBe(7);
  });

  test('of a broken file the last good one holds, also after the program started again, and says since when', () => {
    const at = testRoot();
    const file = at.write(`${etc}/a.json`, { allowExports: false, blurAfter: 10 });
    const first = at.open();
    fs.writeFileSync(file, '{"schema": "carrel-policy/1", "mandatory": {"allowExport": false}}');
    first.reread();
    for (const policy of [first, at.open()]) {
      expect(policy.state).toBe('lastGood');
      expect(policy.off('exports')).toEqual({ place: file, broken: false });
      expect(policy.value('blurAfter')).toBe(10);
      expect(policy.places[0]?.since).not.toBe('');
      expect(policy.problems.map(({ text, line }) => [text, line])).toEqual([
        ['“mandatory.allowExport” is not a setting. “allowExports” is.', 1],
      ]);
    }
    fs.writeFileSync(file, policyText({}));
    first.reread();
    expect(first.state).toBe('inForce');
    expect(first.off('exports')).toBeNull();
  });

  test('one that was never good holds what could do harm, unless a stronger place decides it', () => {
    const at = testRoot();
    const broken = at.write(`${etc}/b.json`, '{');
    for (const feature of allOff) expect(at.open().off(feature)).toEqual({ place: broken, broken: true });
    expect(at.open().brokenFor('serviceAddress')).toBe(broken);
    at.write(`${etc}/c.json`, { allowExports: true });
    expect(at.open().off('exports')).toEqual({ place: broken, broken: true });
    at.write(`${etc}/a.json`, { allowExports: true });
    const policy = at.open();
    expect(policy.state).toBe('broken');
    expect(policy.off('exports')).toBeNull();
    expect(policy.off('feeWaiving')).toEqual({ place: broken, broken: true });
  });

  test('a last good one that was damaged is none', () => {
    const at = testRoot();
    at.write(`${etc}/a.json`, { allowExports: false });
    at.open();
    const kept = path.join(at.own, 'policy-last-good.json');
    fs.writeFileSync(
      kept,
      fs.readFileSync(kept, 'utf8').replace('"allowExports": false', '"allowExports": true'),
    );
    at.write(`${etc}/a.json`, 'broken');
    expect(at.open().state).toBe('broken');
  });

  test('one that IT takes away is gone, with the last good one', () => {
    const at = testRoot();
    at.write(`${etc}/a.json`, { allowExports: false });
    const policy = at.open();
    at.remove(`${etc}/a.json`);
    policy.reread();
    expect([policy.state, policy.off('exports')]).toEqual(['none', null]);
    at.write(`${etc}/a.json`, 'broken');
    policy.reread();
    expect(policy.state).toBe('broken');
  });

  test('listeners hear of a change, and of nothing else', () => {
    const at = testRoot();
    const policy = at.open();
    let heard = 0;
    policy.changes.on(() => (heard += 1));
    policy.reread();
    expect(heard).toBe(0);
    at.write(`${etc}/a.json`, { blurAfter: 5 });
    policy.reread();
    policy.reread();
    expect(heard).toBe(1);
  });

  test.each<[string, (file: string, root: string) => void, string]>([
    ['empty', (file) => fs.writeFileSync(file, ''), 'empty'],
    ['of ten megabytes', (file) => fs.writeFileSync(file, ' '.repeat(10_000_000)), 'tooLarge'],
    [
      'a folder',
      (file) => {
        fs.rmSync(file);
        fs.mkdirSync(file, { mode: 0o755 });
      },
      'notAFile',
    ],
    [
      'a link to nothing',
      (file) => {
        fs.rmSync(file);
        fs.symlinkSync('/nowhere/at/all', file);
      },
      'notRead',
    ],
    ['one that others can write', (file) => fs.chmodSync(file, 0o666), 'userCanWrite'],
    ['one that a group can write', (file) => fs.chmodSync(file, 0o664), 'userCanWrite'],
    [
      'one in a folder that others can write',
      (file) => fs.chmodSync(path.dirname(file), 0o777),
      'userCanWrite',
    ],
    [
      'a link to a file that others can write',
      (file, root) => {
        const target = path.join(root, 'target.json');
        fs.renameSync(file, target);
        fs.chmodSync(target, 0o666);
        fs.symlinkSync(target, file);
      },
      'userCanWrite',
    ],
    [
      'a link through a folder that others can write',
      (file, root) => {
        const open = path.join(root, 'open');
        fs.mkdirSync(open);
        fs.chmodSync(open, 0o777);
        const target = path.join(root, 'target.json');
        fs.renameSync(file, target);
        fs.symlinkSync(target, path.join(open, 'link'));
        fs.symlinkSync(path.join(open, 'link'), file);
      },
      'userCanWrite',
    ],
    [
      'a link to itself',
      (file) => {
        fs.rmSync(file);
        fs.symlinkSync(file, file);
      },
      'userCanWrite',
    ],
  ])('%s is refused, and the last good one holds', (_, spoil, why) => {
    const at = testRoot();
    const file = at.write(`${etc}/a.json`, { allowExports: false });
    const policy = at.open();
    spoil(file, at.root);
    policy.reread();
    expect(policy.problems.map((one) => one.why)).toEqual([why]);
    expect([policy.state, policy.off('exports')?.place]).toEqual(['lastGood', file]);
  });

  test('a link to a file that nobody else can write is one', () => {
    const at = testRoot();
    const target = at.write('opt/fleet/policy.json', { blurAfter: 9 });
    fs.mkdirSync(path.join(at.root, etc), { recursive: true });
    fs.symlinkSync(target, path.join(at.root, etc, 'a.json'));
    expect(at.open().value('blurAfter')).toBe(9);
  });

  test("a file of another user's is refused", () => {
    const at = testRoot();
    const file = at.write(`${etc}/a.json`, { blurAfter: 9 });
    const trust = posixTrust({ owners: [(process.getuid?.() ?? 0) + 1], top: at.root });
    expect(trust(file)).toBe(path.join(at.root, 'etc'));
  });

  test('authorities are read from a file that nobody else can write, and whatever else is refused and said', () => {
    const at = testRoot();
    const pem = at.write('etc/authority.pem', 'no certificate');
    at.write(`${etc}/a.json`, { authorityFile: pem });
    const policy = at.open();
    expect([policy.authorities, policy.problems.map(({ why }) => why)]).toEqual([[], ['notCertificates']]);
    fs.chmodSync(pem, 0o666);
    policy.reread();
    expect(policy.problems.map(({ why }) => why)).toEqual(['userCanWrite']);
  });
});

import { expect, test } from 'vitest';
import { authorityInForce, certificatesIn } from '../../../src/main/network/authorities.ts';
import { effectiveSettings } from '../../../src/main/policy/settings.ts';
import { authority } from '../../client/proxy.ts';
import { etc, testRoot } from '../policy/support.ts';
import { memorySettings } from '../station/support.ts';

test('certificates are all good, or none', () => {
  expect(certificatesIn(`# ours\n${authority()}\n${authority()}`)).toHaveLength(2);
  expect(certificatesIn('none')).toBeNull();
  const damaged = authority().replace(/M/g, 'A');
  expect(certificatesIn(authority() + damaged)).toBeNull();
});

test('trusted is what the policy holds, before what the user chose, before what it recommends', () => {
  const at = testRoot();
  const pem = at.write('etc/authority.pem', authority());
  const policy = at.open();
  const settings = effectiveSettings(memorySettings(), policy);
  const trusted = (): readonly string[] => authorityInForce(policy, settings);
  const say = (content: object): void => {
    at.write(`${etc}/a.json`, JSON.stringify({ schema: 'carrel-policy/1', ...content }));
    policy.reread();
  };
  expect(trusted()).toEqual([]);
  say({ recommended: { authorityFile: pem } });
  expect(trusted()).toHaveLength(1);
  settings.change({ network: { ...settings.now.network, authority: { file: 'own.pem', pem: ['own'] } } });
  expect(trusted()).toEqual(['own']);
  say({ mandatory: { authorityFile: pem } });
  expect(trusted()).not.toContain('own');
  expect(() => settings.change({ network: { proxy: '', authority: null } })).toThrow();
  settings.change({ network: { ...settings.now.network, proxy: 'DIRECT' } });
  say({});
  expect(trusted()).toEqual(['own']);
  expect(settings.now.network.proxy).toBe('DIRECT');
});

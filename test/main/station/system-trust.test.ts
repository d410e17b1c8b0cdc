import { getCACertificates } from 'node:tls';
import { expect, test } from 'vitest';
import { trustSystem } from '../../../src/main/station/clients.ts';
import { authority } from '../../client/proxy.ts';
import { quietLog } from '../support/ports.ts';

test('a system that does not give its authorities leaves those of Node', () => {
  const before = getCACertificates('default');
  const log = quietLog();
  const authorities = (): never => {
    throw Object.assign(new Error('the store is locked'), { code: 'ERR_STORE' });
  };
  trustSystem({ authorities }, log);
  expect(getCACertificates('default')).toEqual(before);
  expect(log.lines).toEqual([['station.noAuthorities', { code: 'ERR_STORE' }]]);
});

test('the system’s authorities are trusted beside those of Node', () => {
  const before = getCACertificates('default');
  const log = quietLog();
  trustSystem({ authorities: () => [authority()] }, log);
  const now = getCACertificates('default');
  const bare = (pem: string): string => pem.replaceAll(/\s/g, '');
  expect(now.map(bare)).toContain(bare(authority()));
  expect(now.length).toBeGreaterThan(new Set(before.map(bare)).size);
  expect(log.lines).toEqual([['station.authorities', { ofSystem: 1 }]]);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isProxyList } from '../../../src/client/proxy/route.ts';
import { proxyOf, typedOf, wayOf } from '../../../src/renderer/network/proxy-words.ts';

test.each([
  ['proxy.example:3128', 'PROXY proxy.example:3128'],
  ['http://proxy.example:3128/', 'PROXY proxy.example:3128'],
  ['https://proxy.example', 'HTTPS proxy.example'],
  [' PROXY a:1; DIRECT ', 'PROXY a:1; DIRECT'],
  ['', ''],
  ['https://', ''],
])('%s is meant as %s', (typed, proxy) => expect(proxyOf(typed)).toBe(proxy));

test('what is in force is shown as it was typed', () => {
  const host = fc.stringMatching(/^[a-z][a-z0-9]{0,10}\.example:[1-9]\d{0,3}$/);
  fc.assert(
    fc.property(host, fc.constantFrom('', 'https://'), (where, scheme) => {
      const proxy = proxyOf(scheme + where);
      expect(isProxyList(proxy)).toBe(true);
      expect([wayOf(proxy), typedOf(proxy)]).toEqual(['own', scheme + where]);
    }),
  );
  expect([wayOf(''), wayOf('DIRECT'), typedOf('DIRECT')]).toEqual(['system', 'none', '']);
});

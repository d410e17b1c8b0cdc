import { expect, test } from 'vitest';
import { routesOf } from '../../src/client/proxy/route.ts';

const direct = { kind: 'direct' };
const proxy = (name: string, host: string, port: number, secure = false) => ({
  kind: 'proxy',
  proxy: { secure, host, port, name },
});

test.each([
  ['DIRECT', [direct]],
  ['', [direct]],
  [' ; ', [direct]],
  ['PROXY proxy.example:3128', [proxy('proxy.example:3128', 'proxy.example', 3128)]],
  ['HTTP proxy.example:3128', [proxy('proxy.example:3128', 'proxy.example', 3128)]],
  ['PROXY proxy.example', [proxy('proxy.example:80', 'proxy.example', 80)]],
  ['HTTPS proxy.example', [proxy('https://proxy.example:443', 'proxy.example', 443, true)]],
  ['HTTPS proxy.example:80', [proxy('https://proxy.example:80', 'proxy.example', 80, true)]],
  ['PROXY [2001:db8::1]:3128', [proxy('[2001:db8::1]:3128', '2001:db8::1', 3128)]],
  ['PROXY one:1;  proxy two:2 ;DIRECT', [proxy('one:1', 'one', 1), proxy('two:2', 'two', 2), direct]],
  ['SOCKS5 socks.example:1080; DIRECT', [{ kind: 'unsupported', name: 'SOCKS5' }, direct]],
  ['SOCKS socks.example:1080', [{ kind: 'unsupported', name: 'SOCKS' }]],
  // No system says these; whatever is said is not repeated.
  ['PROXY', [{ kind: 'unsupported', name: 'PROXY' }]],
  ['PROXY :::', [{ kind: 'unsupported', name: 'PROXY' }]],
  ['http://user:secret@proxy.example', [{ kind: 'unsupported', name: '' }]],
  ['PROXY user:secret@proxy.example:3128', [proxy('proxy.example:3128', 'proxy.example', 3128)]],
])('%j', (answer, routes) => {
  expect(routesOf(answer)).toEqual(routes);
});

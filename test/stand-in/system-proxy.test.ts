import { expect, test } from 'vitest';
import { systemProxy } from './host/system-proxy.ts';

const service = 'https://library.example/';

test.each([
  ['nothing said', {}, service, 'DIRECT'],
  ['a proxy', { https_proxy: 'http://proxy.example:3128' }, service, 'PROXY proxy.example:3128'],
  ['in capitals', { HTTPS_PROXY: 'proxy.example:3128' }, service, 'PROXY proxy.example:3128'],
  [
    'with a login, which is not told',
    { https_proxy: 'http://u:p@proxy.example:1/' },
    service,
    'PROXY proxy.example:1',
  ],
  ['for http only', { http_proxy: 'proxy.example:3128' }, service, 'DIRECT'],
  ['for all', { all_proxy: 'socks5://socks.example:1080' }, service, 'SOCKS5 socks.example:1080'],
  ['over TLS', { https_proxy: 'https://proxy.example:443' }, service, 'HTTPS proxy.example:443'],
  ['not for this one', { https_proxy: 'p:1', no_proxy: 'other, .example' }, service, 'DIRECT'],
  ['not for this machine', { https_proxy: 'p:1' }, 'https://127.0.0.1:8443/', 'DIRECT'],
])('the stand-in’s proxy: %s', (_name, env, url, answer) => {
  expect(systemProxy(url, env)).toBe(answer);
});

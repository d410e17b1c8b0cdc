/** What Chromium never sends to a proxy, whatever it is told: this machine, and what is on its own cable. */
const near = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|169\.254\.\d+\.\d+|\[::1\]|\[fe[89ab].*\])$/;

const words: Readonly<Record<string, string>> = {
  http: 'PROXY',
  https: 'HTTPS',
  socks: 'SOCKS5',
  socks4: 'SOCKS',
  socks5: 'SOCKS5',
};

/**
 * The proxy for an address, as Chromium reads it off the environment where no desktop says otherwise (`https_proxy`,
 * `http_proxy`, `all_proxy`, `no_proxy`). PAC files and the system's settings are read by the real one only.
 */
export function systemProxy(url: string, env: NodeJS.ProcessEnv): string {
  const { hostname, protocol } = new URL(url);
  const report = (name: string): string => env[name] ?? env[name.toUpperCase()] ?? '';
  const spared = report('no_proxy')
    .split(',')
    .map((one) => one.trim().replace(/^\*?\./, ''))
    .filter((one) => one !== '');
  if (near.test(hostname)) return 'DIRECT';
  if (spared.some((one) => one === '*' || hostname === one || hostname.endsWith(`.${one}`))) return 'DIRECT';
  const named = report(`${protocol.slice(0, -1)}_proxy`) || report('all_proxy');
  const [, scheme = 'http', where = ''] = /^(?:(\w+):\/\/)?(?:[^@]*@)?([^/]+)/.exec(named) ?? [];
  const word = words[scheme];
  return where === '' || word === undefined ? 'DIRECT' : `${word} ${where}`;
}

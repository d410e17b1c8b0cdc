/** A proxy by which a service is reached. */
export interface Proxy {
  /** Whether the proxy itself is spoken to over TLS. */
  readonly secure: boolean;
  readonly host: string;
  readonly port: number;
  /** What it is called on screen and in the keychain: `proxy.example:3128`, `https://proxy.example:443`. */
  readonly name: string;
}

/** One way to a service. `unsupported`: a kind of proxy that is not spoken here, by its name. */
export type ProxyRoute =
  | { readonly kind: 'direct' }
  | { readonly kind: 'proxy'; readonly proxy: Proxy }
  | { readonly kind: 'unsupported'; readonly name: string };

const direct: ProxyRoute = { kind: 'direct' };

/** The ways that the system names, in the words of a PAC file: `PROXY one:3128; HTTPS two:443; DIRECT`. */
export function routesOf(answer: string): readonly ProxyRoute[] {
  const named = answer.split(';').flatMap((one) => (one.trim() === '' ? [] : [routeOf(one.trim())]));
  return named.length > 0 ? named : [direct];
}

/** Whether a text names only ways that are spoken here, and carries no login. */
export const isProxyList = (text: string): boolean =>
  !text.includes('@') &&
  text.split(';').every((one) => one.trim() !== '') &&
  routesOf(text).every(({ kind }) => kind !== 'unsupported');

function routeOf(text: string): ProxyRoute {
  const [word = '', where = ''] = text.split(/\s+/);
  const kind = word.toUpperCase();
  if (kind === 'DIRECT') return direct;
  const secure = kind === 'HTTPS';
  const url = secure || kind === 'PROXY' || kind === 'HTTP' ? URL.parse(`http://${where}`) : null;
  // Only the kinds of proxy are shown on screen, and nothing else of this text.
  if (url === null) return { kind: 'unsupported', name: /^[A-Z]+\d?$/.test(kind) ? kind : '' };
  // URL takes a port of 80 away, as the usual one.
  const port = Number(url.port || (secure && !/:80$/.test(where) ? 443 : 80));
  const name = `${secure ? 'https://' : ''}${url.hostname}:${port}`;
  return { kind: 'proxy', proxy: { secure, host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port, name } };
}

import { InvalidArgumentError } from './errors.ts';

const loopback = /^(?:127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/;
const rootSegment = /^[A-Za-z0-9_-]+$/;

/**
 * The base URL of the service, without a slash at its end: `https://host/svcws/v1`.
 * The address must be https; http only on this very machine, because the key travels with every call. A pasted
 * address that already ends in `/svcws/v1` is taken as meant. Throws InvalidArgumentError.
 */
export function baseUrl(address: string, root: string): string {
  if (!rootSegment.test(root)) throw wrong('root', 'expected one path segment, such as svcws', 'invalid');
  const url = parsed(address);
  if (url.username !== '' || url.password !== '') {
    throw wrong('address', 'expected no user name or password in it', 'invalid');
  }
  if (url.search !== '' || url.hash !== '') throw wrong('address', 'expected no ? or # in it', 'invalid');
  if (url.protocol !== 'https:' && !loopback.test(url.hostname)) {
    throw wrong('address', 'expected https:// (http:// only on this machine)', 'insecure');
  }
  const path = url.pathname.replace(/\/+$/, '');
  const version = `/${root}/v1`;
  return `${url.origin}${path.endsWith(version) ? path : path + version}`;
}

function parsed(address: string): URL {
  const url = URL.parse(address.trim());
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw wrong('address', 'expected an address such as https://library.example', 'invalid');
  }
  return url;
}

function wrong(field: string, detail: string, reason: 'invalid' | 'insecure'): InvalidArgumentError {
  return new InvalidArgumentError({ place: 'connection', field, reason, detail });
}

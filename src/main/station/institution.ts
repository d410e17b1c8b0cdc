import { baseUrl } from '../../client/address.ts';
import type { Settings } from './settings.ts';

export type Institution = NonNullable<Settings['institution']>;

/** Where an institution's service is. */
export type Place = Pick<Institution, 'address' | 'root'>;

/**
 * An institution's service as typed, in the one form in which it is kept: no slash at its end, and without the root
 * segment that somebody may have pasted along. Throws the client's InvalidArgumentError, since it is the client that
 * knows where a key may be sent.
 */
export function institutionAt(address: string, root: string): Place {
  const segment = root.trim().replaceAll(/^\/+|\/+$/g, '');
  const base = baseUrl(address, segment);
  return { address: base.slice(0, -`/${segment}/v1`.length), root: segment };
}

/** The name under which the keychain has its key: another library is another key, at whichever address. */
export function accountOf({ address, root, library }: Institution): string {
  const base = baseUrl(address, root);
  return library === '' ? base : `${base} ${library}`;
}

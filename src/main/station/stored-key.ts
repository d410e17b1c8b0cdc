import * as z from 'zod';
import { accountOf, type Institution, type ServiceAddress } from './institution-key.ts';
import { noPlace, type Settings } from './settings.ts';

/** The service whose key `--provision` has put into the keychain, as the running program is told. Never the key. */
export const StoredKey = z.object({ address: z.string().min(1).max(2000), root: z.string().min(1).max(100) });

/**
 * What came of it: the key is used from now on; the desk is in use or has work at the library that would be left; the
 * settings could not be written; another service is connected, which only its policy or a person may change.
 */
export const StoredKeyAnswer = z.enum(['used', 'busy', 'notWritten', 'otherService']);
export type StoredKeyAnswer = z.output<typeof StoredKeyAnswer>;

/**
 * A service by its address alone: which library it is, the service has to say first, or a person. A new key may be
 * another library's, also at the same address.
 */
export const unrecognized = ({ address, root }: ServiceAddress): Institution => ({
  address,
  root,
  library: '',
});

export const isSameService = (one: ServiceAddress, two: ServiceAddress): boolean =>
  accountOf(unrecognized(one)) === accountOf(unrecognized(two));

/** The settings of a station that uses the key that the keychain has for this service. */
export function settingsWithKey(
  { institution, institutionPlace }: Pick<Settings, 'institution' | 'institutionPlace'>,
  at: ServiceAddress,
): Partial<Settings> {
  const isSame = institution !== null && isSameService(institution, at);
  return {
    ...{ mode: 'institution', institution: unrecognized(at), keyInKeychain: true },
    institutionPlace: isSame ? institutionPlace : noPlace,
  };
}

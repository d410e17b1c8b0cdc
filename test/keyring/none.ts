import { createKeychain } from '../../src/main/station/keychain.ts';
import { noKeytar } from '../entry/no-keytar.ts';

/** The keychain of a machine that has none. */
export const absentKeychain = createKeychain({ service: 'Carrel', load: noKeytar });

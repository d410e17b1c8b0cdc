import type { Keytar } from '../../src/main/station/keychain.ts';

/** What loading keytar comes to on a machine that has no keychain. */
export const noKeytar = (): Promise<Keytar> =>
  Promise.reject(Object.assign(new Error('There is no keychain in this run'), { code: 'MODULE_NOT_FOUND' }));

import { decimalsOf } from '../../service/currency.ts';
import { toAmount } from '../../shared/money.ts';
import { currencyCode, inCurrency } from '../rules/sums.ts';
import type { ConfigEntry } from './configuration.ts';

const profiles = [
  { code: 'DEPOSIT', name: 'Deposit', description: 'For guests who borrow', amount: '100.00' },
  { code: 'LAPTOP', name: 'Laptop deposit', description: 'For the loan of a laptop', amount: '500.00' },
  { code: 'LOCKER', name: 'Locker deposit', description: 'For the key of a locker', amount: '20.00' },
] as const;

/** What a profile is called. */
export const profileName = (code: string): string =>
  profiles.find((profile) => profile.code === code)?.name ?? code;

/** What users can leave money for, by its code: deposits name one of these. Source: Configuration (the fields are assumed). */
export function depositProfiles(currency: string): ConfigEntry[] {
  const decimals = decimalsOf(currency);
  return profiles.map((profile) => ({
    kind: 'deposit_profile',
    scope: '',
    code: profile.code,
    doc: {
      id: profile.code,
      ...profile,
      amount: toAmount(inCurrency(profile.amount, decimals), decimals),
      status: { value: 'ACTIVE', desc: 'Active' },
      currency: currencyCode(currency),
      link: `/conf/deposit-profiles/${profile.code}`,
    },
  }));
}

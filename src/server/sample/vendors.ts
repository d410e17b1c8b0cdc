import type { ConfigEntry } from './configuration.ts';
import type { LibraryCode } from './configuration.ts';

/** Those the library buys from, as order lines and invoices name them. */
export const vendors = [
  { value: 'NORTHBOOKS', desc: 'North Books' },
  { value: 'HAIFABOOKS', desc: 'Haifa Books' },
  { value: 'LIBRAIRIE', desc: 'Librairie du Port' },
  { value: 'LEXPRESS', desc: 'Lex Press Distribution' },
] as const;

/** The ledgers of the year and the funds in them. The last fund is closed: nothing can be paid from it. */
const ledgers: Readonly<Record<string, { name: string; owner: LibraryCode; funds: Record<string, string> }>> =
  {
    MONOGRAPHS: {
      name: 'Monographs',
      owner: 'MAIN',
      funds: { 'GENERAL-MONO': 'General monographs', 'SCIENCE-MONO': 'Science monographs' },
    },
    LAW: { name: 'Law', owner: 'LAW', funds: { 'LAW-MONO': 'Law monographs' } },
    GIFTS: {
      name: 'Gifts',
      owner: 'MAIN',
      funds: { GIFTS: 'Gifts and bequests', 'OLD-GIFTS': 'Gifts, spent' },
    },
  };

/** The funds that order lines are paid from. */
export const fundCodes = ['GENERAL-MONO', 'SCIENCE-MONO', 'LAW-MONO', 'GIFTS'];

const currency = { value: 'ILS', desc: 'New Israeli Shekel' };

/** Vendors, ledgers and funds: no operation reads them, and invoices are judged by them. */
export function accounts(): ConfigEntry[] {
  return [
    ...vendors.map(({ value, desc }): ConfigEntry => ({
      kind: 'vendor',
      scope: '',
      code: value,
      doc: { code: value, name: desc, currency, account: [{ account_code: 'MAIN' }] },
    })),
    ...Object.entries(ledgers).flatMap(([code, { name, owner, funds }]): ConfigEntry[] => [
      { kind: 'ledger', scope: '', code, doc: { code, name, owner: { value: owner }, currency } },
      ...Object.entries(funds).map(([fund, description]): ConfigEntry => ({
        kind: 'fund',
        scope: '',
        code: fund,
        doc: {
          code: fund,
          name: description,
          ledger: { value: code, desc: name },
          allocation: '50000.00',
          status: { value: fundCodes.includes(fund) ? 'ACTIVE' : 'INACTIVE' },
        },
      })),
    ]),
  ];
}

import { m } from '../../messages/compiled/messages.js';
import type { Coded } from '../../contract/common.ts';
import type {
  AddressForm,
  EmailForm,
  IdentifierForm,
  PatronForm,
  PatronTables,
  PhoneForm,
} from '../../contract/patrons.ts';
import { isCardType } from '../../shared/patrons.ts';
import { noCode } from './fields.ts';

/** What most patrons have when they are added. Assumption: the description names no codes but these two fields' forms. */
const usual = { accountType: 'INTERNAL', status: 'ACTIVE' } as const;

/** An empty record, with the text that was searched for. */
export function newForm(searchText = ''): PatronForm {
  const isName = searchText !== '' && !/[\d@]/.test(searchText);
  const words = searchText.trim().split(/\s+/);
  return {
    primaryId: isName || searchText.includes('@') ? '' : searchText.trim(),
    title: noCode,
    firstName: isName ? words.slice(0, -1).join(' ') : '',
    middleName: '',
    lastName: isName ? (words.at(-1) ?? '') : '',
    gender: noCode,
    birth: '',
    language: noCode,
    // In our words until the tables are read.
    accountType: { code: usual.accountType, label: m.patrons_usual_internal() },
    status: { code: usual.status, label: m.patrons_usual_active() },
    group: noCode,
    campus: noCode,
    expiry: '',
    purge: '',
    identifiers: [],
    addresses: [],
    emails: searchText.includes('@') ? [{ ...newEmail(true), address: searchText.trim() }] : [],
    phones: [],
  };
}

export const newAddress = (preferred: boolean): AddressForm => ({
  ...{ lines: '', city: '', state: '', postalCode: '', country: noCode, type: noCode },
  ...{ preferred, raw: null },
});

export const newEmail = (preferred: boolean): EmailForm => ({
  ...{ address: '', type: noCode, preferred, raw: null },
});

export const newPhone = (preferred: boolean): PhoneForm => ({
  ...{ number: '', type: noCode, preferred, raw: null },
});

export const newIdentifier = (type: Coded): IdentifierForm => ({
  ...{ type, value: '', note: '', active: true, raw: null },
});

/** The kind of identifier that is added most: the card. */
export function cardType(tables: PatronTables | null): Coded {
  const types = tables?.identifierTypes ?? [];
  return types.find(({ code }) => isCardType(code)) ?? types[0] ?? noCode;
}

/** Only this one of several is preferred. */
export const onlyPreferred = <E extends { readonly preferred: boolean }>(
  entries: readonly E[],
  chosen: number,
): E[] => entries.map((entry, index) => ({ ...entry, preferred: index === chosen }));

/** Without one entry; where it was the preferred one, the first that is left is. */
export function withoutEntry<E extends { readonly preferred: boolean }>(
  entries: readonly E[],
  at: number,
): E[] {
  const others = entries.toSpliced(at, 1);
  return entries[at]?.preferred ? onlyPreferred(others, 0) : others;
}

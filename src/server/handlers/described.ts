import { entriesIn } from '../../service/contacts.ts';
import { rowsOf, textOf, isFields, type Fields } from '../../service/read.ts';
import type { CodeTable } from '../../service/shapes/tables.ts';
import type { User } from '../../service/shapes/user.ts';
import { configRecord } from '../store/config.ts';
import type { Db } from '../store/schema.ts';

/** The tables of a user's coded fields. Assumptions: the description names none of these. */
const tables: Readonly<Record<string, string>> = {
  account_type: 'UserAccountTypes',
  status: 'UserStatuses',
  user_group: 'UserGroups',
  user_title: 'UserTitles',
  gender: 'Genders',
  preferred_language: 'UserPreferredLanguages',
  id_type: 'UserIdentifierTypes',
  address_type: 'UserAddressTypes',
  email_type: 'UserEmailTypes',
  phone_type: 'UserPhoneTypes',
  country: 'CountryCodes',
};

type Names = (table: string, code: string) => Promise<string>;

/**
 * A user with the description of each code that was sent without one, as deployed services answer it. What is no code
 * of a table stays as it was sent.
 */
export async function described(db: Db, user: User): Promise<User> {
  const read = new Map<string, Promise<CodeTable | undefined>>();
  const names: Names = async (table, code) => {
    const found = read.get(table) ?? configRecord<CodeTable>(db, 'code_table', table);
    read.set(table, found);
    const row = rowsOf((await found) ?? {}).find((one) => textOf(one.code) === code);
    return textOf(row?.description);
  };
  const lists = { user_identifier: await eachIn(user, 'user_identifier', names) };
  const contacts = user['contact_info'];
  const inContacts = isFields(contacts) && {
    contact_info: {
      ...contacts,
      ...nonEmpty({
        address: await eachIn(contacts, 'address', names),
        email: await eachIn(contacts, 'email', names),
        phone: await eachIn(contacts, 'phone', names),
      }),
    },
  };
  return { ...(await fieldsOf(user, names)), ...nonEmpty(lists), ...inContacts };
}

/** Without what is not there. */
const nonEmpty = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

async function eachIn(part: Fields, list: string, names: Names): Promise<Fields[] | undefined> {
  if (!Array.isArray(part[list]) || part[list].length !== entriesIn(part, list).length) return undefined;
  return Promise.all(entriesIn(part, list).map((entry) => fieldsOf(entry, names)));
}

async function fieldsOf(record: Fields, names: Names): Promise<Fields> {
  const coded = Object.entries(record).filter(([field]) => Object.hasOwn(tables, field));
  const changes = coded.map(async ([field, value]) => {
    const table = tables[field] ?? '';
    const one = (code: unknown) => withName(code, table, names);
    return [field, Array.isArray(value) ? await Promise.all(value.map(one)) : await one(value)] as const;
  });
  return { ...record, ...Object.fromEntries(await Promise.all(changes)) };
}

async function withName(code: unknown, table: string, names: Names): Promise<unknown> {
  if (!isFields(code) || typeof code['value'] !== 'string' || Object.keys(code).length !== 1) return code;
  const desc = await names(table, code['value']);
  return desc === '' ? code : { ...code, desc };
}

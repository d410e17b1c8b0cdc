import { isDeepStrictEqual } from 'node:util';
import type {
  AddressForm,
  EmailForm,
  IdentifierForm,
  PatronForm,
  PhoneForm,
} from '../../contract/patrons.ts';
import { codeIn, emailsOf, isContactEmail, isLoose, type Loose, textIn } from '../../service/contacts.ts';
import { edited, patched } from '../../service/patch.ts';
import { arrayOf, codeOf, textOf } from '../../service/read.ts';
import { type User, userForms } from '../../service/shapes/user.ts';
import { addressLines, formOf } from './record-view.ts';

const texts = {
  primaryId: 'primary_id',
  firstName: 'first_name',
  middleName: 'middle_name',
  lastName: 'last_name',
  birth: 'birth_date',
  expiry: 'expiry_date',
  purge: 'purge_date',
} as const;

const codes = {
  title: 'user_title',
  gender: 'gender',
  language: 'preferred_language',
  accountType: 'account_type',
  status: 'status',
  group: 'user_group',
  campus: 'campus_code',
} as const;

/**
 * A record with what was filled in, and everything else the very same values as before. A field that is emptied is
 * taken away, since the whole record is replaced. Source: User; design, "Records stay as they came".
 */
export function withForm(record: User, form: PatronForm): User {
  const was = formOf(record);
  const edits: Record<string, unknown> = {};
  for (const [field, wire] of Object.entries(texts) as [keyof typeof texts, string][]) {
    const text = form[field].trim();
    if (text !== was[field].trim()) edits[wire] = text === '' ? undefined : text;
  }
  for (const [field, wire] of Object.entries(codes) as [keyof typeof codes, string][]) {
    const code = form[field].code.trim();
    if (code !== was[field].code) edits[wire] = code === '' ? undefined : code;
  }
  if (['first_name', 'middle_name', 'last_name'].some((name) => Object.hasOwn(edits, name))) {
    edits['full_name'] = fullNameAfter(record, form);
  }
  return withLists(edited(record, edits, userForms), was, form, goesToContacts(record));
}

/**
 * Where a new e-mail goes: where the record has its others or, where it has none, to the contacts of a record that has
 * such; else to the list that the description names. Source: User.
 */
function goesToContacts(record: User): boolean {
  const [first] = emailsOf(record);
  return first ? isContactEmail(first) : isLoose(record['contact_info']);
}

function withLists(record: User, was: PatronForm, form: PatronForm, toContacts: boolean): User {
  let now = record;
  if (!isDeepStrictEqual(was.identifiers, form.identifiers))
    now = patched(now, ['user_identifier'], written(form.identifiers, was.identifiers, identifier));
  if (!isDeepStrictEqual(was.addresses, form.addresses))
    now = patched(now, ['contact_info', 'address'], written(form.addresses, was.addresses, address));
  if (!isDeepStrictEqual(was.phones, form.phones))
    now = patched(now, ['contact_info', 'phone'], written(form.phones, was.phones, phone));
  if (isDeepStrictEqual(was.emails, form.emails)) return now;
  const isContact = ({ raw }: EmailForm): boolean => (raw ? isContactEmail(raw) : toContacts);
  const isNamed = (one: EmailForm): boolean => !isContact(one);
  const inContacts = form.emails.filter(isContact);
  const named = form.emails.filter(isNamed);
  if (inContacts.length > 0 || was.emails.some(isContact))
    now = patched(now, ['contact_info', 'email'], written(inContacts, was.emails, contactEmail));
  if (named.length > 0 || was.emails.some(isNamed))
    now = patched(now, ['emails'], written(named, was.emails, namedEmail));
  return now;
}

/** The entries of a list: one that nobody touched as it came, the others with what was filled in. */
function written<E extends { readonly raw: Loose | null }>(
  entries: readonly E[],
  was: readonly E[],
  write: (entry: E) => Loose,
): Loose[] {
  return entries.map((entry) =>
    entry.raw && was.some((one) => isDeepStrictEqual(one, entry)) ? entry.raw : write(entry),
  );
}

/** A text of an entry, where it says something else than before. */
function text(entry: Loose, name: string, to: string): Loose {
  const clean = to.trim();
  if (clean === textIn(entry[name]).trim()) return entry;
  return patched(entry, [name], clean === '' ? undefined : clean);
}

/** A code of an entry, wrapped, where it is another than before. */
function code(entry: Loose, name: string, to: string): Loose {
  const clean = to.trim();
  if (clean === codeOf(codeIn(entry[name]))) return entry;
  return patched(entry, [name], clean === '' ? undefined : { value: clean });
}

/** The first of a list of codes; what stands behind it stays. */
function firstCode(entry: Loose, name: string, to: string): Loose {
  const clean = to.trim();
  if (clean === codeOf(codeIn(entry[name]))) return entry;
  const others = arrayOf<unknown>(entry[name]).slice(1);
  return { ...entry, [name]: clean === '' ? others : [{ value: clean }, ...others] };
}

function identifier({ raw, type, value, note, active }: IdentifierForm): Loose {
  const entry = text(text(code(raw ?? {}, 'id_type', type.code), 'value', value), 'note', note);
  const was = codeOf(codeIn(entry['status'])).toUpperCase() !== 'INACTIVE';
  return raw && was === active ? entry : { ...entry, status: active ? 'ACTIVE' : 'INACTIVE' };
}

function address({ raw, lines, city, state, postalCode, country, type, preferred }: AddressForm): Loose {
  const typed = lines.trimEnd().split('\n');
  let entry = raw ?? {};
  for (const [index, line] of addressLines.entries()) entry = text(entry, line, typed[index] ?? '');
  entry = text(text(text(entry, 'city', city), 'state_province', state), 'postal_code', postalCode);
  return { ...firstCode(code(entry, 'country', country.code), 'address_type', type.code), preferred };
}

function contactEmail({ raw, address: mail, type, preferred }: EmailForm): Loose {
  return { ...firstCode(text(raw ?? {}, 'email_address', mail), 'email_type', type.code), preferred };
}

/** An e-mail as the description has it. Source: User. */
function namedEmail({ raw, address: mail, type, preferred }: EmailForm): Loose {
  return { ...code(text(raw ?? {}, 'address', mail), 'type', type.code), preferred };
}

function phone({ raw, number, type, preferred }: PhoneForm): Loose {
  return { ...firstCode(text(raw ?? {}, 'phone_number', number), 'phone_type', type.code), preferred };
}

interface Names {
  readonly first: string;
  readonly middle: string;
  readonly last: string;
}

/** The ways in which libraries put a full name together. */
const ways: readonly ((names: Names) => string)[] = [
  ({ first, middle, last }) => spaced(first, middle, last),
  ({ first, last }) => spaced(first, last),
  ({ first, middle, last }) => `${last}, ${spaced(first, middle)}`,
  ({ first, last }) => `${last}, ${first}`,
  ({ first, last }) => spaced(last, first),
  ({ first, last }) => `${last}${first}`,
];

const spaced = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');

/**
 * The full name once the names in it have changed, put together as it was before; undefined, for the field to be taken
 * away, where it was put together in no way we know: it would go on saying the old name.
 */
export function fullNameAfter(record: User, form: PatronForm): string | undefined {
  const was = textOf(record.full_name).trim();
  if (was === '') return undefined;
  const before = {
    first: textOf(record.first_name).trim(),
    middle: textIn(record['middle_name']).trim(),
    last: textOf(record.last_name).trim(),
  };
  const way = ways.find((one) => one(before) === was);
  return way?.({ first: form.firstName.trim(), middle: form.middleName.trim(), last: form.lastName.trim() });
}

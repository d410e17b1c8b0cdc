import { isDeepStrictEqual } from 'node:util';
import type {
  AddressForm,
  EmailForm,
  IdentifierForm,
  PatronForm,
  PhoneForm,
} from '../../contract/patrons.ts';
import { codeIn, emailsOf, isContactEmail, textIn } from '../../service/contacts.ts';
import { edited, patched } from '../../service/patch.ts';
import { arrayOf, codeOf, textOf, isFields, type Fields } from '../../service/read.ts';
import { type User, userForms } from '../../service/shapes/user.ts';
import { addressLines, formOf } from './view.ts';

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
 * The record with the changes of the form. All other values stay the same. An emptied field is removed from the
 * record, because the whole record is replaced. Source: User; design, "Records stay as they came".
 */
export function withForm(record: User, form: PatronForm): User {
  const previous = formOf(record);
  const edits: Record<string, unknown> = {};
  for (const [field, wire] of Object.entries(texts) as [keyof typeof texts, string][]) {
    const text = form[field].trim();
    if (text !== previous[field].trim()) edits[wire] = text === '' ? undefined : text;
  }
  for (const [field, wire] of Object.entries(codes) as [keyof typeof codes, string][]) {
    const code = form[field].code.trim();
    if (code !== previous[field].code) edits[wire] = code === '' ? undefined : code;
  }
  if (['first_name', 'middle_name', 'last_name'].some((name) => Object.hasOwn(edits, name))) {
    edits['full_name'] = fullNameAfter(record, form);
  }
  return withLists(edited(record, edits, userForms), previous, form, newEmailsGoToContacts(record));
}

/**
 * Whether a new e-mail is written into `contact_info`: yes where the record has its other e-mails there, or has none
 * yet but has a `contact_info`. Otherwise it goes into the top-level list of the description. Source: User.
 */
function newEmailsGoToContacts(record: User): boolean {
  const [first] = emailsOf(record);
  return first ? isContactEmail(first) : isFields(record['contact_info']);
}

function withLists(record: User, previous: PatronForm, form: PatronForm, toContacts: boolean): User {
  let now = record;
  if (!isDeepStrictEqual(previous.identifiers, form.identifiers))
    now = patched(now, ['user_identifier'], writeEntries(form.identifiers, previous.identifiers, identifier));
  if (!isDeepStrictEqual(previous.addresses, form.addresses))
    now = patched(
      now,
      ['contact_info', 'address'],
      writeEntries(form.addresses, previous.addresses, address),
    );
  if (!isDeepStrictEqual(previous.phones, form.phones))
    now = patched(now, ['contact_info', 'phone'], writeEntries(form.phones, previous.phones, phone));
  if (isDeepStrictEqual(previous.emails, form.emails)) return now;
  const isContact = ({ raw }: EmailForm): boolean => (raw ? isContactEmail(raw) : toContacts);
  const isOther = (one: EmailForm): boolean => !isContact(one);
  const inContacts = form.emails.filter(isContact);
  const others = form.emails.filter(isOther);
  if (inContacts.length > 0 || previous.emails.some(isContact))
    now = patched(now, ['contact_info', 'email'], writeEntries(inContacts, previous.emails, contactEmail));
  if (others.length > 0 || previous.emails.some(isOther))
    now = patched(now, ['emails'], writeEntries(others, previous.emails, otherEmail));
  return now;
}

/** The entries of a list as they are sent: unchanged entries as they came, the others as filled in. */
function writeEntries<E extends { readonly raw: Fields | null }>(
  entries: readonly E[],
  previous: readonly E[],
  write: (entry: E) => Fields,
): Fields[] {
  return entries.map((entry) =>
    entry.raw && previous.some((one) => isDeepStrictEqual(one, entry)) ? entry.raw : write(entry),
  );
}

/** Sets a text of an entry, if it differs from the present one. */
function text(entry: Fields, name: string, to: string): Fields {
  const clean = to.trim();
  if (clean === textIn(entry[name]).trim()) return entry;
  return patched(entry, [name], clean === '' ? undefined : clean);
}

/** Sets a code of an entry (wrapped), if it differs from the present one. */
function code(entry: Fields, name: string, to: string): Fields {
  const clean = to.trim();
  if (clean === codeOf(codeIn(entry[name]))) return entry;
  return patched(entry, [name], clean === '' ? undefined : { value: clean });
}

/** Sets the first of a list of codes. The others stay. */
function firstCode(entry: Fields, name: string, to: string): Fields {
  const clean = to.trim();
  if (clean === codeOf(codeIn(entry[name]))) return entry;
  const others = arrayOf<unknown>(entry[name]).slice(1);
  return { ...entry, [name]: clean === '' ? others : [{ value: clean }, ...others] };
}

function identifier({ raw, type, value, note, active }: IdentifierForm): Fields {
  const entry = text(text(code(raw ?? {}, 'id_type', type.code), 'value', value), 'note', note);
  const previous = codeOf(codeIn(entry['status'])).toUpperCase() !== 'INACTIVE';
  return raw && previous === active ? entry : { ...entry, status: active ? 'ACTIVE' : 'INACTIVE' };
}

function address({ raw, lines, city, state, postalCode, country, type, preferred }: AddressForm): Fields {
  const typed = lines.trimEnd().split('\n');
  let entry = raw ?? {};
  for (const [index, line] of addressLines.entries()) entry = text(entry, line, typed[index] ?? '');
  entry = text(text(text(entry, 'city', city), 'state_province', state), 'postal_code', postalCode);
  return { ...firstCode(code(entry, 'country', country.code), 'address_type', type.code), preferred };
}

function contactEmail({ raw, address: mail, type, preferred }: EmailForm): Fields {
  return { ...firstCode(text(raw ?? {}, 'email_address', mail), 'email_type', type.code), preferred };
}

/** An e-mail of the top-level list. Source: User. */
function otherEmail({ raw, address: mail, type, preferred }: EmailForm): Fields {
  return { ...code(text(raw ?? {}, 'address', mail), 'type', type.code), preferred };
}

function phone({ raw, number, type, preferred }: PhoneForm): Fields {
  return { ...firstCode(text(raw ?? {}, 'phone_number', number), 'phone_type', type.code), preferred };
}

interface Names {
  readonly first: string;
  readonly middle: string;
  readonly last: string;
}

/** The forms in which libraries write a full name. */
const nameFormats: readonly ((names: Names) => string)[] = [
  ({ first, middle, last }) => joined(first, middle, last),
  ({ first, last }) => joined(first, last),
  ({ first, middle, last }) => `${last}, ${joined(first, middle)}`,
  ({ first, last }) => `${last}, ${first}`,
  ({ first, last }) => joined(last, first),
  ({ first, last }) => `${last}${first}`,
];

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');

/**
 * The full name after a change of names, written in the same form as before. Undefined where that form is not known:
 * the field is then removed, because it would still say the old name.
 */
export function fullNameAfter(record: User, form: PatronForm): string | undefined {
  const previous = textOf(record.full_name).trim();
  if (previous === '') return undefined;
  const before = {
    first: textOf(record.first_name).trim(),
    middle: textIn(record['middle_name']).trim(),
    last: textOf(record.last_name).trim(),
  };
  const format = nameFormats.find((one) => one(before) === previous);
  return format?.({
    first: form.firstName.trim(),
    middle: form.middleName.trim(),
    last: form.lastName.trim(),
  });
}

import type { Coded } from '../../contract/common.ts';
import type {
  AddressForm,
  EmailForm,
  IdentifierForm,
  PatronForm,
  PatronRecord,
  PhoneForm,
} from '../../contract/patrons.ts';
import {
  addressOf,
  codeIn,
  contactsOf,
  emailsOf,
  entriesIn,
  isContactEmail,
  isSet,
  textIn,
} from '../../service/contacts.ts';
import {
  arrayOf,
  codeOf,
  dateOf,
  dayOf,
  labelOf,
  momentOf,
  textOf,
  type Fields,
} from '../../service/read.ts';
import type { User } from '../../service/shapes/user.ts';
import { codedOf } from '../records/values.ts';
import { isActiveBlock, nameOf, recordOf, userIdOf } from './record.ts';

/** A patron's whole record as a window sees it: the form that can be edited, and the fields that are only shown. */
export function patronRecord(user: User, now: Date): PatronRecord {
  return {
    seen: recordOf(user),
    form: formOf(user),
    userId: userIdOf(user),
    name: nameOf(user),
    recordType: coded(user['record_type']),
    externalId: textIn(user['external_id']),
    statusSince: moment(user['status_date']),
    created: moment(user['created_date']),
    modified: moment(user['last_modified_date']),
    blocks: arrayOf(user.user_block).map((block) => ({
      label: labelOf(block.block_description) || labelOf(block.block_type),
      note: textOf(block.block_note),
      date: dateOf(block.created_date),
      active: isActiveBlock(block, now),
      until: dateOf(block.expiry_date),
    })),
    statistics: entriesIn(user, 'user_statistic').map((one) => ({
      category: coded(one['statistic_category']),
      type: coded(one['category_type']),
      note: textIn(one['statistic_note']),
    })),
  };
}

/** The fields of a record that can be edited, as the form has them. */
export function formOf(user: User): PatronForm {
  return {
    primaryId: userIdOf(user),
    title: coded(user['user_title']),
    firstName: textOf(user.first_name),
    middleName: textIn(user['middle_name']),
    lastName: textOf(user.last_name),
    gender: coded(user['gender']),
    birth: day(user['birth_date']),
    language: coded(user['preferred_language']),
    accountType: codedOf(user.account_type),
    status: codedOf(user.status),
    group: codedOf(user.user_group),
    campus: coded(user['campus_code']),
    expiry: day(user.expiry_date),
    purge: day(user['purge_date']),
    identifiers: entriesIn(user, 'user_identifier').map(identifier),
    addresses: contactsOf(user, 'address').map(address),
    emails: emailsOf(user).map(email),
    phones: contactsOf(user, 'phone').map(phone),
  };
}

/** The lines of an address, in the order of their names. Recorded answers have five. */
export const addressLines = ['line1', 'line2', 'line3', 'line4', 'line5'] as const;

function address(raw: Fields): AddressForm {
  const lines = addressLines.map((line) => textIn(raw[line]));
  const used = lines.findLastIndex((line) => line !== '') + 1;
  return {
    lines: lines.slice(0, used).join('\n'),
    city: textIn(raw['city']),
    state: textIn(raw['state_province']),
    postalCode: textIn(raw['postal_code']),
    country: coded(raw['country']),
    type: coded(raw['address_type']),
    preferred: isSet(raw['preferred']),
    raw,
  };
}

function email(raw: Fields): EmailForm {
  const type = coded(raw[isContactEmail(raw) ? 'email_type' : 'type']);
  return { address: addressOf(raw), type, preferred: isSet(raw['preferred']), raw };
}

function phone(raw: Fields): PhoneForm {
  return {
    number: textIn(raw['phone_number']),
    type: coded(raw['phone_type']),
    preferred: isSet(raw['preferred']),
    raw,
  };
}

function identifier(raw: Fields): IdentifierForm {
  return {
    type: coded(raw['id_type']),
    value: textIn(raw['value']),
    note: textIn(raw['note']),
    active: codeOf(codeIn(raw['status'])).toUpperCase() !== 'INACTIVE',
    raw,
  };
}

const coded = (value: unknown): Coded => codedOf(codeIn(value));

const isMoment = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

const moment = (value: unknown): string =>
  isMoment(value) ? (typeof value === 'string' ? value : momentOf(value)) : '';

/** A day without its zone letter. A text that is no day is shown as it came. */
function day(value: unknown): string {
  if (!isMoment(value)) return '';
  const date = dateOf(value);
  return dayOf(date) ?? date;
}
